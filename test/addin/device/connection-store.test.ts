import { readFileSync } from 'node:fs';
import fc from 'fast-check';

import {
  createConnectionStore,
  type ConnectionStore,
} from '../../../src/addin/device/connection-store';
import type { DeviceStorage } from '../../../src/addin/spreadsheet/host';
import { createFakeStorage } from './fake-storage';

const defaults = {
  attributeUrl: 'https://data.example.com',
  modelUrl: 'https://model.example.com',
};
const others = { attributeUrl: 'https://data.other.example', modelUrl: defaults.modelUrl };
const KEY = 'k-0123456789abcdef';

function open(storage: DeviceStorage = createFakeStorage()): ConnectionStore {
  return createConnectionStore({ storage, defaults });
}

describe('the connection store', () => {
  it.each(['src/workbench/workbench.html', 'src/excel/taskpane.html'])(
    'takes the addresses of this machine that %s may connect to, and no others',
    (page) => {
      const [, policy = ''] = /connect-src ([^;"]*)/.exec(readFileSync(page, 'utf8')) ?? [];
      const sources = policy.split(' ');
      const own = 'http://127.0.0.9:8080';
      const local = { attributeUrl: own, modelUrl: own };
      for (const host of ['localhost', '127.0.0.1', '127.1', '127.0.0.2', '127.0.0.9', '[::1]']) {
        const url = `http://${host}:8080`;
        const isAllowed =
          new URL(url).origin === own || sources.includes(`http://${new URL(url).hostname}:*`);
        const store = createConnectionStore({ storage: createFakeStorage(), defaults: local });
        const { kind } = store.save({ addresses: { attributeUrl: url }, shouldRemember: true });
        expect([url, kind]).toEqual([url, isAllowed ? 'saved' : 'faulty']);
      }
      expect(sources.filter((source) => source.startsWith('http:'))).toHaveLength(2);
    },
  );

  it('keeps a key only in memory if it should not be remembered', () => {
    const storage = createFakeStorage();
    const store = open(storage);
    const saving = store.save({ credential: ` ${KEY}\n`, shouldRemember: false });
    expect(saving).toMatchObject({ kind: 'saved', keptIn: 'memory' });
    expect(store.current().credential).toBe(KEY);
    expect([...storage.held]).toEqual([]);
    expect(open(storage).current().credential).toBeUndefined();
  });

  it('brings a remembered connection back at the next start', () => {
    const storage = createFakeStorage();
    const saving = open(storage).save({ credential: KEY, addresses: others, shouldRemember: true });
    expect(saving).toMatchObject({ kind: 'saved', keptIn: 'device' });
    const later = open(storage);
    expect(later.current().credential).toBe(KEY);
    expect(later.current().addresses).toEqual(others);
    expect(later.isRemembered()).toBe(true);
  });

  it.each([
    ['attribute', { ...defaults, attributeUrl: 'https://evil.example' }],
    ['model', { ...defaults, modelUrl: 'https://evil.example' }],
    ['port', { ...defaults, modelUrl: 'https://model.example.com:8443' }],
    ['swapped', { attributeUrl: defaults.modelUrl, modelUrl: defaults.attributeUrl }],
  ])('asks for the key again when an address leads to another origin: %s', (_case, addresses) => {
    const storage = createFakeStorage();
    const store = open(storage);
    store.save({ credential: KEY, shouldRemember: true });
    const saving = store.save({ addresses, shouldRemember: true });
    expect(saving).toMatchObject({ kind: 'saved', isCredentialDropped: true });
    expect(store.current().credential).toBeUndefined();
    expect(JSON.stringify([...storage.held])).not.toContain(KEY);
    store.save({ addresses: defaults, shouldRemember: true });
    expect(store.current().credential).toBeUndefined();
    store.save({ credential: KEY, addresses, shouldRemember: true });
    expect(store.current().credential).toBe(KEY);
  });

  it('keeps the key when only the path of an address changes', () => {
    const store = open();
    store.save({ credential: KEY, shouldRemember: false });
    const addresses = { ...defaults, attributeUrl: `${defaults.attributeUrl}/stage/` };
    store.save({ addresses, shouldRemember: false });
    expect(store.current().credential).toBe(KEY);
    expect(store.current().addresses.attributeUrl).toBe('https://data.example.com/stage');
  });

  it('does not send a remembered key to defaults that have moved', () => {
    const storage = createFakeStorage();
    open(storage).save({ credential: KEY, shouldRemember: true });
    const later = createConnectionStore({ storage, defaults: others });
    expect(later.current().credential).toBeUndefined();
  });

  it('does not send a remembered key to an address that something else wrote to the device', () => {
    const storage = createFakeStorage();
    open(storage).save({ credential: KEY, addresses: others, shouldRemember: true });
    const evil = { version: 1, ...others, attributeUrl: 'https://evil.example' };
    storage.held.set('locus.addresses', JSON.stringify(evil));
    expect(open(storage).current().credential).toBeUndefined();
  });

  it('takes all of a change or none, and says what is wrong in each part', () => {
    const store = open();
    const saving = store.save({
      credential: 'two words',
      addresses: { attributeUrl: 'http://data.example.com', modelUrl: '' },
      shouldRemember: true,
    });
    expect(saving).toEqual({
      kind: 'faulty',
      faults: [
        { field: 'credential', reason: 'has-break' },
        { field: 'attributeUrl', reason: 'not-https' },
        { field: 'modelUrl', reason: 'empty' },
      ],
    });
    expect(store.current().addresses).toEqual(defaults);
  });

  it('forgets the key and the addresses everywhere', () => {
    const storage = createFakeStorage();
    const store = open(storage);
    store.save({ credential: KEY, addresses: others, shouldRemember: true });
    store.forget();
    expect([...storage.held]).toEqual([]);
    expect(store.current().credential).toBeUndefined();
    expect(store.current().addresses).toEqual(defaults);
  });

  it('tells listeners of each change until they stop listening', () => {
    const store = open();
    const seen: (string | undefined)[] = [];
    const stop = store.subscribe(() => seen.push(store.current().credential));
    store.save({ credential: KEY, shouldRemember: false });
    store.save({ credential: 'two words', shouldRemember: false });
    store.forget();
    stop();
    store.save({ credential: KEY, shouldRemember: false });
    expect(seen).toEqual([KEY, undefined]);
  });

  it('gives the same connection until something changes', () => {
    const store = open();
    expect(store.current()).toBe(store.current());
  });

  it('starts with a demonstration key where the device remembers nothing', () => {
    const storage = createFakeStorage();
    const demonstrate = () =>
      createConnectionStore({ storage, defaults, demonstrationKey: 'sample-key' });
    const store = demonstrate();
    expect(store.current().credential).toBe('sample-key');
    store.save({ addresses: others, shouldRemember: true });
    expect(store.current().credential).toBeUndefined();
    expect(demonstrate().current().credential).toBeUndefined();
    store.save({ credential: KEY, addresses: others, shouldRemember: true });
    expect(demonstrate().current().credential).toBe(KEY);
    store.forget();
    expect(store.current().credential).toBeUndefined();
  });
});

describe('the connection store on a bad device', () => {
  it('leaves nothing half-stored on a device that becomes full', () => {
    const storage = createFakeStorage();
    const store = open(storage);
    store.save({ credential: 'older-key', shouldRemember: true });
    storage.isFull = true;
    store.save({ credential: KEY, addresses: others, shouldRemember: true });
    expect([...storage.held]).toEqual([]);
    expect(store.current().credential).toBe(KEY);
  });

  it.each([
    '',
    'null',
    '{',
    '[]',
    '{"version":2}',
    '{"version":1,"credential":7,"attributeOrigin":"","modelOrigin":""}',
    JSON.stringify({
      version: 1,
      credential: 'bad\r\nkey',
      attributeOrigin: defaults.attributeUrl,
      modelOrigin: defaults.modelUrl,
    }),
  ])('treats damaged storage as absent: %s', (text) => {
    const storage = createFakeStorage({ 'locus.credential': text, 'locus.addresses': text });
    expect(open(storage).current().credential).toBeUndefined();
    expect(open(storage).current().addresses).toEqual(defaults);
  });

  it('opens on any stored text at all', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"version":1,"a":${json}}`),
    );
    fc.assert(
      fc.property(text, text, (addresses, credential) => {
        const storage = createFakeStorage({
          'locus.addresses': addresses,
          'locus.credential': credential,
        });
        expect(open(storage).current().addresses).toEqual(defaults);
      }),
    );
  });
});

describe('the credential', () => {
  it('is in no text made of the connection, the store or what saving returns', () => {
    const store = open();
    const saving = store.save({ credential: KEY, shouldRemember: true });
    const connection = store.current();
    const texts = [
      JSON.stringify(connection),
      JSON.stringify({ ...connection }),
      JSON.stringify(Object.entries(connection)),
      JSON.stringify(saving),
      JSON.stringify(store),
      String(connection),
      `${String(saving)}`,
    ];
    for (const text of texts) expect(text).not.toContain(KEY);
    expect(connection.credential).toBe(KEY);
  });

  it('is stored under one name of its own', () => {
    const storage = createFakeStorage();
    open(storage).save({ credential: KEY, addresses: others, shouldRemember: true });
    const holding = [...storage.held].filter(([, text]) => text.includes(KEY));
    expect(holding.map(([name]) => name)).toEqual(['locus.credential']);
  });
});

it('refuses to start on default addresses that no credential may be sent to', () => {
  const unsafe = { attributeUrl: 'http://data.example.com', modelUrl: 'https://m.example.com' };
  expect(() => createConnectionStore({ storage: createFakeStorage(), defaults: unsafe })).toThrow(
    'Addresses must be https or loopback: http://data.example.com, https://m.example.com',
  );
});
