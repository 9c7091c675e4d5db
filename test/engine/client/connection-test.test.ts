import { createConnectionTest } from '../../../src/engine/client/connection-test';
import type { ConnectionReport } from '../../../src/engine/client/connection-test';
import { toConnection } from '../../../src/engine/client/connection';
import { HandClock } from '../lookup/hand-clock';
import { startLoopbackService } from './loopback-service';

const KEY = 'sk-4f1d-secret';
const ADDRESS = 'https://data.example/stage';
const connection = toConnection({ attributeUrl: ADDRESS, modelUrl: ADDRESS }, KEY);

/** Answers the POST in one way, and the probe without a credential in another. */
function testWith({
  post,
  probe = () => Promise.reject(new TypeError('Failed to fetch')),
  isOnline = true,
}: {
  post: () => Promise<Response>;
  probe?: () => Promise<Response>;
  isOnline?: boolean;
}) {
  const clock = new HandClock();
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const test = createConnectionTest({
    clock,
    online: () => isOnline,
    fetch: (url, init) => {
      sent.push({ url, init });
      return init.method === 'POST' ? post() : probe();
    },
  });
  return { test, sent, clock };
}

const replying = (text: string, init?: ResponseInit) => () =>
  Promise.resolve(new Response(text, init));
const nobody = () => Promise.reject<Response>(new TypeError('Failed to fetch'));

it('makes one lookup of one name and says how long it took', async () => {
  const { test, sent, clock } = testWith({
    post: async () => {
      await clock.advance(120);
      return new Response('{"data":{"w_pop_tt":1234},"status":200}');
    },
  });
  await expect(test(connection)).resolves.toEqual({ kind: 'works', elapsedMs: 120 });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toBe(`${ADDRESS}/production/v1.0/getvariablesbulk`);
  expect(sent[0]?.init.body).toBe('{"lat":12.9352,"lng":77.6245,"variables":"w_pop_tt"}');
});

it('asks a gateway for whose a token is, and looks nothing up', async () => {
  const { test, sent } = testWith({
    post: nobody,
    probe: replying('{"gateway":"locus","person":"asha","budget":{"day":{"calls":5}}}'),
  });
  const token = toConnection({ attributeUrl: ADDRESS, modelUrl: ADDRESS }, 'locus_a-token');
  await expect(test(token)).resolves.toEqual({ kind: 'works', elapsedMs: 0, isFree: true });
  expect(sent.map(({ url }) => url)).toEqual([`${ADDRESS}/v1/me`]);
});

it('looks up a name where a key only looks like a token', async () => {
  const { test, sent } = testWith({
    post: replying('{"data":{"w_pop_tt":1234},"status":200}'),
    probe: replying('<html>', { status: 404 }),
  });
  const token = toConnection({ attributeUrl: ADDRESS, modelUrl: ADDRESS }, 'locus_a-key');
  await expect(test(token)).resolves.toEqual({ kind: 'works', elapsedMs: 0 });
  expect(sent.filter(({ init }) => init.method === 'POST')).toHaveLength(1);
});

it('works even if there is no value at the place', async () => {
  const { test } = testWith({ post: replying('{"data":{},"status":200}') });
  await expect(test(connection)).resolves.toEqual({ kind: 'works', elapsedMs: 0 });
});

it('does not work where what comes back is no number', async () => {
  const { test } = testWith({ post: replying('{"data":{"w_pop_tt":"many"},"status":200}') });
  await expect(test(connection)).resolves.toEqual({
    kind: 'failed',
    status: 200,
    likelyCause: 'wrong-address',
  });
});

it.each([
  ['answers', undefined, () => Promise.resolve(Response.error())],
  ['does not answer', true, nobody],
])('says where the models have an address of their own that %s', async (_what, isAway, probe) => {
  const { test, sent } = testWith({
    post: replying('{"data":{"w_pop_tt":7},"status":200}'),
    probe,
  });
  const modelUrl = 'https://models.example';
  const report = await test(toConnection({ attributeUrl: ADDRESS, modelUrl }, KEY));
  expect(report).toMatchObject({ kind: 'works' });
  expect('isModelServiceAway' in report).toBe(isAway === true);
  // It asked for nothing, and sent no key.
  expect(sent[1]?.url).toBe(modelUrl);
  expect(JSON.stringify(sent[1])).not.toContain(KEY);
});

const replies: readonly [string, ResponseInit, ConnectionReport][] = [
  ['', { status: 401 }, { kind: 'refused', status: 401 }],
  ['{"message":"no credits"}', { status: 403 }, { kind: 'out-of-credits', status: 403 }],
  [
    '',
    { status: 429, headers: { 'Retry-After': '7' } },
    { kind: 'throttled', status: 429, retryAfterMs: 7000 },
  ],
  ['{}', { status: 400 }, { kind: 'failed', status: 400, likelyCause: 'service-error' }],
  ['', { status: 404 }, { kind: 'failed', status: 404, likelyCause: 'wrong-address' }],
  ['', { status: 405 }, { kind: 'failed', status: 405, likelyCause: 'wrong-address' }],
  ['<html>Welcome</html>', {}, { kind: 'failed', status: 200, likelyCause: 'wrong-address' }],
  ['<html>', { status: 502 }, { kind: 'failed', status: 502, likelyCause: 'service-error' }],
  ['', { status: 503 }, { kind: 'failed', status: 503, likelyCause: 'service-error' }],
];
it.each(replies)('of a service that answers %j %j reports %j', async (text, init, report) => {
  const { test, sent } = testWith({ post: replying(text, init) });
  await expect(test(connection)).resolves.toEqual(report);
  expect(sent).toHaveLength(1);
});

it('reports a key that no header can carry as refused, and none as none, unsent', async () => {
  const { test, sent } = testWith({ post: replying('{}') });
  const { addresses } = connection;
  await expect(test(toConnection(addresses, '“key”'))).resolves.toEqual({ kind: 'refused' });
  await expect(test(toConnection(addresses, undefined))).resolves.toEqual({ kind: 'refused' });
  expect(sent).toEqual([]);
});

it('reports an address that a key must not go to as a wrong one, unsent', async () => {
  const { test, sent } = testWith({ post: replying('{}') });
  const addresses = { attributeUrl: 'http://data.example', modelUrl: ADDRESS };
  await expect(test(toConnection(addresses, KEY))).resolves.toEqual({
    kind: 'failed',
    likelyCause: 'wrong-address',
  });
  expect(sent).toEqual([]);
});

describe('without a reply', () => {
  it('says so when the device is offline, and asks no further', async () => {
    const { test, sent } = testWith({ post: nobody, isOnline: false });
    await expect(test(connection)).resolves.toEqual({
      kind: 'unreachable',
      likelyCause: 'offline',
    });
    expect(sent).toHaveLength(1);
  });

  it('tells a server that may not be read from one that is not there', async () => {
    const blocked = testWith({ post: nobody, probe: replying('') });
    await expect(blocked.test(connection)).resolves.toEqual({
      kind: 'unreachable',
      likelyCause: 'blocked',
    });
    const absent = testWith({ post: nobody, probe: nobody });
    await expect(absent.test(connection)).resolves.toEqual({
      kind: 'unreachable',
      likelyCause: 'wrong-address',
    });
  });

  it('asks a server that is there once more, for a connection may have broken', async () => {
    let posts = 0;
    const broken = testWith({
      post: () => ((posts += 1) === 1 ? nobody() : replying('', { status: 401 })()),
      probe: replying(''),
    });
    await expect(broken.test(connection)).resolves.toEqual({ kind: 'refused', status: 401 });
    expect(broken.sent.map(({ init }) => init.method ?? 'GET')).toEqual(['POST', 'GET', 'POST']);
    const blocked = testWith({ post: nobody, probe: replying('') });
    await blocked.test(connection);
    expect(blocked.sent).toHaveLength(4);
  });

  it('looks for the server without a credential', async () => {
    const { test, sent } = testWith({ post: nobody });
    await test(connection);
    expect(sent[1]).toMatchObject({
      url: ADDRESS,
      init: { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' },
    });
    expect(JSON.stringify(sent[1])).not.toContain(KEY);
  });

  it('waits 15 s for the reply, and as long for the server that it looks for', async () => {
    const silent = () => new Promise<Response>(() => {});
    const slow = testWith({ post: silent });
    const report = slow.test(connection);
    await slow.clock.advance(15_000);
    await expect(report).resolves.toEqual({ kind: 'unreachable', likelyCause: 'timed-out' });

    const deaf = testWith({ post: nobody, probe: silent });
    const other = deaf.test(connection);
    await deaf.clock.advance(15_000);
    await expect(other).resolves.toEqual({ kind: 'unreachable', likelyCause: 'wrong-address' });
    await deaf.clock.drain(0);
  });
});

it('reports on a real service, and on its absence', async () => {
  const service = await startLoopbackService();
  service.answerWith((response) => response.end('{"data":{"w_pop_tt":5},"status":200}'));
  const test = createConnectionTest({
    clock: new HandClock(),
    online: () => true,
    fetch: (...call) => fetch(...call),
  });
  const here = toConnection({ attributeUrl: service.url, modelUrl: service.url }, KEY);
  await expect(test(here)).resolves.toMatchObject({ kind: 'works' });
  service.answerWith((response) => response.destroy());
  await expect(test(here)).resolves.toMatchObject({ kind: 'unreachable' });
  await service.close();
  await expect(test(here)).resolves.toEqual({ kind: 'unreachable', likelyCause: 'wrong-address' });
});
