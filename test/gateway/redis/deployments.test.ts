import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCA, createCert } from 'mkcert';
import { openRedisState } from '../../../src/gateway/redis/redis-state';
import { parseSharedAddress, type SharedAddress } from '../../../src/gateway/redis/shared-address';
import { ACCOUNT, type Payer } from '../../../src/gateway/state/call-ledger';
import { type SharedState, StoreDown } from '../../../src/gateway/state/shared-state';
import { startFaultyService } from '../faulty-service';
import { freePort } from '../free-port';
import { startProgram } from '../gateway-program';
import { startRedis, type RedisServer } from '../state/redis-server';
import { until } from './replica-stage';

jest.setTimeout(120_000);

const onEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of onEnd.splice(0).reverse()) await end();
});

async function begin(...options: readonly string[]): Promise<RedisServer> {
  const server = await startRedis(...options);
  onEnd.push(() => server.close());
  return server;
}

describe('a Redis that speaks TLS, with a certificate of an authority of its own', () => {
  it('is used by a gateway that trusts the authority, and by no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locus-tls-'));
    onEnd.push(() => rmSync(folder, { recursive: true, force: true }));
    const where = { countryCode: 'XX', state: 'Nowhere', locality: 'Nowhere' };
    const ca = await createCA({ organization: 'Tests', ...where, validity: 1 });
    const { key, cert } = await createCert({ ca, domains: ['localhost'], validity: 1 });
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content, { mode: 0o600 });
      return join(folder, name);
    };
    const authority = file('ca.pem', ca.cert);
    const port = String(await freePort());
    await begin(
      ...['--tls-port', port, '--tls-auth-clients', 'no', '--requirepass', 'secret'],
      ...['--tls-cert-file', file('cert.pem', cert), '--tls-key-file', file('key.pem', key)],
      ...['--tls-ca-cert-file', authority],
    );
    const service = await startFaultyService();
    onEnd.push(() => service.close());
    const environment = {
      LOCUS_ATTRIBUTE_URL: service.url,
      LOCUS_MODEL_URL: service.url,
      LOCUS_PROVIDER_KEY: service.key,
      LOCUS_ADMIN_TOKEN: 'an-administrators-token',
      LOCUS_SHARED_PASSWORD: 'secret',
      LOCUS_SHARED: `rediss://localhost:${port}`,
    };
    const distrustful = await startProgram(environment).then(String, String);
    expect(distrustful).toMatch(/of no use: (UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET)\w+/);
    expect(distrustful).not.toContain('secret');
    const trusting = { ...environment, NODE_EXTRA_CA_CERTS: authority };
    const gateway = await startProgram(trusting);
    onEnd.push(() => gateway.kill('SIGKILL'));
    expect(await gateway.admin('GET /usage')).toMatchObject({ account: { charged: 0 } });
    const named = { ...trusting, LOCUS_SHARED: `rediss://127.0.0.1:${port}` };
    const elsewhere = await startProgram(named).then(String, String);
    expect(elsewhere).toMatch(/of no use: ERR_TLS_CERT_ALTNAME_INVALID/);
  });
});

const OPTIONS = {
  secret: undefined,
  ...{ keepAnswersMs: 1e9, negativeFreshMs: 1e9, keepCountsMs: 1e9, patienceMs: 5000 },
  maxConcurrency: undefined,
  random: () => 0.5,
};

/** As a request would, which is answered with 503 and asked again. */
async function steadily<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StoreDown)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

describe('a server with a copy', () => {
  it('lets a score leave only when the copy knows of it, too', async () => {
    const server = await begin();
    const copy = await begin('--replicaof', '127.0.0.1', String(server.port));
    await until(async () => (await server.send('INFO replication')).includes('state=online'));
    const address = parseSharedAddress(server.url, undefined) as SharedAddress;
    const state = await openRedisState({ ...OPTIONS, address });
    onEnd.push(() => state.close());
    expect(await state.claims.claim('copied', 'retail')).toBe('claimed');
    process.kill(copy.pid, 'SIGSTOP');
    await expect(state.claims.claim('not copied', 'retail')).rejects.toThrow(StoreDown);
    expect(await state.claims.mayLeave?.('not copied')).toBe(false);
    process.kill(copy.pid, 'SIGCONT');
    const again = (): Promise<string> => steadily(() => state.claims.claim('not copied', 'retail'));
    await until(async () => (await again()) === 'claimed');
    expect(await steadily(async () => state.claims.mayLeave?.('not copied'))).toBe(true);
  });
});

describe('a server that its sentinel replaces', () => {
  it('is followed within seconds, with its budgets, claims and what is still out', async () => {
    const first = await begin();
    const second = await begin('--replicaof', '127.0.0.1', String(first.port));
    const sentinel = await begin('--sentinel');
    await sentinel.send(`SENTINEL MONITOR main 127.0.0.1 ${first.port} 1`);
    await sentinel.send('SENTINEL SET main down-after-milliseconds 500');
    await sentinel.send('SENTINEL SET main failover-timeout 2000');
    await until(async () => (await first.send('INFO replication')).includes('state=online'));
    await until(async () =>
      (await sentinel.send('SENTINEL REPLICAS main')).includes(`${second.port}`),
    );
    const changes: boolean[] = [];
    const state = await openRedisState({
      address: parseSharedAddress(
        `redis+sentinel://127.0.0.1:${sentinel.port}/main`,
        undefined,
      ) as SharedAddress,
      ...OPTIONS,
      onChange: (isUp) => changes.push(isUp),
    });
    onEnd.push(() => state.close());
    const { ledger, claims } = state;
    const payer = { person: 'asha', team: undefined };
    await ledger.setBudget(ACCOUNT, { callsPerDay: 3 });
    await ledger.reserve('settled', [payer], 0);
    await ledger.settle('settled', 'charged');
    await ledger.reserve('out', [payer], 0);
    expect(await claims.claim('target', 'retail')).toBe('claimed');
    const killedAt = Date.now();
    await first.kill();
    await until(() => state.isDown);
    await until(() => !state.isDown);
    process.stdout.write(`a sentinel's failover took ${Date.now() - killedAt} ms\n`);
    // The sentinel cuts connections once more while it makes a copy the server.
    await ledger.settle('out', 'charged').catch(() => undefined);
    expect(await steadily(async () => claims.mayLeave?.('target'))).toBe(true);
    let tries = 0;
    const reserve = () => steadily(() => ledger.reserve(`later ${(tries += 1)}`, [payer], 0));
    expect(await reserve()).toEqual(payer);
    expect(await reserve()).toBeUndefined();
    const today = async () => (await steadily(() => ledger.usages([ACCOUNT])))[0]?.day;
    await until(async () => (await today())?.charged === 2);
    expect(await today()).toMatchObject({ charged: 2, booked: 2, reserved: 1 });
    // The old one comes back as a copy, and is not taken for the server.
    await first.start();
    await until(async () => (await first.send('ROLE')).includes('slave'));
    await steadily(() => ledger.setBudget(ACCOUNT, {}));
    expect((await second.send('ROLE')).includes('master')).toBe(true);
    expect([changes[0], changes.at(-1)]).toEqual([false, true]);
  });
});

/** Three servers with a third of the slots each, then a copy of each of them. */
async function beginCluster(): Promise<readonly RedisServer[]> {
  const options = [
    ...['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'],
    ...['--cluster-replica-validity-factor', '0', '--repl-diskless-sync-delay', '0'],
  ];
  const servers: RedisServer[] = [];
  for (let index = 0; index < 6; index += 1) {
    servers.push(await begin(...options, '--cluster-announce-ip', '127.0.0.1'));
  }
  const [first] = servers as [RedisServer];
  const isWhole = async (server: RedisServer): Promise<boolean> => {
    const info = await server.send('CLUSTER INFO');
    return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:6');
  };
  for (const [index, server] of servers.entries()) {
    await first.send(`CLUSTER MEET 127.0.0.1 ${server.port}`);
    const from = index * 5500;
    if (index < 3) {
      await server.send(`CLUSTER ADDSLOTSRANGE ${from} ${Math.min(from + 5499, 16_383)}`);
    }
  }
  await until(async () => (await Promise.all(servers.map(isWhole))).every(Boolean));
  for (const [index, server] of servers.slice(0, 3).entries()) {
    const id = /[0-9a-f]{40}/.exec(await server.send('CLUSTER MYID'))?.[0];
    const copy = servers[index + 3] as RedisServer;
    await until(async () => (await copy.send(`CLUSTER REPLICATE ${id}`)).includes('OK'));
    await until(async () => (await copy.send('INFO replication')).includes('link_status:up'));
  }
  return servers;
}

describe('a cluster of three servers and their copies', () => {
  it('is one store to two gateways, also when a copy takes the place of a server', async () => {
    const servers = await beginCluster();
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const address = parseSharedAddress(`redis+cluster://${hosts}`, undefined) as SharedAddress;
    const states = [await openRedisState({ ...OPTIONS, address })];
    states.push(await openRedisState({ ...OPTIONS, address }));
    for (const state of states) onEnd.push(() => state.close());
    const [state, other] = states as [SharedState, SharedState];
    const payer = { person: 'asha', team: undefined };
    await state.ledger.setBudget(ACCOUNT, { callsPerDay: 10 });
    const reserve = (count: number): Promise<readonly (Payer | undefined)[]> =>
      Promise.all(
        Array.from({ length: count }, () => {
          const id = `call ${(calls += 1)}`;
          return steadily(() => (calls % 2 === 0 ? state : other).ledger.reserve(id, [payer], 0));
        }),
      );
    let calls = 0;
    expect((await reserve(6)).filter((found) => found !== undefined)).toHaveLength(6);
    const keys = Array.from({ length: 300 }, (_, index) => `place ${index}`);
    const answers = [{ name: 'a', value: 1, at: Date.now() }];
    await state.answers.write(keys.map((key) => ({ key, answers })));
    expect((await other.answers.read(keys)).size).toBe(300);
    expect(await state.claims.claim('target', 'retail')).toBe('claimed');
    const sizes = await Promise.all(servers.slice(0, 3).map((server) => server.send('DBSIZE')));
    expect(sizes.filter((size) => Number(size.trim().slice(1)) > 50)).toHaveLength(3);
    for (const [index, server] of servers.slice(0, 3).entries()) {
      const copy = servers[index + 3] as RedisServer;
      await until(async () => (await copy.send('DBSIZE')) === (await server.send('DBSIZE')));
    }
    const slot = Number((await servers[0]?.send('CLUSTER KEYSLOT {account}'))?.trim().slice(1));
    const killedAt = Date.now();
    await servers[Math.floor(slot / 5500)]?.kill();
    await until(() => state.isDown);
    await until(() => !state.isDown && !other.isDown);
    console.error('back');
    process.stdout.write(`a cluster's failover took ${Date.now() - killedAt} ms\n`);
    expect((await reserve(9)).filter((found) => found !== undefined)).toHaveLength(4);
    const [account] = await steadily(() => other.ledger.usages([ACCOUNT]));
    expect(account?.day).toMatchObject({ charged: 0, booked: 0, reserved: 10 });
    expect((await steadily(() => other.answers.read(keys))).size).toBe(300);
    expect(await steadily(() => other.claims.claim('target', 'retail'))).not.toBe('claimed');
  });
});
