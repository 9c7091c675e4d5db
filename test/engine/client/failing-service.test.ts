import { createReachability } from '../../../src/engine/client/reachability';
import { createServiceSource } from '../../../src/engine/client/service-source';
import { createEngine } from '../../../src/engine/lookup';
import { attribute, ended } from '../lookup/engine-setup';
import { HandClock } from '../lookup/hand-clock';

const ADDRESS = 'https://api.example.com';
const ANSWER = '{"data":{"a":1}}';

/** The engine over a service that replies with the status, as a page joins them. */
function setUp(status: number) {
  const clock = new HandClock();
  const answeredAt: number[] = [];
  const calls: number[] = [];
  let isWorking = false;
  /** What a request holds that fails although the service works. */
  let spoiled = '\n';
  const reachability = createReachability({
    clock,
    random: () => 0.5,
    probe: () => Promise.resolve(true),
  });
  const source = createServiceSource({
    connection: () => ({
      addresses: { attributeUrl: ADDRESS, modelUrl: ADDRESS },
      credential: 'k-0123456789abcdef',
    }),
    scopeOf: () => 'me',
    fetch: async (_, { body }) => {
      calls.push(clock.elapsed());
      await new Promise<void>((resolve) => clock.schedule(50, resolve));
      return isWorking && !String(body).includes(spoiled)
        ? new Response(ANSWER)
        : new Response('<h1>Service Unavailable</h1>', { status });
    },
    clock,
    reachability,
  });
  const engine = createEngine({ source, clock, random: () => 0.5, tiers: [] });
  return {
    ...{ clock, calls, engine, answeredAt },
    work: (is: boolean) => void (isWorking = is),
    spoil: (text: string) => void (spoiled = text),
    snapshot: () => engine.activity.snapshot(),
    ask(rows: number) {
      return Array.from({ length: rows }, (_, row) => {
        const asking = engine.ask(attribute(row, 'a'));
        void asking.then(() => answeredAt.push(clock.elapsed()));
        return asking;
      });
    },
  };
}

/** In steps of a tenth of a second. */
async function pass(clock: HandClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) await clock.advance(100);
}

describe('a request that never left the machine', () => {
  const connect = { code: 'ETIMEDOUT', syscall: 'connect' };
  it.each<[string, object, boolean]>([
    ['packets that are dropped', { code: 'UND_ERR_CONNECT_TIMEOUT' }, true],
    ['packets that the system gives up', connect, true],
    ['two addresses of a name', { code: 'ETIMEDOUT', errors: [connect, connect] }, true],
    ['a name that nobody knows', { code: 'ENODATA', syscall: 'getaddrinfo' }, true],
    ['a connection that timed out later', { code: 'ETIMEDOUT', syscall: 'read' }, false],
    ['one of them later', { code: 'ETIMEDOUT', errors: [connect, { syscall: 'read' }] }, false],
    ['a connection that was closed', { code: 'UND_ERR_SOCKET' }, false],
  ])('is told from one that may have been charged: %s', async (_what, cause, isUnsent) => {
    const source = createServiceSource({
      connection: () => ({
        addresses: { attributeUrl: ADDRESS, modelUrl: ADDRESS },
        credential: 'k-0123456789abcdef',
      }),
      scopeOf: () => 'me',
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
      clock: new HandClock(),
    });
    const place = { kind: 'coordinates', lat: 1, lng: 2, key: '1,2' } as const;
    const { signal } = new AbortController();
    const failure = await source.score({ model: 'retail', place }, signal);
    expect(failure).toEqual({ kind: 'failed', code: 'offline', isUnsent: isUnsent || undefined });
  });
});

describe.each([500, 502, 503, 504])('a service that replies %i to every call', (status) => {
  it('is said to fail within seconds, and costs a few calls a minute', async () => {
    const { clock, calls, snapshot, ask } = setUp(status);
    void ask(3);
    await pass(clock, 5_000);
    expect(snapshot()).toMatchObject({ isUnreachable: true, failingStatus: status });
    await pass(clock, 50_000);
    expect(calls.length).toBeLessThan(16);
  });

  it('is why cells end, with its status', async () => {
    const { clock, ask } = setUp(status);
    const asked = ask(3);
    await pass(clock, 130_000);
    expect(await Promise.all(asked)).toEqual(
      asked.map(() => {
        // A call that failed may have been charged; one that was turned away is asked again.
        const code = status === 503 ? 'offline' : 'service-failed';
        return { kind: 'failed', error: { code, status } };
      }),
    );
  });

  it('gives what was asked within seconds of working again, and at its full pace', async () => {
    const { clock, answeredAt, ask, work, snapshot } = setUp(status);
    const asked = ask(100);
    await pass(clock, 40_000);
    work(true);
    const since = clock.elapsed();
    await pass(clock, 60_000);
    expect(await ended(asked)).toEqual(asked.map(() => 1));
    expect((answeredAt[0] ?? Infinity) - since).toBeLessThan(13_000);
    expect((answeredAt.at(-1) ?? Infinity) - since).toBeLessThan(30_000);
    expect(snapshot()).toMatchObject({ isUnreachable: false, failingStatus: undefined });
  });
});

test('a service that fails in the middle of a list is asked some thirty times more in half a minute, not hundreds', async () => {
  const { clock, calls, ask, work } = setUp(503);
  work(true);
  const asked = ask(2_000);
  await pass(clock, 20_000);
  work(false);
  const before = calls.length;
  await pass(clock, 30_000);
  expect(calls.length - before).toBeLessThan(40);
  work(true);
  await pass(clock, 240_000);
  expect(new Set(await ended(asked))).toEqual(new Set([1]));
});

test('a place that the service always turns away keeps others waiting for seconds, not until its deadline', async () => {
  const { clock, answeredAt, ask, work, spoil } = setUp(503);
  work(true);
  spoil('"lat":10,');
  const [bad, ...others] = ask(1);
  await pass(clock, 20_000);
  others.push(...ask(6).slice(1));
  const since = clock.elapsed();
  await pass(clock, 25_000);
  expect(answeredAt).toHaveLength(5);
  expect(await ended(others)).toEqual([1, 1, 1, 1, 1]);
  expect((answeredAt[0] ?? Infinity) - since).toBeLessThan(25_000);
  await pass(clock, 90_000);
  expect(await bad).toMatchObject({ kind: 'failed' });
});
