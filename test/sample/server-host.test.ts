import { isKnownHost } from '../../src/sample/server';

it.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST:3000',
  'localhost.:3000',
  'locus.localhost:3000',
  '127.0.0.1:3000',
  '127.1.2.3',
  '[::1]:3000',
  '192.168.1.20:3000',
  'box.lan:80',
])('%s means this server', (host) => expect(isKnownHost(host, 'box.lan')).toBe(true));

it.each([
  undefined,
  '',
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example:3000',
  'evil-localhost',
  'evil@localhost',
  'localhost/evil',
  'localhost#evil',
  '127.0.0.1.evil.example',
  'box.lan.evil.example',
  'other.lan',
])('%s does not', (host) => expect(isKnownHost(host, 'box.lan')).toBe(false));
