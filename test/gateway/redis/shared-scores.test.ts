import { parseSharedAddress, type SharedAddress } from '../../../src/gateway/redis/shared-address';
import { openStage, type GatewayStage } from '../gateway-stage';
import { startRedis, type RedisServer } from '../state/redis-server';

describe('two gateways that are asked for the same list of scores at once', () => {
  let server: RedisServer;
  let stages: readonly GatewayStage[] = [];
  beforeEach(async () => {
    server = await startRedis();
    const address = parseSharedAddress(server.url, undefined) as SharedAddress;
    const common = { shared: { address, secret: undefined }, upstreamConcurrency: 4 };
    const one = await openStage(common);
    const { url } = one.service;
    const upstream = { attributeUrl: url, modelUrl: url };
    stages = [one, await openStage({ ...common, upstream })];
  });
  afterEach(async () => {
    for (const stage of [...stages].reverse()) await stage.close();
    await server.close();
  });

  it('pay for each once, also for those that one has answered while they wait at the other', async () => {
    const [{ service }] = stages as [GatewayStage];
    service.delayMs = 10;
    const places = Array.from({ length: 60 }, (_, at) => ({ lat: 1 + at / 2, lng: 77 }));
    const body = places.map((place, id) => JSON.stringify({ id, model: 'm', ...place })).join('\n');
    const replies = await Promise.all(
      stages.map(async (stage, at) => {
        const { token } = await stage.person(`Person ${at}`);
        const headers = { 'x-api-key': token };
        return stage.send('/v1/bulk', { method: 'POST', headers, body });
      }),
    );
    for (const { text } of replies) {
      const lines = text.trimEnd().split('\n');
      expect(lines.filter((line) => !/"score":\d/.test(line))).toEqual([]);
      expect(lines).toHaveLength(60);
    }
    expect(service.charged).toBe(60);
    const usage = (await (stages[0] as GatewayStage).admin('GET /usage')).json;
    expect(usage['account']).toMatchObject({ booked: 60 });
  });
});
