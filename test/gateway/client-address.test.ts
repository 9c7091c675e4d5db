import * as fc from 'fast-check';
import { TrustedProxies } from '../../src/gateway/connections';

const proxies = new TrustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48']);
const clientOf = (peer: string, forwarded?: string): string =>
  proxies.clientOf({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: peer },
  } as Parameters<TrustedProxies['clientOf']>[0]);

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:51234', '1.2.3.4'],
  ['"1.2.3.4:51234"', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::ffff:0102:0304', '1.2.3.4'],
  ['[::FFFF:1.2.3.4]:80', '1.2.3.4'],
  ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:0:1::5', '2001:db8:0:1'],
  ['[2001:0DB8:0000:0001:0:0:0:6]', '2001:db8:0:1'],
  ['[2001:db8:0:1:ffff::7]:443', '2001:db8:0:1'],
  ['2001:db8:0:2::5', '2001:db8:0:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['[fe80::2%25en1]:9', 'fe80:0:0:0'],
])('%s is the client %s', (written, client) => {
  expect(clientOf('127.0.0.1', written)).toBe(client);
  expect(clientOf('::ffff:127.0.0.1', `6.6.6.6, ${written}`)).toBe(client);
  expect(clientOf('2001:db8:ffff::1', `${written},10.9.8.7:1, [2001:db8:ffff:1::2]:3`)).toBe(
    client,
  );
});

it.each([
  ['nobody before it', '127.0.0.1', undefined, '127.0.0.1'],
  ['a stranger who says so', '9.9.9.9', '1.2.3.4', '9.9.9.9'],
  ['a stranger in the middle', '10.0.0.1', '1.2.3.4, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
  ['proxies alone', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['one who is unknown', '10.0.0.1', '1.2.3.4, unknown', '10.0.0.1'],
  ['one who is hidden', '10.0.0.1', '1.2.3.4, _hidden, 10.0.0.2', '10.0.0.2'],
  ['an empty end', '10.0.0.1', '1.2.3.4, ', '10.0.0.1'],
  ['a neighbouring network', '11.0.0.1', '1.2.3.4', '11.0.0.1'],
])('%s', (_what, peer, forwarded, client) => {
  expect(clientOf(peer, forwarded)).toBe(client);
});

it('is one client for each /64, and each IPv4 address, however it is written', () => {
  const hex = (group: number): string => group.toString(16);
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), (groups) => {
      const [first = 0, ...rest] = groups;
      const address = [(first % 0x1fff) + 0x2002, ...rest];
      const long = address.map((group) => hex(group).padStart(4, '0').toUpperCase()).join(':');
      const other = [...address.slice(0, 4), 1, 2, 3, 4].map(hex).join(':');
      expect(clientOf('10.0.0.1', `[${long}]:1`)).toBe(clientOf('10.0.0.1', other));
    }),
  );
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const said = clientOf('127.0.0.1', `${address}:5`);
      expect(clientOf('127.0.0.1', `::ffff:${address}`)).toBe(said);
    }),
  );
});
