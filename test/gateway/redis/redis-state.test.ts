import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Calendar } from '../../../src/node/calendar';
import type { ScoreCall, Source } from '../../../src/engine/lookup';
import { ACCOUNT, personScope } from '../../../src/gateway/state/call-ledger';
import { openRedisState } from '../../../src/gateway/redis/redis-state';
import { parseSharedAddress, type SharedAddress } from '../../../src/gateway/redis/shared-address';
import type { SharedState } from '../../../src/gateway/state/shared-state';
import { sendTo, startRedis, type RedisServer } from '../state/redis-server';
import { describeSharedState, type StateStage } from '../state/shared-state-suite';

const NOON = Date.UTC(2026, 0, 31, 12);
const TIMERS_BUT_INTERVALS = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
  ...(['clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];

describe('with one server', () => {
  let server: RedisServer;
  beforeAll(async () => (server = await startRedis()));
  afterAll(() => server.close());
  beforeEach(() => server.send('FLUSHALL'));

  const open = (now: number): Promise<StateStage> =>
    openStage(parseSharedAddress(server.url, undefined) as SharedAddress, now);
  describeSharedState('Redis', open);

  it('is asked once for the usage of some hundred people', async () => {
    const stage = await open(Date.now());
    await server.send('CONFIG RESETSTAT');
    const scopes = Array.from({ length: 900 }, (_, index) => personScope(String(index)));
    expect(await stage.state.ledger.usages(scopes)).toHaveLength(900);
    const [, scripts] =
      /cmdstat_evalsha:calls=(\d+)/.exec(await server.send('INFO commandstats')) ?? [];
    // The connection has a beat of its own.
    expect(Number(scripts)).toBeLessThan(20);
    await stage.close();
  });

  it('reads one person’s counts alone, however many have spent something', async () => {
    const { state, close } = await open(NOON);
    for (const person of ['asha', 'binod']) {
      await state.ledger.reserve(person, [{ person, team: undefined }], 0);
      await state.ledger.settle(person, 'charged');
    }
    await server.send('CONFIG RESETSTAT');
    const counts = await state.ledger.counts('2026-01-31', [personScope('asha')]);
    expect([...counts].map(([scope, { booked }]) => [scope, booked])).toEqual([
      [personScope('asha'), 1],
    ]);
    const stats = await server.send('INFO commandstats');
    expect(stats).toContain('cmdstat_hmget');
    expect(stats).not.toMatch(/cmdstat_(?:hgetall|hscan)/);
    await close();
  });

  it('keeps of the names without a value at a place the latest few thousand', async () => {
    const { state, close } = await open(NOON);
    const key = 'scope\nlookup\nplace';
    for (let round = 0; round < 12; round += 1) {
      const invented = Array.from({ length: 500 }, (_, index) => ({
        ...{ name: `n_${round}_${index}`, value: null, at: NOON + round },
      }));
      await state.answers.write([
        { key, answers: [{ name: `real_${round}`, value: 1, at: NOON }, ...invented] },
      ]);
    }
    const found = (await state.answers.read([key])).get(key) ?? [];
    expect(found.filter(({ value }) => value !== null)).toHaveLength(12);
    expect(found.length).toBeLessThan(4600);
    expect(found.some(({ name }) => name.startsWith('n_11_'))).toBe(true);
    await close();
  });

  it('is asked for a lock once, however many wait for it', async () => {
    const [{ state, close }, other] = [await open(NOON), await open(NOON)];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = other.state.exclusively('alerts', () => held);
    await other.state.records.read('any', 'record');
    await server.send('CONFIG RESETSTAT');
    const order: number[] = [];
    const waiting = Array.from({ length: 50 }, (_, index) =>
      state.exclusively('alerts', () => Promise.resolve(order.push(index))),
    );
    // What has been sent before it has come before it.
    await state.records.read('any', 'record');
    const [, sets] = /cmdstat_set:calls=(\d+)/.exec(await server.send('INFO commandstats')) ?? [];
    expect(Number(sets)).toBeLessThan(10);
    release();
    await Promise.all([first, ...waiting]);
    expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
    await Promise.all([close(), other.close()]);
  });

  it('lets no score leave whose claim was given to another while its process was stopped', async () => {
    jest.useFakeTimers({ doNotFake: TIMERS_BUT_INTERVALS });
    const stopped = await open(NOON);
    const other = await open(NOON);
    const claims = [stopped.state.claims, other.state.claims] as const;
    expect(await claims[0].claim('target', 'retail')).toBe('claimed');
    stopped.now = other.now = NOON + 60_000;
    const [unknown] = await claims[1].unknown();
    expect(await claims[1].askAgain(unknown?.id ?? '')).toBe(true);
    expect(await claims[1].claim('target', 'retail')).toBe('claimed');
    expect(await claims[0].mayLeave?.('target')).toBe(false);
    expect(await claims[1].mayLeave?.('target')).toBe(true);
    await claims[1].end('target', 'known');
    // It goes on, and tells the store of what it holds.
    jest.advanceTimersByTime(5000);
    expect(await claims[0].mayLeave?.('target')).toBe(false);
    await claims[0].end('target', 'known');
    expect(await claims[0].claim('target', 'retail')).toBe('claimed');
    expect(await claims[0].mayLeave?.('target')).toBe(true);
    jest.useRealTimers();
    await Promise.all([stopped.close(), other.close()]);
  });

  it('lets no call leave while the store’s clock is more than a day from where it was', async () => {
    const jumps: number[] = [];
    const stage = await openStage(
      parseSharedAddress(server.url, undefined) as SharedAddress,
      NOON,
      ...[undefined, undefined, (byMs: number) => jumps.push(byMs)],
    );
    const payer = { person: 'asha', team: undefined };
    const reserve = (call: string) => stage.state.ledger.reserve(call, [payer], 0);
    for (const days of [2, -2, 400]) {
      stage.now = NOON + days * 86_400_000;
      await expect(reserve('one')).rejects.toThrow('its clock has jumped');
      await expect(reserve('two')).rejects.toThrow('its clock has jumped');
      expect(Math.round((jumps.pop() ?? 0) / 86_400_000)).toBe(days);
      expect(jumps).toEqual([]);
      stage.now = NOON + 3_600_000;
      expect(await reserve(String(days))).toEqual(payer);
    }
    await stage.close();
  });

  it('says that it keeps no append-only file, and that gateways differ in their concurrency', async () => {
    const warned: unknown[] = [];
    const open = (url: string, maxConcurrency: number) =>
      openRedisState({
        ...{ address: parseSharedAddress(url, undefined) as SharedAddress, secret: undefined },
        ...{ keepAnswersMs: 1, keepCountsMs: 1, negativeFreshMs: 1, patienceMs: 5000 },
        ...{ random: Math.random, maxConcurrency },
        onWarning: (name, facts) => warned.push([name.split(' ', 3).join(' '), facts]),
      });
    const loose = await startRedis('--appendonly', 'no', '--save', '');
    const durable = await startRedis('--appendonly', 'yes');
    const states = [await open(durable.url, 16), await open(durable.url, 16)];
    expect(warned).toEqual([]);
    states.push(await open(durable.url, 8), await open(loose.url, 8));
    for (const state of states) await state.close();
    await Promise.all([loose.close(), durable.close()]);
    expect(warned).toEqual([
      ['another gateway has', { here: 8, there: 16 }],
      ['the shared store', {}],
    ]);
  });

  it('says that another gateway counts by the days of another time zone', async () => {
    const warned: unknown[] = [];
    const own = await startRedis('--appendonly', 'yes');
    const open = (zone: string) =>
      openRedisState({
        ...{ address: parseSharedAddress(own.url, undefined) as SharedAddress, secret: undefined },
        ...{ keepAnswersMs: 1, keepCountsMs: 1, negativeFreshMs: 1, patienceMs: 5000 },
        ...{ random: Math.random, maxConcurrency: 16, calendar: new Calendar(zone) },
        onWarning: (name, facts) => warned.push([name, facts]),
      });
    const states = [await open('Asia/Kolkata'), await open('Asia/Calcutta')];
    expect(warned).toEqual([]);
    states.push(await open('UTC'));
    for (const state of states) await state.close();
    await own.close();
    expect(warned).toEqual([
      [
        'another gateway has another LOCUS_TIME_ZONE, or had before',
        { here: 'UTC', there: 'Asia/Calcutta' },
      ],
    ]);
  });

  it('gives a store that comes back empty the secret by which places are known', async () => {
    const empty = await startRedis('--appendonly', 'no', '--save', '');
    const stage = await openStage(parseSharedAddress(empty.url, undefined) as SharedAddress, NOON);
    const secret = (): Promise<string> => empty.send('GET locus:1:{account}:secret');
    const before = await secret();
    expect(before).toMatch(/^\$43/);
    await empty.kill();
    await empty.start();
    for (let times = 0; times < 500 && (await secret()) !== before; times += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await secret()).toBe(before);
    await stage.close();
    await empty.close();
  });

  it('never tells the store a secret that it was given, and lets in no gateway with another', async () => {
    const own = await startRedis();
    const address = parseSharedAddress(own.url, undefined) as SharedAddress;
    const given = 'a-secret-that-the-store-is-never-told';
    const openWith = (secret?: string) => openStage(address, NOON, undefined, secret);
    const stage = await openWith(given);
    await own.send('CLIENT KILL TYPE normal');
    // It comes back, and does what it does whenever it does.
    const put = () => stage.state.records.put('person', 'p_1', {}).then(() => true);
    // A turn for each: without, the connection would never come back.
    while (!(await put().catch(() => false))) await new Promise(setImmediate);
    for (const key of (await own.send('KEYS *'))
      .split(/\r\n/)
      .filter((line) => !/^[*$]/.test(line))) {
      expect(await own.send(`DUMP ${key}`)).not.toContain(given);
    }
    expect(await own.send('GET locus:1:{account}:secret')).toMatch(/^\$-1/);
    for (const other of ['another-secret-that-nobody-else-has', undefined]) {
      await expect(openWith(other)).rejects.toThrow(/another secret/);
    }
    await (await openWith(given)).close();
    await stage.close();
    await own.close();
  });

  it('rests as long as the service wishes, a minute at most, after a score as well, until told to go on', async () => {
    const [stage, other] = [await open(Date.now()), await open(Date.now())];
    const restMs = async (): Promise<number> =>
      Number((await server.send('PTTL locus:1:{account}:rest')).trim().slice(1));
    const refused = { kind: 'failed', code: 'throttled', retryAfterMs: 3_600_000 } as const;
    const source = { scope: () => 's', lookup: async () => refused, score: async () => refused };
    const merged = stage.state.lookups?.merged(source as unknown as Source);
    await merged?.score({} as ScoreCall, new AbortController().signal);
    while ((await restMs()) < 0);
    expect(await restMs()).toBeLessThanOrEqual(60_000);
    const reserved = stage.state.ledger.reserve('one', [{ person: 'asha', team: undefined }], 0);
    other.state.ledger.rest?.(0);
    expect(await reserved).toMatchObject({ person: 'asha' });
    expect(await restMs()).toBeLessThan(0);
    await Promise.all([stage.close(), other.close()]);
  });

  it('is said to be back only after it was gone', async () => {
    const told: boolean[] = [];
    const stage = await openStage(
      parseSharedAddress(server.url, undefined) as SharedAddress,
      Date.now(),
      (isUp) => told.push(isUp),
    );
    expect(told).toEqual([]);
    await server.kill();
    while (!stage.state.isDown) await new Promise((resolve) => setTimeout(resolve, 10));
    await server.start();
    while (stage.state.isDown) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(told).toEqual([false, true]);
    await stage.close();
  });
});

describe('with a cluster, a sentinel and a password', () => {
  const servers: RedisServer[] = [];
  const begin = async (...options: readonly string[]): Promise<RedisServer> => {
    const server = await startRedis(...options);
    servers.push(server);
    return server;
  };
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  async function use(text: string, password?: string): Promise<void> {
    const stage = await openStage(parseSharedAddress(text, password) as SharedAddress, Date.now());
    const { ledger, answers, claims, records } = stage.state;
    const payer = { person: 'asha', team: undefined };
    expect(await ledger.reserve('one', [payer], 0)).toEqual(payer);
    await ledger.settle('one', 'charged');
    const [account] = await ledger.usages([ACCOUNT]);
    expect(account?.day).toMatchObject({ charged: 1, reserved: 0 });
    const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`);
    const answer = { name: 'a', value: 1, at: stage.now };
    await answers.write(keys.map((key) => ({ key, answers: [answer] })));
    expect((await answers.read(keys)).size).toBe(50);
    expect(await claims.claim('target', 'model')).toBe('claimed');
    await records.put('team', 't', { id: 't' });
    expect(await records.load('team')).toEqual([{ id: 't' }]);
    await stage.close();
  }

  it('keeps to one slot in each step, so that a cluster takes it', async () => {
    const server = await begin('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
    await server.send('CLUSTER ADDSLOTSRANGE 0 16383');
    while (!(await server.send('CLUSTER INFO')).includes('cluster_state:ok'));
    await use(`redis+cluster://127.0.0.1:${server.port}`);
  });

  it('finds the server that sentinels name', async () => {
    const server = await begin();
    const sentinel = await begin('--sentinel');
    await sentinel.send(`SENTINEL MONITOR main 127.0.0.1 ${server.port} 1`);
    await use(`redis+sentinel://127.0.0.1:${sentinel.port}/main`);
  });

  it('signs in with a password, and says without it what is wrong', async () => {
    const server = await begin('--requirepass', 'pass:word');
    await use(server.url, 'pass:word');
    await expect(use(server.url)).rejects.toThrow(
      /The store at 127\.0\.0\.1:\d+ is of no use: NOAUTH/,
    );
    const wrong = await use(server.url, 'another').then(String, String);
    expect(wrong).toMatch(/WRONGPASS/);
    expect(wrong).not.toContain('another');
  });

  it('refuses a server that drops what it was given', async () => {
    const server = await begin('--maxmemory-policy', 'allkeys-lru');
    await expect(use(server.url)).rejects.toThrow(/drops budgets when it is full/);
  });
});

async function openStage(
  address: SharedAddress,
  now: number,
  onChange?: (isUp: boolean) => void,
  secret?: string,
  onJump?: (byMs: number) => void,
): Promise<StateStage> {
  const opened: SharedState[] = [];
  const stage = { now } as StateStage;
  const folder = mkdtempSync(join(tmpdir(), 'locus-seen-'));
  const seenFile = join(folder, 'seen.json');
  const open = async (): Promise<SharedState> => {
    const state = await openRedisState({
      address,
      secret,
      keepAnswersMs: 30 * 86_400_000,
      negativeFreshMs: 86_400_000,
      keepCountsMs: 400 * 86_400_000,
      patienceMs: 1000,
      maxConcurrency: undefined,
      random: () => 0.5,
      clock: () => String(stage.now),
      onChange,
      calendar: stage.calendar,
      ...(onJump && { uptimeMs: () => performance.now(), onJump }),
      seenFile,
    });
    opened.push(state);
    return state;
  };
  stage.state = await open();
  stage.kill = async () => {
    await stage.state.close();
    // Its lease has ended.
    stage.now += 20_000;
    stage.state = await open();
  };
  const everyKey = (from: number, to: number): string =>
    `redis.call('SELECT',${from}) for _,k in ipairs(redis.call('KEYS','*')) do redis.call('COPY',k,k,'DB',${to},'REPLACE') end`;
  const run = (script: string): Promise<string> =>
    sendTo(address.hosts[0]?.port ?? 0, `EVAL "${script} return 1" 0`);
  stage.copy = async () => void (await run(everyKey(0, 1)));
  stage.restore = async (what) => {
    await run(`redis.call('FLUSHDB') ${what === 'copy' ? everyKey(1, 0) : ''}`);
  };
  stage.close = async () => {
    for (const state of opened) await state.close();
    rmSync(folder, { recursive: true });
  };
  return stage;
}
