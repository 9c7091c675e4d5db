import { openRedisState } from '../../../src/gateway/redis/redis-state';
import { parseSharedAddress } from '../../../src/gateway/redis/shared-address';
import type { SharedAddress } from '../../../src/gateway/redis/shared-address';
import type { SharedState } from '../../../src/gateway/state/shared-state';
import { hasRedis, startRedis } from '../state/redis-server';
import type { RedisServer } from '../state/redis-server';
import { describeSharedState } from '../state/shared-state-suite';
import type { StateStage } from '../state/shared-state-suite';

const describeWithRedis = hasRedis ? describe : describe.skip;

describeWithRedis('with one server', () => {
  let server: RedisServer;
  beforeAll(async () => (server = await startRedis()));
  afterAll(() => server.close());
  beforeEach(() => server.send('FLUSHALL'));

  describeSharedState('Redis', (now) =>
    openStage(parseSharedAddress(server.url, undefined) as SharedAddress, now),
  );
});

async function openStage(address: SharedAddress, now: number): Promise<StateStage> {
  const opened: SharedState[] = [];
  const stage = { now } as StateStage;
  const open = async (): Promise<SharedState> => {
    const state = await openRedisState({
      address,
      secret: undefined,
      keepAnswersMs: 30 * 86_400_000,
      negativeFreshMs: 86_400_000,
      keepCountsMs: 400 * 86_400_000,
      patienceMs: 1000,
      maxConcurrency: undefined,
      random: () => 0.5,
      clock: () => String(stage.now),
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
  stage.close = async () => {
    for (const state of opened) await state.close();
  };
  return stage;
}
