import { openRedisState } from '../../../src/gateway/redis/redis-state';
import { parseSharedAddress, type SharedAddress } from '../../../src/gateway/redis/shared-address';
import type { SharedState } from '../../../src/gateway/state/shared-state';
import {
  coordinatePlace,
  createCancellation,
  type LookupReply,
  type Source,
} from '../../../src/engine/lookup';
import { startRedis, type RedisServer } from '../state/redis-server';

describe('two gateways that want names of one place', () => {
  const place = coordinatePlace(1, 2);
  const target = `scope\nlookup\n${place.key}`;
  let server: RedisServer;
  let states: SharedState[];
  let asked: (readonly string[])[];
  let reply: (names: readonly string[]) => LookupReply;
  const source = {
    scope: () => 'scope',
    lookup: ({ names }: { names: readonly string[] }) => {
      asked.push(names);
      return Promise.resolve(reply(names));
    },
  } as unknown as Source;
  const answered = (names: readonly string[]): LookupReply => ({
    kind: 'answered',
    values: new Map(names.map((name) => [name, 1])),
  });

  beforeAll(async () => (server = await startRedis()));
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.send('FLUSHALL');
    asked = [];
    reply = answered;
    states = await Promise.all([open(), open()]);
  });
  afterEach(() => Promise.all(states.map((state) => state.close())));

  function open(maxConcurrency?: number): Promise<SharedState> {
    return openRedisState({
      address: parseSharedAddress(server.url, undefined) as SharedAddress,
      secret: undefined,
      keepAnswersMs: 1e9,
      negativeFreshMs: 1e9,
      keepCountsMs: 1e9,
      patienceMs: 1000,
      maxConcurrency,
      random: () => 0.5,
    });
  }

  async function ask(state: SharedState, names: readonly string[]): Promise<LookupReply> {
    const call = { place, names };
    const { signal } = createCancellation();
    return (state.lookups?.merged(source) ?? source).lookup(call, signal);
  }

  it('get them by one call of one of them, and the other hears the answers', async () => {
    const [one, other] = states as [SharedState, SharedState];
    const heard: string[] = [];
    other.answers.subscribe?.((added) =>
      heard.push(...added.flatMap(({ answers }) => answers.map(({ name }) => name))),
    );
    one.lookups?.want(target, 'a');
    other.lookups?.want(target, 'b');
    const [lead, waiting] = [await one.lookups?.claim(target), await other.lookups?.claim(target)];
    expect([lead?.kind, waiting?.kind]).toEqual(['claimed', 'taken']);
    expect((await ask(one, ['a'])).kind).toBe('answered');
    expect(asked.map((names) => [...names].sort())).toEqual([['a', 'b']]);
    if (waiting?.kind === 'taken') await waiting.whenOver;
    expect(heard.sort()).toEqual(['a', 'b']);
    expect((await other.answers.read([target])).get(target)).toHaveLength(2);
  });

  it('ask each for its own after a call of both was refused', async () => {
    const [one, other] = states as [SharedState, SharedState];
    reply = (names) =>
      names.includes('bad') ? { kind: 'failed', code: 'rejected', status: 400 } : answered(names);
    one.lookups?.want(target, 'good');
    other.lookups?.want(target, 'bad');
    await one.lookups?.claim(target);
    await other.lookups?.claim(target);
    // To be tried again, and no fault of the name that was asked for.
    expect(await ask(one, ['good'])).toMatchObject({ code: 'service-failed' });
    await one.lookups?.claim(target);
    await other.lookups?.claim(target);
    expect((await ask(one, ['good'])).kind).toBe('answered');
    await other.lookups?.claim(target);
    expect(await ask(other, ['bad'])).toMatchObject({ code: 'rejected' });
    expect(asked.slice(1)).toEqual([['good'], ['bad']]);
  });

  it('make no more calls at once than one of them may', async () => {
    const [one, other] = await Promise.all([open(3), open(3)]);
    states.push(one, other);
    const payer = { person: 'asha', team: undefined };
    let out = 0;
    let peak = 0;
    const call = async (index: number): Promise<void> => {
      const { ledger } = index % 2 === 0 ? one : other;
      await ledger.reserve(`call ${index}`, [payer], 0);
      peak = Math.max(peak, (out += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      out -= 1;
      await ledger.settle(`call ${index}`, 'charged');
    };
    await Promise.all(Array.from({ length: 24 }, (_, index) => call(index)));
    expect(peak).toBeLessThanOrEqual(3);
    expect(peak).toBeGreaterThan(1);
  });
});
