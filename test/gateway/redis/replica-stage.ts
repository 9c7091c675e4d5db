import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultyService, type FaultyService } from '../faulty-service';
import { startProgram, type GatewayProgram } from '../gateway-program';
import { startRedis, type RedisServer } from '../state/redis-server';

export interface Reply {
  readonly status: number;
  readonly reason: string | null;
  readonly text: string;
  readonly ms: number;
}

interface Counts {
  readonly charged: number;
  readonly booked: number;
  readonly reserved: number;
}

export interface Usage {
  readonly account: Counts;
  readonly teams: readonly (Counts & { readonly id: string })[];
  readonly people: readonly (Counts & { readonly id: string; readonly team: string | null })[];
}

/** Gateways as processes of their own over one Redis, in front of a faulty service. */
export interface ReplicaStage {
  readonly service: FaultyService;
  readonly redis: RedisServer;
  readonly replicas: GatewayProgram[];
  readonly administrator: string;
  start(environment?: Record<string, string>): Promise<GatewayProgram>;
  admin(replica: GatewayProgram, what: string, body?: object): Promise<never>;
  /** A new team, made at the first replica. */
  team(name: string): Promise<{ readonly id: string }>;
  /** A new person with a token, made at the first replica. */
  person(name: string, team?: string): Promise<{ readonly id: string; readonly token: string }>;
  ask(replica: GatewayProgram, token: string, place: number, names?: string): Promise<Reply>;
  score(replica: GatewayProgram, token: string, place: number): Promise<Reply>;
  usage(replica: GatewayProgram): Promise<Usage>;
  /** How many of its calls are out. */
  inFlight(replica: GatewayProgram): Promise<number>;
  /** It is no longer one of the replicas. */
  leave(replica: GatewayProgram): void;
  close(): Promise<void>;
}

/** @param count how many replicas begin. */
export async function openReplicas(
  count: number,
  environment: Record<string, string> = {},
): Promise<ReplicaStage> {
  const redis = await startRedis();
  const folder = mkdtempSync(join(tmpdir(), 'locus-replicas-'));
  const service = await startFaultyService();
  service.key = `key-${randomBytes(12).toString('hex')}`;
  const administrator = `admin-${randomBytes(12).toString('hex')}`;
  const replicas: GatewayProgram[] = [];
  const started: GatewayProgram[] = [];
  const stage: ReplicaStage = {
    ...{ service, redis, replicas, administrator },
    async start(own = {}) {
      const replica = await startProgram({
        LOCUS_ATTRIBUTE_URL: service.url,
        LOCUS_MODEL_URL: service.url,
        LOCUS_PROVIDER_KEY: service.key,
        LOCUS_ADMIN_TOKEN: administrator,
        LOCUS_SHARED: redis.url,
        LOCUS_DATA: folder,
        ...environment,
        ...own,
      });
      replicas.push(replica);
      started.push(replica);
      return replica;
    },
    admin: async (replica, what, body) => (await replica.admin(what, body)) as never,
    team: (name) => made(replicas[0] as GatewayProgram, 'POST /teams', { name }),
    async person(name, team) {
      const [first] = replicas as [GatewayProgram];
      const { id } = await made<{ id: string }>(first, 'POST /people', { name, team });
      const { token } = await made<{ token: string }>(first, `POST /people/${id}/tokens`, {});
      return { id, token };
    },
    ask: (replica, token, place, names = 'a') =>
      send(
        `${replica.people}/production/v1.0/getvariablesbulk`,
        { lat: place / 1000, lng: 1, variables: names },
        token,
      ),
    score: (replica, token, place) =>
      send(`${replica.people}/model/v1.0/retail`, { key: token, lat: place / 1000, lng: 1 }),
    async inFlight({ administrators }) {
      const text = await (await fetch(`${administrators}/metrics`)).text();
      return Number(/^locus_gateway_calls_in_flight (\d+)/m.exec(text)?.[1]);
    },
    leave: (replica) => void replicas.splice(replicas.indexOf(replica), 1),
    usage: (replica) => stage.admin(replica, 'GET /usage'),
    async close() {
      for (const replica of started) replica.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await service.close();
      await redis.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await Promise.all(Array.from({ length: count }, () => stage.start()));
  return stage;
}

/**
 * Beside other tests the store may be late, and nothing is made. A gateway that counts it as down
 * refuses at once, twenty times in 152 ms, and looks for it again once a second.
 */
async function made<T extends object>(
  replica: GatewayProgram,
  what: string,
  body: object,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = (await replica.admin(what, body)) as T | { readonly status: number };
    if (!('status' in reply)) return reply;
    if (reply.status !== 503 || attempt === 20) throw new Error(JSON.stringify(reply));
    await pause();
  }
}

async function send(url: string, body: object, token?: string): Promise<Reply> {
  const sentAt = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: token === undefined ? {} : { 'x-api-key': token },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const ms = performance.now() - sentAt;
  return { status: response.status, reason: response.headers.get('x-locus-reason'), text, ms };
}

/** Long enough for a few of them to be longer than a gateway waits to look for its store again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 250));
}

/** Whether a test takes its time: `npm run test:replicas`. */
export const isInFull = process.env['REPLICAS_IN_FULL'] === '1';

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

export function shuffled<T>(list: readonly T[]): readonly T[] {
  return list
    .map((each) => ({ each, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ each }) => each);
}
