import { EMPTY_RECORDS } from './empty-records';
import { Directory } from '../../src/gateway/directory';
import { parseSharedAddress, type SharedAddress } from '../../src/gateway/redis/shared-address';
import { StoreDown } from '../../src/gateway/state/shared-state';
import { openStage, type GatewayStage } from './gateway-stage';
import { startRedis, type RedisServer } from './state/redis-server';

describe('a token that is revoked while the store takes nothing', () => {
  it('no longer counts, and is stored, with what follows, once the store takes it', async () => {
    let isFull = false;
    const stored: string[] = [];
    const put = (kind: string, _id: string, record: object): Promise<void> => {
      if (isFull) return Promise.reject(new StoreDown('full'));
      stored.push(`${kind}${'revokedAt' in record ? ' revoked' : ''}`);
      return Promise.resolve();
    };
    const directory = await Directory.load({ ...EMPTY_RECORDS, put }, () => 1);
    const person = await directory.addPerson({ name: 'A', team: undefined, role: 'person' });
    const of = { person: person.id, use: 'service', label: '' } as const;
    const { token, secret } = await directory.addToken(of);
    stored.length = 0;
    isFull = true;
    const audit = (): Promise<void> => put('audit', '', {});
    expect(await directory.revoke(token, audit)).toBe('later');
    expect(directory.identify(secret, 'service')).toBeUndefined();
    await expect(directory.storeRevoked()).rejects.toThrow(StoreDown);
    expect(stored).toEqual([]);
    isFull = false;
    await directory.storeRevoked();
    await directory.storeRevoked();
    expect(stored).toEqual(['token revoked', 'audit']);
  });

  it('stays revoked, whatever another gateway stores of it', async () => {
    let record: object = {};
    const directory = await Directory.load(
      {
        ...EMPTY_RECORDS,
        changedSince: (version = 0) =>
          Promise.resolve({ version: version + 1, records: [{ kind: 'token', record }] }),
      },
      () => 1,
    );
    const person = await directory.addPerson({ name: 'A', team: undefined, role: 'person' });
    const of = { person: person.id, use: 'service', label: '' } as const;
    const { token, secret } = await directory.addToken(of);
    await directory.revoke(token);
    record = token;
    await directory.refresh();
    expect(directory.identify(secret, 'service')).toBeUndefined();
  });
});

describe('while the shared store is gone', () => {
  let redis: RedisServer;
  let stage: GatewayStage;
  beforeEach(async () => {
    redis = await startRedis();
    const address = parseSharedAddress(redis.url, undefined) as SharedAddress;
    stage = await openStage({ shared: { address, secret: undefined } });
  });
  afterEach(async () => {
    await stage.close();
    await redis.close();
  });

  it('a token can be revoked, and stays revoked after a restart once it is stored', async () => {
    const { id, token } = await stage.person('Asha');
    const statusOf = async (): Promise<number> =>
      (await stage.ask(token, { lat: 1, lng: 1, variables: 'a' })).status;
    expect(await statusOf()).toBe(200);
    const { tokens } = (await stage.admin(`GET /people/${id}/tokens`)).json as {
      tokens: { id: string }[];
    };
    const [own] = tokens;
    await redis.kill();
    const reply = await stage.admin(`DELETE /tokens/${own?.id}`);
    expect([reply.status, reply.json['stored']]).toEqual([202, 'later']);
    expect(await statusOf()).toBe(401);
    expect((await stage.admin('POST /people', { name: 'Binod' })).status).toBe(503);
    await redis.start();
    const acts = async (): Promise<string> => (await stage.admin('GET /audit')).text;
    while (!(await acts()).includes('token revoked'));
    await stage.restart();
    expect(await statusOf()).toBe(401);
  });

  it('a person can be found to revoke their token, and is told to be disabled later', async () => {
    const { id, token } = await stage.person('Asha');
    await redis.kill();
    const { json } = await stage.admin('GET /people?search=asha');
    expect((json['people'] as { id: string }[]).map((person) => person.id)).toEqual([id]);
    const tokens = (await stage.admin(`GET /people/${id}/tokens`)).json['tokens'] as object[];
    expect(tokens).toHaveLength(1);
    for (const change of [{ isDisabled: true }, { name: 'Binod' }, { role: 'administrator' }]) {
      const reply = await stage.admin(`PATCH /people/${id}`, change);
      expect([reply.status, reply.headers.get('retry-after'), reply.json]).toEqual([
        ...[503, '5'],
        { status: 503, message: expect.stringMatching(/not stored.* Tokens can be revoked/) },
      ]);
    }
    expect((await stage.admin('GET /usage')).status).toBe(503);
    expect((await stage.admin('GET /people', undefined, 'guess')).status).toBe(503);
    await redis.start();
    let me = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
    while (me.status === 503) me = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
    expect([me.status, me.json['person']]).toEqual([200, 'Asha']);
  });

  it('the last administrator’s cannot, nor another’s by somebody who may not', async () => {
    const { id } = await stage.person('Asha');
    const { json } = await stage.admin('GET /people');
    const admin = (json['people'] as { id: string; role: string }[]).find(
      ({ role }) => role === 'administrator',
    );
    const tokensOf = async (person?: string): Promise<string> =>
      ((await stage.admin(`GET /people/${person}/tokens`)).json['tokens'] as { id: string }[])[0]
        ?.id ?? '';
    const [last, ashas] = [await tokensOf(admin?.id), await tokensOf(id)];
    await redis.kill();
    expect((await stage.admin(`DELETE /tokens/${last}`)).status).toBe(409);
    expect((await stage.admin(`DELETE /tokens/${ashas}`, undefined, 'guess')).status).toBe(503);
    await redis.start();
  });
});
