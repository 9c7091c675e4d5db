import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { GatewayProgram } from '../gateway-program';

import {
  isInFull,
  openReplicas,
  pause,
  until,
  type ReplicaStage,
  type Reply,
} from './replica-stage';

// Processes of their own: long on a busy machine.
jest.setTimeout(isInFull ? 600_000 : 60_000);

let stage: ReplicaStage;
const replica = (index: number): GatewayProgram =>
  stage.replicas[index % stage.replicas.length] as GatewayProgram;

/** The text of what the tool answers of one place. */
async function attributesOf({ people }: GatewayProgram, token: string, lat: number) {
  const response = await fetch(`${people}/mcp`, {
    method: 'POST',
    headers: { 'x-api-key': token, accept: 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'attributes', arguments: { places: [{ lat, lng: 1 }], names: ['a'] } },
    }),
  });
  const { result } = (await response.json()) as { result: { content: [{ text: string }] } };
  return result.content[0].text;
}

describe('replicas, while something fails', () => {
  let slow: SlowLink;
  beforeAll(async () => {
    stage = await openReplicas(2);
    slow = await openSlowLink(stage.redis.port);
    await stage.start({
      LOCUS_SHARED: `redis://127.0.0.1:${slow.port}`,
      LOCUS_ORIGINS: 'https://excel.example',
    });
  });
  afterAll(async () => {
    await stage.close();
    slow.close();
  });

  it('answer what they know, refuse the rest and send nothing until the store is back', async () => {
    const { token } = await stage.person('Asha');
    const third = replica(2);
    const ask = (place: number): Promise<Reply> => stage.ask(third, token, place);
    // Learnt from the service by itself, and from the store.
    expect((await ask(1)).status).toBe(200);
    expect((await stage.ask(replica(0), token, 2)).status).toBe(200);
    // The names that are offered are read, too.
    const tool = (lat: number): Promise<string> => attributesOf(third, token, lat);
    expect(await tool(0.001)).toContain('"answered":1');
    const know = async (): Promise<number[]> => [(await ask(1)).status, (await ask(2)).status];
    const outages = {
      full: [
        () => stage.redis.send('CONFIG SET maxmemory 1'),
        () => stage.redis.send('CONFIG SET maxmemory 0'),
      ],
      // On a machine that is far too busy, half a second is nothing.
      slow: [() => (slow.delayMs = isInFull ? 500 : 3000), () => (slow.delayMs = 0)],
      gone: [() => stage.redis.kill(), () => stage.redis.start()],
    } as const;
    let place = 100;
    for (const [name, [begin, end]] of Object.entries(outages)) {
      expect(await know()).toEqual([200, 200]);
      await begin();
      const calls = stage.service.calls.length;
      const refused = [];
      for (let index = 0; index < 8; index += 1) refused.push(await ask((place += 1)));
      refused.push(...(await Promise.all([1, 2, 3, 4].map((more) => ask(place + more)))));
      for (const { status, reason, ms } of refused) {
        expect([name, status, reason]).toEqual([name, 503, 'shared-store-down']);
        if (isInFull) expect(ms).toBeLessThanOrEqual(500);
      }
      expect(await know()).toEqual([200, 200]);
      expect(await tool(0.001)).toContain('"answered":1');
      expect(await tool(50)).toContain('The gateway cannot reach its store');
      // Only the store knows whether this is one: an add-in that hears 401 gives up.
      const unknown = await stage.ask(third, 'locus_made_elsewhere', 1);
      expect([unknown.status, unknown.reason]).toEqual([503, 'shared-store-down']);
      expect((await stage.score(third, token, place)).reason).toBe('shared-store-down');
      const headers = { 'x-api-key': token, origin: 'https://excel.example' };
      const me = await fetch(`${third.people}/v1/me`, { headers });
      expect([me.status, me.headers.get('access-control-allow-origin')]).toEqual([
        503,
        'https://excel.example',
      ]);
      expect(stage.service.calls).toHaveLength(calls);
      await end();
      await until(async () => (await ask((place += 1))).status === 200);
    }
    const { account } = await stage.usage(third);
    expect(account).toMatchObject({ charged: stage.service.charged, reserved: 0 });
  });

  it('never pass a budget, through faults, a kill and a restart of the store', async () => {
    const rounds = isInFull ? 5 : 1;
    await stage.team('Research');
    const people = await Promise.all(
      [0, 1, 2, 3, 4].map((index) => stage.person(`P${index}`, index < 3 ? 'Research' : undefined)),
    );
    let place = 10_000;
    for (let round = 1; round <= rounds; round += 1) {
      const before = (await stage.usage(replica(0))).account;
      const chargedBefore = stage.service.charged;
      await stage.admin(replica(0), 'PUT /account/budget', { callsPerDay: before.booked + 150 });
      stage.service.delayMs = 20;
      stage.service.fate = () => {
        const chance = Math.random() * 100;
        return chance < 5 ? 500 : chance < 10 ? 'cut' : chance < 15 ? 429 : 'answer';
      };
      const ask = async (index: number): Promise<number> => {
        const { token } = people[index % 5] as (typeof people)[number];
        const send = index % 4 === 0 ? stage.score : stage.ask;
        const reply = await send(replica(index), token, (place += 1)).catch(() => undefined);
        return reply?.status ?? 0;
      };
      const first = Array.from({ length: 90 }, (_, index) => ask(index));
      await until(() => stage.service.charged - chargedBefore > 25);
      const killed = replica(0);
      killed.kill('SIGKILL');
      await killed.ended;
      stage.leave(killed);
      await stage.redis.kill('SIGTERM');
      await stage.redis.start();
      await stage.start();
      await Promise.all(first);
      let statuses: readonly number[] = [];
      while (!statuses.includes(402)) {
        statuses = await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index)));
      }
      // What the killed one had reserved is booked when its lease ends.
      await until(async () => (await stage.usage(replica(0))).account.reserved === 0);
      const { account, teams, people: rows } = await stage.usage(replica(1));
      expect(stage.service.charged - chargedBefore).toBeLessThanOrEqual(
        account.booked - before.booked,
      );
      expect(account.booked - before.booked).toBeLessThanOrEqual(150);
      expect(account.booked - before.booked).toBeGreaterThan(130);
      const sum = (list: readonly { booked: number }[]): number =>
        list.reduce((total, { booked }) => total + booked, 0);
      expect(sum(rows)).toBe(account.booked);
      expect(sum(rows.filter(({ team }) => team !== null))).toBe(sum(teams));
      expect([...rows, ...teams].every(({ reserved }) => reserved === 0)).toBe(true);
    }
    await stage.admin(replica(0), 'PUT /account/budget', {});
    stage.service.fate = () => 'answer';
  });

  it('lose no request while they are replaced one by one', async () => {
    const { token } = await stage.person('Binod');
    let isOver = false;
    let place = 50_000;
    const lost: unknown[] = [];
    let answered = 0;
    const client = async (first: number): Promise<void> => {
      for (let index = first; !isOver; index += 1) {
        const asked = (place += 1);
        // As a balancer does: to another if nobody listens there.
        for (let attempt = 0; ; attempt += 1) {
          try {
            const { status, reason, ms } = await stage.ask(replica(index + attempt), token, asked);
            // Beside other tests the store may well be late.
            if (reason === 'shared-store-down' && !isInFull && attempt < 100) {
              await pause();
              continue;
            }
            if (status === 200) answered += 1;
            else lost.push(`${status} ${reason} after ${Math.round(ms)} ms`);
            break;
          } catch (error) {
            const { code } = (error as { cause?: { code?: string } }).cause ?? {};
            if (code === 'ECONNREFUSED' && attempt < 100) continue;
            lost.push(code);
            break;
          }
        }
      }
    };
    const clients = Array.from({ length: 8 }, (_, index) => client(index));
    try {
      for (const old of [...stage.replicas].slice(0, isInFull ? 3 : 2)) {
        await stage.start();
        old.kill('SIGTERM');
        expect(await old.ended).toBe(0);
        stage.leave(old);
      }
    } finally {
      isOver = true;
      await Promise.all(clients);
    }
    expect(lost).toEqual([]);
    expect(answered).toBeGreaterThan(20);
    const { account } = await stage.usage(replica(0));
    expect(account.reserved).toBe(0);
  });
});

/** A way to a server on which every answer is late. */
interface SlowLink {
  readonly port: number;
  delayMs: number;
  close(): void;
}

async function openSlowLink(to: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const link = { delayMs: 0, port: 0, close() {} };
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    near.pipe(far);
    far.on('data', (data) => {
      const send = (): void => void (near.destroyed || near.write(data));
      if (link.delayMs === 0) send();
      else setTimeout(send, link.delayMs);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  link.port = (server.address() as AddressInfo).port;
  link.close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return link;
}
