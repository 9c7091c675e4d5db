import { request } from 'node:http';
import { chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
afterEach(() => stage.close());
const at = (row: number, names = 'a') => ({ lat: 1 + row / 1000, lng: 1, variables: names });

describe('one engine for all', () => {
  it('merges what different people want of one place, and asks each thing once', async () => {
    stage = await openStage({ windowMs: 300 });
    const people = await Promise.all(['Asha', 'Binod', 'Chitra'].map((name) => stage.person(name)));
    const asked = Array.from({ length: 120 }, (_, index) => {
      const { token } = people[index % 3] as (typeof people)[number];
      return stage.ask(token, at(index % 4, `n_${index % 30},n_${(index * 7) % 30}`));
    });
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
    const pairs = stage.service.calls.flatMap(({ place, names }) =>
      names.map((name) => place + name),
    );
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(stage.service.calls.length).toBeLessThanOrEqual(6);
  });

  it('makes as many calls at once as it may, and no more', async () => {
    stage = await openStage({ upstreamConcurrency: 5 });
    const { token } = await stage.person('Asha');
    const release = stage.service.hold();
    const asked = Array.from({ length: 60 }, (_, row) => stage.ask(token, at(row)));
    while (stage.service.calls.length < 5) await new Promise(setImmediate);
    release();
    await Promise.all(asked);
    expect(stage.service.peak).toBe(5);
  });

  it('does not send for a client that has left what nobody else wants', async () => {
    stage = await openStage({ upstreamConcurrency: 1 });
    const { token } = await stage.person('Asha');
    const release = stage.service.hold();
    const first = stage.ask(token, at(1));
    while (stage.service.calls.length === 0) await new Promise(setImmediate);
    const leaving = request(`${stage.gateway.people}/production/v1.0/getvariablesbulk`, {
      method: 'POST',
      headers: { 'x-api-key': token },
    });
    leaving.on('error', () => undefined);
    leaving.end(JSON.stringify(at(2)));
    const waits = async (): Promise<number> =>
      Number((await stage.admin('GET /upstream')).json['waiting']);
    while ((await waits()) === 0);
    leaving.destroy();
    while ((await waits()) > 0);
    release();
    expect((await first).status).toBe(200);
    expect((await stage.ask(token, at(3))).status).toBe(200);
    expect(stage.service.calls.map(({ place }) => place)).toEqual(['1.001,1', '1.003,1']);
  });

  it('says of what was not sent in time that it may be asked again, and cost nothing', async () => {
    stage = await openStage({ answerWithinMs: 1000, upstreamConcurrency: 1 });
    const { token } = await stage.person('Asha');
    const release = stage.service.hold();
    const replies = await Promise.all([1, 2].map((row) => stage.ask(token, at(row))));
    expect(replies.map(({ status }) => status)).toEqual([504, 503]);
    expect(replies[1]?.headers.get('retry-after')).toBe('1');
    release();
    expect((await stage.ask(token, at(3))).status).toBe(200);
    expect(stage.service.calls.map(({ place }) => place)).toEqual(['1.001,1', '1.003,1']);
  });

  it('answers a lookup that takes too long with a reason, and keeps its late answer', async () => {
    stage = await openStage({ answerWithinMs: 1000 });
    const { token } = await stage.person('Asha');
    const release = stage.service.hold();
    const early = await stage.ask(token, at(1));
    expect([early.status, early.headers.get('x-locus-reason')]).toEqual([504, 'timed-out']);
    release();
    expect((await stage.ask(token, at(1))).status).toBe(200);
  });
});

describe('a service that refuses the gateway’s key', () => {
  const keyFile = join(tmpdir(), `locus-key-${process.pid}`);

  it('is no fault of the person’s, is left alone, and tried again by one call alone', async () => {
    stage = await openStage({ probeMs: 600_000 });
    const { token } = await stage.person('Asha');
    expect((await stage.ask(token, at(0))).status).toBe(200);
    stage.service.key = 'another';
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, row) => stage.ask(token, at(row + 1))),
    );
    for (const { status, headers } of replies) {
      expect([status, headers.get('x-locus-reason')]).toEqual([503, 'upstream-refused-key']);
    }
    expect((await stage.ask(token, at(0))).status).toBe(200);
    const refused = stage.service.calls.length;
    expect((await stage.ask(token, at(50))).status).toBe(503);
    expect(stage.service.calls).toHaveLength(refused);

    await stage.admin('POST /upstream/try-again');
    await Promise.all(Array.from({ length: 20 }, (_, row) => stage.ask(token, at(row + 100))));
    // A key that answered a moment ago gets a second look.
    expect(stage.service.calls.length - refused).toBeLessThanOrEqual(2);

    stage.service.key = 'provider-key';
    await stage.admin('POST /upstream/try-again');
    const healed = await Promise.all(
      Array.from({ length: 20 }, (_, row) => stage.ask(token, at(row + 200))),
    );
    expect(new Set(healed.map(({ status }) => status))).toEqual(new Set([200]));
    const { account } = (await stage.admin('GET /usage')).json as Record<string, unknown>;
    expect(account).toMatchObject({ charged: 21, booked: 21, reserved: 0 });
  });

  it('is tried again by itself after a while', async () => {
    stage = await openStage({ probeMs: 20 });
    const { token } = await stage.person('Asha');
    stage.service.key = 'another';
    expect((await stage.ask(token, at(1))).status).toBe(503);
    stage.service.key = 'provider-key';
    while ((await stage.ask(token, at(1))).status !== 200);
    expect(stage.service.charged).toBe(1);
  });

  it('is tried at once with a new key from the key’s file', async () => {
    writeFileSync(keyFile, 'an old key\n'.replace(/ /g, '-'), { mode: 0o600 });
    stage = await openStage({ providerKey: { kind: 'file', file: keyFile }, probeMs: 600_000 });
    const { token } = await stage.person('Asha');
    expect((await stage.ask(token, at(1))).status).toBe(503);
    writeFileSync(keyFile, 'provider-key\n');
    stage.gateway.readFiles();
    expect((await stage.ask(token, at(1))).status).toBe(200);
    chmodSync(keyFile, 0o644);
    expect(() => stage.gateway.readFiles()).toThrow(/Others can read .* chmod 600/);
    chmodSync(keyFile, 0o600);
    writeFileSync(keyFile, '');
    expect(() => stage.gateway.readFiles()).toThrow(/holds no key/);
    expect((await stage.ask(token, at(2))).status).toBe(200);
  });
});
