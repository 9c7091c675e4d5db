import { setTimeout as sleep } from 'node:timers/promises';
import { openRedisState } from '../../../src/gateway/redis/redis-state';
import type { Team as DirectoryTeam } from '../../../src/gateway/directory';
import { parseSharedAddress, type SharedAddress } from '../../../src/gateway/redis/shared-address';
import type { SharedState } from '../../../src/gateway/state/shared-state';
import { startRedis, type RedisServer } from '../state/redis-server';

type Team = Partial<Pick<DirectoryTeam, 'id' | 'weight'>>;

interface Load {
  readonly team?: Team;
  /** Where it asks; otherwise at a gateway of its own. */
  readonly state?: SharedState;
  readonly takesMs?: number;
}

/** A gateway with more calls to make than may leave; each call is over as soon as it has left, or a while later. */
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

  async function call(
    { ledger }: SharedState,
    name: string,
    team: Team = {},
  ): Promise<() => Promise<void>> {
    const id = `${name} ${left.length} ${Math.random()}`;
    await ledger.reserve(id, [{ person: name, team: team.id, weight: team.weight }], 0);
    left.push(name);
    return () => ledger.settle(id, 'charged');
  }

  async function busy(name: string, most: number, of: Load = {}): Promise<Busy> {
    const state = of.state ?? (await open(most));
    let isOver = false;
    const all = Array.from({ length: 2 * most }, async () => {
      while (!isOver) {
        const settle = await call(state, name, of.team);
        if (of.takesMs !== undefined) await sleep(of.takesMs);
        await settle();
      }
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

  it('a team has as many calls as it weighs, wherever its people ask', async () => {
    const [heavy, light] = [{ id: 't_heavy', weight: 3 }, { id: 't_light' }];
    // The light team asks at two gateways, and at one of them beside the heavy one.
    const { state } = await busy('Asha', 4, { team: heavy, takesMs: 20 });
    await busy('Binod', 4, { team: light, takesMs: 20, state });
    await busy('Binod', 4, { team: light, takesMs: 20 });
    await leave(40);
    left.length = 0;
    await leave(200);
    const share = left.filter((each) => each === 'Asha').length / left.length;
    expect(share).toBeGreaterThan(0.65);
    expect(share).toBeLessThan(0.8);
  });

  it('a light team’s question leaves within the round of those that weigh more', async () => {
    const most = 2;
    for (const id of ['t_1', 't_2']) await busy(id, most, { team: { id, weight: 10 } });
    const other = await open(most);
    for (let round = 1; round <= 5; round += 1) {
      await leave(left.length + 50);
      const before = left.length;
      const settle = await call(other, 'Chitra', { id: 't_3' });
      // A turn of each, and those that left before the store heard of it.
      expect(left.indexOf('Chitra', before) - before).toBeLessThanOrEqual(20 + 3 * most + 2);
      await settle();
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
