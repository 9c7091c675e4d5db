import { openRedisState } from '../../../src/gateway/redis/redis-state';
import { parseSharedAddress } from '../../../src/gateway/redis/shared-address';
import type { SharedAddress } from '../../../src/gateway/redis/shared-address';
import type { SharedState } from '../../../src/gateway/state/shared-state';
import { startRedis } from '../state/redis-server';
import type { RedisServer } from '../state/redis-server';

/** A gateway with more calls to make than may leave; each call is over as soon as it has left. */
interface Busy {
  readonly state: SharedState;
  stop(): Promise<void>;
}

describe('gateways that share the service’s concurrent calls', () => {
  let server: RedisServer;
  /** Which gateway each call left from, in order. */
  let left: string[];
  let end: (() => Promise<unknown>)[];
  beforeAll(async () => (server = await startRedis()));
  afterAll(() => server.close());
  beforeEach(async () => {
    left = [];
    end = [];
    await server.send('FLUSHALL');
  });
  afterEach(async () => {
    for (const each of end.reverse()) await each();
  });

  async function open(maxConcurrency: number): Promise<SharedState> {
    const state = await openRedisState({
      address: parseSharedAddress(server.url, undefined) as SharedAddress,
      secret: undefined,
      keepAnswersMs: 1000,
      negativeFreshMs: 1000,
      keepCountsMs: 86_400_000,
      patienceMs: 1000,
      maxConcurrency,
      random: () => 0.5,
    });
    end.push(() => state.close());
    return state;
  }

  async function call({ ledger }: SharedState, name: string): Promise<() => Promise<void>> {
    const id = `${name} ${left.length} ${Math.random()}`;
    await ledger.reserve(id, [{ person: name, team: undefined }], 0);
    left.push(name);
    return () => ledger.settle(id, 'charged');
  }

  async function busy(name: string, most: number): Promise<Busy> {
    const state = await open(most);
    let isOver = false;
    const all = Array.from({ length: 2 * most }, async () => {
      while (!isOver) await (await call(state, name))();
    });
    const stop = async (): Promise<void> => {
      isOver = true;
      await Promise.all(all);
    };
    end.push(stop);
    return { state, stop };
  }

  const leave = async (count: number): Promise<void> => {
    while (left.length < count) await new Promise(setImmediate);
  };

  it.each([1, 3, 4])(
    'of %i calls, one goes to the gateway with a single question as soon as one is over',
    async (most) => {
      await busy('Asha', most);
      const other = await open(most);
      for (let round = 1; round <= 5; round += 1) {
        await leave(left.length + 20);
        const before = left.length;
        const settle = await call(other, 'Binod');
        // Some may have left before the store hears of it, and one round of calls after.
        expect(left.indexOf('Binod', before) - before).toBeLessThanOrEqual(3 * most + 2);
        await settle();
      }
    },
  );

  it('two with much to do have as many each, and a third has its own', async () => {
    await busy('Asha', 4);
    await busy('Binod', 4);
    await busy('Chitra', 4);
    await leave(20);
    left.length = 0;
    await leave(300);
    for (const name of ['Asha', 'Binod', 'Chitra']) {
      expect(left.filter((each) => each === name).length).toBeGreaterThan(60);
    }
  });

  it('one has them all once no other waits', async () => {
    const { state } = await busy('Asha', 2);
    const other = await busy('Binod', 2);
    await leave(50);
    await other.stop();
    const [one, two] = [await call(state, 'Chitra'), await call(state, 'Chitra')];
    await Promise.all([one(), two()]);
  });
});
