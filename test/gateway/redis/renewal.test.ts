import { parseSharedAddress, type SharedAddress } from '../../../src/gateway/redis/shared-address';
import { openStage, type GatewayStage } from '../gateway-stage';
import { startRedis, type RedisServer } from '../state/redis-server';

let redis: RedisServer;
let stages: readonly [GatewayStage, GatewayStage];
let token: string;
beforeEach(async () => {
  redis = await startRedis();
  const address = parseSharedAddress(redis.url, undefined) as SharedAddress;
  const shared = { address, secret: undefined };
  const first = await openStage({ shared });
  const upstream = { attributeUrl: first.service.url, modelUrl: first.service.url };
  stages = [first, await openStage({ shared, upstream })];
  ({ token } = await first.person('Asha'));
});
afterEach(async () => {
  await Promise.all(stages.map((stage) => stage.close()));
  await redis.close();
});

const service = () => stages[0].service;
const say = (value: number): void => {
  service().fate = ({ kind }) => ({
    status: 200,
    body: JSON.stringify(kind === 'score' ? { score: value } : { data: { a: value } }),
  });
};

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200 && !(await isSo()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await isSo()).toBe(true);
}

async function ask(index: 0 | 1, renew: boolean): Promise<unknown> {
  const lines = [{ variables: ['a'] }, { model: 'm' }].map((asked, id) =>
    JSON.stringify({ id, lat: 1, lng: 2, ...asked, ...(renew && { renew }) }),
  );
  const { text } = await stages[index].send('/v1/bulk', {
    method: 'POST',
    headers: { 'x-api-key': token },
    body: lines.join('\n'),
  });
  const found = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; data?: { a: number }; score?: number });
  return found.sort((one, other) => one.id - other.id).map(({ data, score }) => data?.a ?? score);
}

test('what one of two gateways renews or forgets is new at both, and charged once', async () => {
  say(111);
  await until(async () => JSON.stringify(await ask(0, false)) === '[111,111]');
  await until(async () => JSON.stringify(await ask(1, false)) === '[111,111]');
  expect(service().charged).toBe(2);
  say(222);
  const release = service().hold();
  const all = ([0, 1, 0, 1] as const).map((index) => ask(index, true));
  await until(() => service().calls.length >= 4);
  // Whoever would ask besides has the time to.
  await new Promise((done) => setTimeout(done, 300));
  release();
  expect(await Promise.all(all)).toEqual(Array(4).fill([222, 222]));
  expect(service().charged).toBe(4);
  expect(await ask(1, false)).toEqual([222, 222]);
  const usage = await stages[1].admin('GET /usage');
  expect(usage.json['account']).toMatchObject({ charged: 4 });
  say(333);
  await stages[0].admin('POST /answers/forget', { names: ['a'] });
  expect(await ask(0, false)).toEqual([333, 222]);
  await until(async () => JSON.stringify(await ask(1, false)) === '[333,222]');
  await stages[1].admin('POST /answers/forget', { models: ['m'] });
  await until(async () => JSON.stringify(await ask(0, false)) === '[333,333]');
  expect(service().charged).toBe(6);
});
