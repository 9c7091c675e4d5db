import { version } from '../../../package.json';
import { diagnosticsText, VERSION } from '../../../src/addin/start/diagnostics';
import { createEventLog, recordedSource } from '../../../src/addin/start/event-log';
import { createCellRegister, type Problems } from '../../../src/addin/functions/problems';
import { addressPlace, createCancellation } from '../../../src/engine/lookup';
import type { Source } from '../../../src/engine/lookup';
import { createConnectionStore } from '../../../src/addin/device/connection-store';
import { defaultPreferences } from '../../../src/addin/device/preferences';
import { HandClock } from '../../engine/lookup/hand-clock';
import { createFakeStorage } from '../device/fake-storage';
import { nothingYet } from '../pane/fake-ports';

const KEY = 'k-0123456789abcdef';
const CUSTOMER = '12 Secret Lane, Koramangala';
const PRIVATE_HOST = 'data.internal.example';
const defaults = { attributeUrl: 'https://usual.example', modelUrl: 'https://usual.example' };

/** All that happens is full of what must not be told. */
async function lived() {
  const clock = new HandClock();
  const log = createEventLog(() => clock.now());
  const connection = createConnectionStore({ storage: createFakeStorage(), defaults });
  const url = `https://${PRIVATE_HOST}/path-${KEY}`;
  connection.save({
    credential: KEY,
    addresses: { attributeUrl: url, modelUrl: defaults.modelUrl },
    shouldRemember: true,
  });
  const replies: (() => ReturnType<Source['lookup']>)[] = [
    () => Promise.resolve({ kind: 'answered', values: new Map([['w_secret_name', 42.4242]]) }),
    () => Promise.resolve({ kind: 'failed', code: 'throttled', status: 429 }),
    () => Promise.reject(new Error(`broken at ${url} with ${KEY}`)),
  ];
  const inner: Source = {
    scope: () => `scope-${KEY}`,
    refusal: () => undefined,
    lookup: () => (replies.shift() ?? (() => Promise.reject(new Error('no more'))))(),
    score: () => Promise.resolve({ kind: 'answered', value: 42.4242 }),
  };
  const source = recordedSource(inner, log, clock);
  const { signal } = createCancellation();
  const place = addressPlace(CUSTOMER, '560034');
  while (replies.length > 0) {
    await source.lookup({ place, names: ['w_secret_name', 'b'] }, signal).catch(() => undefined);
  }
  await source.score({ place, model: 'secret-model' }, signal);
  const problems: Problems = createCellRegister();
  problems.report(`'${CUSTOMER}'!A1`, [
    { code: 'timed-out', message: `about ${CUSTOMER} ${KEY}`, count: 1 },
  ]);
  const text = diagnosticsText({
    now: clock.now(),
    host: { application: 'Excel', version: '16.0' },
    page: { userAgent: 'A browser', language: 'en-GB', onLine: true },
    connection: connection.current(),
    isRemembered: connection.isRemembered(),
    defaultAddresses: defaults,
    preferences: defaultPreferences,
    missing: ['messages', 'locks', 'shared budget'],
    activity: { ...nothingYet, callsMade: 4 },
    problems,
    stale: 2,
    log,
  });
  return { text, log };
}

describe('the diagnostics', () => {
  it('hold no key, no customer, no place, no value and no private address', async () => {
    const { text } = await lived();
    const secrets = [KEY, KEY.slice(0, 8), CUSTOMER, 'Secret Lane', '560034', PRIVATE_HOST];
    for (const secret of [...secrets, 'w_secret_name', 'secret-model', '42.4242', 'scope-']) {
      expect(text).not.toContain(secret);
    }
  });

  it('tell what a helper needs: versions, the host, settings, counts and how calls ended', async () => {
    const { text } = await lived();
    expect(text).toMatch(/^Locus \d+\.\d+\.\d+, \d{4}-/);
    for (const fact of [
      'application: Excel',
      'browser: A browser',
      'has a key: true',
      'attribute service: an address of their own, https://',
      'model service: the usual address, https://',
      'maxConcurrency: 6',
      'callsMade: 4',
      'work together: no, each works by itself',
      'has messages: false',
      'has locks: false',
      'timed-out: 1',
      'cells: 2',
      'lookup of 2: answered in',
      'lookup of 2: throttled 429 in',
      'lookup of 2: broken in',
      'score of 1: answered in',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('have the last 200 events, the oldest gone first', () => {
    const log = createEventLog(() => 0);
    log.note({ what: 'started' });
    for (let turn = 0; turn < 200; turn++) log.note({ what: 'asked again' });
    expect(log.events()).toHaveLength(200);
    expect(log.events().some(({ event }) => event.what === 'started')).toBe(false);
  });
});

test('a source that is recorded answers, fails and breaks as it would unrecorded', async () => {
  const broken = new Error('broken');
  const inner: Source = {
    scope: (kind) => `scope of ${kind}`,
    refusal: () => 'no-key',
    lookup: () => Promise.reject(broken),
    score: () => Promise.resolve({ kind: 'failed', code: 'offline' }),
  };
  const source = recordedSource(
    inner,
    createEventLog(() => 0),
    new HandClock(),
  );
  const { signal } = createCancellation();
  const place = addressPlace('A', '');
  expect(source.scope('score')).toBe('scope of score');
  expect(source.refusal('lookup')).toBe('no-key');
  await expect(source.lookup({ place, names: ['a'] }, signal)).rejects.toBe(broken);
  expect(await source.score({ place, model: 'm' }, signal)).toEqual({
    kind: 'failed',
    code: 'offline',
  });
});

test('the version that diagnostics tell is the package’s', () => {
  expect(VERSION).toBe(version);
});
