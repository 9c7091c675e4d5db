import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../src/gateway/command-line';
import { parseSharedAddress, type SharedAddress } from '../../src/gateway/redis/shared-address';
import { ADMINISTRATOR, openStage, type GatewayStage, type Reply } from './gateway-stage';
import { startRedis, type RedisServer } from './state/redis-server';

let stage: GatewayStage;
let token: string;
afterEach(() => stage.close());

const ask = (lat: number): Promise<Reply> => stage.ask(token, { lat, lng: 2, variables: 'a' });
const statusOf = (reply: Reply): readonly unknown[] => [
  reply.status,
  reply.headers.get('x-locus-reason'),
];
const FORGOT = [503, 'store-forgot'];
const OVER = [402, 'over-budget'];

async function readiness(): Promise<readonly unknown[]> {
  const reply = await fetch(`${stage.gateway.administrators}/readyz`);
  return [reply.status, ((await reply.json()) as { reason?: string }).reason];
}

async function expectRefusal(): Promise<void> {
  const calls = stage.service.calls.length;
  expect(statusOf(await ask(50))).toEqual(FORGOT);
  expect(statusOf(await stage.score(token, { lat: 51, lng: 2 }))).toEqual(FORGOT);
  const line = '{"id":1,"lat":52,"lng":2,"variables":["a"]}';
  const headers = { 'x-api-key': token };
  const bulk = await stage.send('/v1/bulk', { method: 'POST', headers, body: line });
  expect(bulk.text).toContain('"reason":"store-forgot"');
  expect(stage.service.calls).toHaveLength(calls);
  expect(await readiness()).toEqual([503, 'store-forgot']);
  expect((await stage.admin('GET /store')).json).toEqual({ hasForgotten: true });
}

describe('a gateway whose folder was restored from an older copy', () => {
  beforeEach(async () => {
    stage = await openStage();
    const { id, token: own } = await stage.person('Asha');
    token = own;
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 20 });
  });

  it('answers what it knows, and sends nothing until an administrator confirms', async () => {
    await ask(1);
    const { folder } = (await stage.admin('POST /backup')).json;
    for (let lat = 2; lat < 10; lat += 1) await ask(lat);
    await stage.restart(() => cpSync(String(folder), stage.folder, { recursive: true }));
    expect((await ask(1)).status).toBe(200);
    await expectRefusal();
    await stage.restart();
    await expectRefusal();
    const said: string[] = [];
    const environment = {
      LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
      LOCUS_ADMIN_URL: stage.gateway.administrators,
    };
    const write = (line: string) => void said.push(line);
    const ports = { environment, write, complain: write, recover: () => Promise.resolve('') };
    expect(await runCommand(['store', 'confirm'], ports)).toBe(0);
    expect(said).toEqual(['confirmed']);
    expect(await readiness()).toEqual([200, undefined]);
    expect(statusOf(await ask(60))).toEqual(OVER);
    expect((await stage.admin('POST /store/confirm')).status).toBe(409);
    await stage.restart();
    expect(statusOf(await ask(61))).toEqual(OVER);
  });

  it.each(['gateway.mdb', 'seen-mark.json'])('or has lost %s, is the same', async (file) => {
    await ask(1);
    await stage.restart(() => rmSync(join(stage.folder, file)));
    expect(await readiness()).toEqual([503, 'store-forgot']);
  });

  it('does not start with another secret', async () => {
    const secret = join(stage.folder, 'secret.key');
    const before = join(stage.folder, 'before.key');
    const exchanged = stage.restart(() => {
      cpSync(secret, before);
      writeFileSync(secret, Buffer.alloc(32, 7));
    });
    await expect(exchanged).rejects.toThrow(/secret.key in .* is not the one/);
    await stage.restart(() => cpSync(before, secret)).catch(() => undefined);
  });
});

describe('a gateway whose shared store', () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await startRedis();
    const address = parseSharedAddress(redis.url, undefined) as SharedAddress;
    stage = await openStage({ shared: { address, secret: undefined } });
    const { id, token: own } = await stage.person('Asha');
    token = own;
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 20 });
    expect((await ask(1)).status).toBe(200);
  });
  afterEach(() => redis.close());

  it('was emptied sends nothing, and knows its people and tokens when it goes on', async () => {
    const { token: revoked } = await stage.person('Binod');
    const people = (await stage.admin('GET /people')).json['people'] as { name: string }[];
    expect(people).toHaveLength(3);
    await redis.send('FLUSHALL');
    await expectRefusal();
    expect((await stage.admin('POST /store/confirm')).status).toBe(200);
    expect(statusOf(await ask(60))).toEqual(OVER);
    await stage.admin('PUT /account/budget', {});
    expect((await ask(61)).status).toBe(200);
    await stage.restart();
    expect((await ask(62)).status).toBe(200);
    token = revoked;
    expect((await ask(63)).status).toBe(200);
  });

  it('begins to evict counts as down until it keeps all again', async () => {
    await redis.send('CONFIG SET maxmemory-policy allkeys-lru');
    while ((await ask(Math.random() * 50)).headers.get('x-locus-reason') !== 'shared-store-down');
    await redis.send('CONFIG SET maxmemory-policy noeviction');
    while ((await ask(Math.random() * 50)).status === 503);
  });
});
