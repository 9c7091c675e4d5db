import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayProgram } from '../gateway-program';

import {
  isInFull,
  openReplicas,
  shuffled,
  until,
  type ReplicaStage,
  type Reply,
} from './replica-stage';

// Processes of their own: long on a busy machine.
jest.setTimeout(isInFull ? 600_000 : 40_000);

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
/** What counts seconds keeps counting them. */
const REAL_ELAPSED = { DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
let stage: ReplicaStage;
let token: string;
const replica = (index: number): GatewayProgram =>
  stage.replicas[index % stage.replicas.length] as GatewayProgram;
const statusesOf = (replies: readonly Reply[]) => new Set(replies.map(({ status }) => status));
const folder = mkdtempSync(join(tmpdir(), 'locus-replicas-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('three gateways over one Redis', () => {
  const keyFile = join(folder, 'key');
  beforeAll(async () => {
    stage = await openReplicas(1);
    writeFileSync(keyFile, stage.service.key, { mode: 0o600 });
    const environment = { LOCUS_PROVIDER_KEY: '', LOCUS_PROVIDER_KEY_FILE: keyFile };
    // Clocks of replicas may be days apart.
    const fake = existsSync(FAKETIME)
      ? { LD_PRELOAD: FAKETIME, FAKETIME: '-1d', ...REAL_ELAPSED }
      : {};
    await Promise.all([stage.start(environment), stage.start({ ...environment, ...fake })]);
    stage.replicas[0]?.kill('SIGTERM');
    stage.leave(replica(0));
    await stage.start(environment);
    ({ token } = await stage.person('Asha'));
  });
  afterAll(() => stage.close());

  it('ask for each name of a place once, in hardly more calls than one would need', async () => {
    for (let round = 0; round < (isInFull ? 5 : 1); round += 1) {
      const before = stage.service.calls.length;
      stage.service.delayMs = 50;
      const wanted = Array.from({ length: 600 }, (_, index) => {
        const names = Array.from({ length: 8 }, (__, each) => `n_${(index * 7 + each * 9) % 61}`);
        return { place: 1000 * round + 1 + (index % 20), names: names.join() };
      });
      const replies = await Promise.all(
        shuffled(wanted).map(({ place, names }, index) =>
          stage.ask(replica(index), token, place, names),
        ),
      );
      expect(statusesOf(replies)).toEqual(new Set([200]));
      const calls = stage.service.calls.slice(before);
      const pairs = calls.flatMap(({ place, names }) => names.map((name) => `${place} ${name}`));
      expect(new Set(pairs).size).toBe(20 * 61);
      expect(pairs).toHaveLength(20 * 61);
      // Beside other tests, some requests are read too late for the call that they would share.
      expect(calls.length).toBeLessThanOrEqual((isInFull ? 1.1 : 1.5) * 40);
    }
    stage.service.delayMs = 0;
    const { account } = await stage.usage(replica(1));
    const { length } = stage.service.calls;
    expect(account).toMatchObject({ charged: length, booked: length, reserved: 0 });
  });

  it('hear of a revoked token, a changed budget and a new key within seconds', async () => {
    const { id, token: own } = await stage.person('Binod');
    const statuses = async (place: number): Promise<Set<number>> =>
      statusesOf(
        await Promise.all([0, 1, 2].map((index) => stage.ask(replica(index), own, place + index))),
      );
    expect(await statuses(2000)).toEqual(new Set([200]));
    await stage.admin(replica(0), `PUT /people/${id}/budget`, { callsPerDay: 0 });
    expect(await statuses(2010)).toEqual(new Set([402]));
    await stage.admin(replica(1), `PUT /people/${id}/budget`, {});
    expect(await statuses(2020)).toEqual(new Set([200]));

    stage.service.key = 'another-key-of-the-provider';
    writeFileSync(keyFile, stage.service.key);
    await until(async () => [...(await statuses(2030))].join() === '200');

    const { tokens }: { tokens: { id: string }[] } = await stage.admin(
      replica(0),
      `GET /people/${id}/tokens`,
    );
    await stage.admin(replica(2), `DELETE /tokens/${tokens[0]?.id}`);
    // Each until it refuses: many refused tokens would be answered otherwise.
    for (const each of stage.replicas) {
      await until(async () => (await stage.ask(each, own, 2000)).status === 401);
    }
  });

  it('ask a score once, though its replica is killed, or stopped for longer than its lease', async () => {
    const release = stage.service.hold();
    const charged = stage.service.charged;
    const scores = () => stage.service.calls.filter(({ kind }) => kind === 'score');
    const [killed, stopped] = [replica(0), replica(1)];
    const first = [killed, stopped].map((each, index) =>
      stage.score(each, token, 3000 + index).catch(() => undefined),
    );
    await until(() => scores().length === 2);
    const waiting = Array.from({ length: 88 }, (_, index) =>
      stage.score(replica(2), token, 3000 + (index % 2)),
    );
    const theirs = Array.from({ length: 44 }, () =>
      stage.score(stopped, token, 3000).catch(() => undefined),
    );
    expect(await stage.inFlight(replica(2))).toBe(0);
    killed.kill('SIGKILL');
    stopped.kill('SIGSTOP');
    for (const { status, reason } of await Promise.all(waiting)) {
      expect([status, reason]).toEqual([504, 'unknown-outcome']);
    }
    release();
    await until(() => stage.service.charged === charged + 2);
    stopped.kill('SIGCONT');
    await Promise.all([...first, ...theirs]);
    // The late answer of the one that was stopped is kept; of the other there will be none.
    await until(async () => (await stage.score(replica(2), token, 3001)).status === 200);
    expect((await stage.score(replica(2), token, 3000)).reason).toBe('unknown-outcome');
    expect(scores()).toHaveLength(2);
    stage.leave(killed);
    const { scores: unknown }: { scores: unknown[] } = await stage.admin(
      replica(0),
      'GET /unknown-scores',
    );
    expect(unknown).toHaveLength(1);
  });

  it('leave no key, token, address or place in what is stored', async () => {
    const street = `${Math.random().toString(36).slice(2)} Canary Street`;
    const body = { address: street, pincode: '1', variables: 'a,b' };
    await fetch(`${replica(0).people}/production/v1.0/getvariablesbulk`, {
      method: 'POST',
      headers: { 'x-api-key': token },
      body: JSON.stringify(body),
    });
    await stage.ask(replica(1), token, 77_654.321);
    await stage.score(replica(0), token, 77_654.321);
    const written = stage.redis.written().toLowerCase();
    expect(written).toContain('counts:');
    const { key } = stage.service;
    for (const secret of [
      key,
      token,
      stage.administrator,
      street,
      'canary',
      '77.654',
      '77654321',
    ]) {
      expect([secret, written.includes(secret.toLowerCase())]).toEqual([secret, false]);
    }
  });
});
