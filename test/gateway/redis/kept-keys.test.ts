import { readdirSync, readFileSync } from 'node:fs';
import { coordinatePlace, createCancellation, type Source } from '../../../src/engine/lookup';
import { openRedisState } from '../../../src/gateway/redis/redis-state';
import { parseSharedAddress, type SharedAddress } from '../../../src/gateway/redis/shared-address';
import { personScope } from '../../../src/gateway/state/call-ledger';
import type { SharedState } from '../../../src/gateway/state/shared-state';
import { startRedis, type RedisServer } from '../state/redis-server';

const NOON = Date.UTC(2026, 0, 31, 12);
const DAY_MS = 86_400_000;
const KEPT_DAYS = 400;
/** How many people, calls, scores and places there are. */
const MANY = 40;

/**
 * How each kind of key ends. `expires`: the server drops it by itself. `swept`: once it is old enough,
 * nothing is left that does not expire. `single`: it holds a few fields, however many people ask.
 * `administered`: a field or record for each person whom administrators let in, or for each score of
 * which they have to decide; whatever puts a record removes it.
 */
const ENDS: Readonly<Record<string, 'expires' | 'swept' | 'single' | 'administered'>> = {
  a: 'expires',
  audit: 'swept',
  'audit-swept': 'single',
  beat: 'expires',
  budgets: 'administered',
  'call:': 'swept',
  changes: 'administered',
  claims: 'administered',
  concurrency: 'single',
  'counts:': 'swept',
  day: 'single',
  forgot: 'single',
  l: 'expires',
  lines: 'single',
  'lock:': 'expires',
  mark: 'single',
  open: 'swept',
  p: 'expires',
  periods: 'swept',
  'records:': 'administered',
  rest: 'expires',
  round: 'single',
  rounds: 'single',
  secret: 'single',
  'secret-check': 'single',
  taken: 'single',
  'told:': 'expires',
  turns: 'single',
  version: 'single',
  w: 'expires',
  x: 'expires',
  zone: 'single',
};

describe('every key in the shared store', () => {
  let server: RedisServer;
  let now: number;
  const states: SharedState[] = [];
  beforeAll(async () => (server = await startRedis()));
  afterAll(async () => {
    for (const state of states) await state.close();
    await server.close();
  });
  beforeEach(() => (now = NOON));

  it('has an end, or a size that does not grow', async () => {
    const [state, other] = [await open(), await open()];
    const end = await use(state, other);
    const used = await state.exclusively('names', () => keysOf(server));
    expect(used.filter(({ kind, ttlMs }) => ENDS[kind] === 'expires' && ttlMs < 0)).toEqual([]);
    expect(used.filter(({ kind, size }) => ENDS[kind] === 'single' && size > 5)).toEqual([]);

    await end();
    now += (KEPT_DAYS + 40) * DAY_MS;
    await (await open()).sweep();
    const left = await keysOf(server);
    expect(left.filter(({ kind, ttlMs }) => ENDS[kind] === 'swept' && ttlMs < 0)).toEqual([]);
    // Of which one is only there while a store has forgotten something.
    const seen = new Set(['forgot', ...[...used, ...left].map(({ kind }) => kind)]);
    expect([...seen].sort()).toEqual(Object.keys(ENDS).sort());
  });

  it('is one of these', () => {
    const folder = 'src/gateway/redis';
    const scripts = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
    const names = scripts.join('').matchAll(/\bat\('([^']+)'/g);
    const named = [...names].map(([, kind = '']) => kind);
    expect([...new Set(named)].sort()).toEqual(Object.keys(ENDS).sort());
  });

  async function open(): Promise<SharedState> {
    const state = await openRedisState({
      address: parseSharedAddress(server.url, undefined) as SharedAddress,
      secret: undefined,
      keepAnswersMs: 30 * DAY_MS,
      negativeFreshMs: DAY_MS,
      keepCountsMs: KEPT_DAYS * DAY_MS,
      patienceMs: 30_000,
      maxConcurrency: MANY,
      random: () => 0.5,
      clock: () => String(now),
    });
    states.push(state);
    return state;
  }
});

/** All that gateways do with the store, for many people. Some of it is never finished. */
async function use(state: SharedState, other: SharedState): Promise<() => Promise<unknown>> {
  const { ledger, claims, records, audit, answers } = state;
  for (let index = 0; index < MANY; index += 1) {
    const name = `n${index}`;
    const payer = { person: name, team: `team ${index % 4}`, weight: 3 };
    await ledger.setBudget(personScope(name), { callsPerDay: 2 });
    await records.put('person', name, { id: name });
    await audit.append({ at: NOON, by: name, act: 'did', about: '', detail: '' });
    await ledger.reserve(`${name} one`, [payer], 1);
    await ledger.settle(`${name} one`, 'charged');
    // Nobody settles it any more.
    await ledger.reserve(`${name} two`, [payer], 1);
    await ledger.countScore('retail', 'charged', 1);
    await claims.claim(name, 'retail');
    await claims.end(name, index === 0 ? 'unknown' : 'known');
    const found = [{ name, value: 1, at: NOON }];
    await answers.write([{ key: targetAt(index), answers: found }]);
  }
  // No call may leave any more.
  const late = ledger.reserve('late', [{ person: 'n0', team: 'late' }], 1);
  await beWanted(state, other);
  ledger.rest?.(60_000);
  await audit.latest(1);
  return () => ledger.settle('n0 two', 'charged').then(() => (ledger.rest?.(0), late));
}

/** Of two places that two gateways ask about, one is refused, and the other has no answer yet. */
async function beWanted(state: SharedState, other: SharedState): Promise<void> {
  for (const lat of [-1, -2]) {
    state.lookups?.want(targetAt(lat), 'good');
    other.lookups?.want(targetAt(lat), 'bad');
    await state.lookups?.claim(targetAt(lat));
    await other.lookups?.claim(targetAt(lat));
  }
  const refused = { kind: 'failed', code: 'rejected', status: 400 };
  const source = { scope: () => 'scope', lookup: () => Promise.resolve(refused) };
  const call = { place: coordinatePlace(-1, 2), names: ['good'] };
  const { signal } = createCancellation();
  await state.lookups?.merged(source as unknown as Source).lookup(call, signal);
}

function targetAt(lat: number): string {
  return `scope\nlookup\n${coordinatePlace(lat, 2).key}`;
}

interface KeptKey {
  readonly kind: string;
  /** Below zero for one that does not expire. */
  readonly ttlMs: number;
  /** How many fields, members or elements. */
  readonly size: number;
}

async function keysOf(server: RedisServer): Promise<readonly KeptKey[]> {
  const keys = wordsOf(await server.send('KEYS *'));
  const found = keys.map(async (key) => {
    const [, name = ''] = key.split('}:');
    const kind = Object.keys(ENDS).find((each) =>
      each.endsWith(':') ? name.startsWith(each) : name === each,
    );
    const [type = ''] = wordsOf(await server.send(`TYPE ${quoted(key)}`));
    const command = { hash: 'HLEN', zset: 'ZCARD', set: 'SCARD', list: 'LLEN' }[type];
    const ttlMs = Number(wordsOf(await server.send(`PTTL ${quoted(key)}`))[0]);
    const counted =
      command === undefined ? ['1'] : wordsOf(await server.send(`${command} ${quoted(key)}`));
    return { kind: kind ?? name, ttlMs, size: Number(counted[0]) };
  });
  return Promise.all(found);
}

/** The lines of a reply, without what is said of their lengths. */
function wordsOf(reply: string): readonly string[] {
  const lines = reply.split('\r\n').filter((line) => line !== '' && !/^[*$]/.test(line));
  return lines.map((line) => line.replace(/^[+:]/, ''));
}

function quoted(key: string): string {
  return JSON.stringify(key);
}
