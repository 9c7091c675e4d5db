import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Calendar } from '../../node/calendar';
import { createConcealment } from '../../node/concealment';
import {
  type AuditEntry,
  type AuditTrail,
  createExclusion,
  readAuditId,
  type RecordStore,
  type SharedState,
  type StoreOptions,
  StoreDown,
} from '../state/shared-state';
import { createId } from '../token-format';
import { SeenMark } from '../state/store-mark';
import { MARK } from './ledger-scripts';
import { Outbox } from './outbox';
import { RedisAnswers } from './redis-answers';
import { RedisConnection } from './redis-connection';
import { RedisScript } from './redis-script';
import { RedisLedger } from './redis-ledger';
import { RedisMark } from './redis-mark';
import { RedisLookups } from './redis-lookups';
import { RedisScoreClaims } from './redis-score-claims';
import type { SharedAddress } from './shared-address';

export interface RedisStateOptions extends StoreOptions {
  readonly address: SharedAddress;
  /** The secret that conceals places. Undefined: one that the store itself keeps. */
  readonly secret: string | undefined;
  /** How long answers are fresh. @default as long as they are kept */
  readonly freshMs?: number;
  readonly negativeFreshMs: number;
  /** Concurrent calls of all gateways together; undefined: any number. */
  readonly maxConcurrency: number | undefined;
  readonly random: () => number;
  /** The file that remembers what was seen of the store. Undefined: only memory does. */
  readonly seenFile?: string | undefined;
  /** Called when that file cannot be written. */
  readonly onUnseen?: (() => void) | undefined;
  /** A clock that cannot be set. The store's time must agree with it to within a day. */
  readonly uptimeMs?: (() => number) | undefined;
  readonly onJump?: ((byMs: number) => void) | undefined;
  /** Called with something that an administrator should change. */
  readonly onWarning?:
    ((name: string, facts: Readonly<Record<string, number | string>>) => void) | undefined;
  /** Lua for epoch milliseconds. @default the server's time */
  readonly clock?: (() => string) | undefined;
}

/**
 * Keeps everything in a Valkey or Redis that gateways share. When the leases of a killed gateway
 * end, the calls that it had reserved are booked, and the scores that it was asking for have an
 * unknown outcome.
 */
export async function openRedisState(options: RedisStateOptions): Promise<SharedState> {
  const { keepAnswersMs: keepMs, negativeFreshMs, random } = options;
  const connection = await RedisConnection.open(options, options.patienceMs);
  try {
    const { conceal, storeAgain } = await agreeOnSecret(connection, options.secret);
    const outbox = new Outbox(() => connection.whenUp());
    const now = (): number => Date.now() + connection.timeOffsetMs;
    const { maxConcurrency, calendar = new Calendar('UTC'), onShareSpent = () => {} } = options;
    const seen = new SeenMark(options.seenFile, () => Promise.resolve(), options.onUnseen);
    const mark = new RedisMark(connection, seen, options.onForgot ?? (() => {}));
    await mark.look();
    await lookAtSettings(connection, { ...options, calendar });
    const { uptimeMs, onJump = () => {} } = options;
    const beganMs = now() - (uptimeMs?.() ?? 0);
    const expectedNow = uptimeMs && (() => beganMs + uptimeMs());
    const ledger = new RedisLedger({
      ...{
        connection,
        outbox,
        mark,
        calendar,
        maxConcurrency,
        random,
        onShareSpent,
        expectedNow,
        onJump,
      },
    });
    const inLine = createExclusion();
    const answers = new RedisAnswers({ connection, outbox, conceal, keepMs, now });
    const claims = new RedisScoreClaims({ connection, outbox, conceal, answers });
    const lookups = new RedisLookups({
      ...{ connection, outbox, conceal, answers, random, now, keepMs, negativeFreshMs },
      freshMs: options.freshMs ?? keepMs,
      onRetryAfter: (ms) => ledger.rest(ms),
    });
    return {
      ledger,
      claims,
      answers,
      lookups,
      records: createRecords(connection, mark),
      audit: createAuditTrail(connection),
      get hasForgotten() {
        return mark.hasForgotten;
      },
      confirm: async () => {
        storeAgain();
        await mark.confirm();
      },
      get isDown() {
        return !connection.isUp;
      },
      now,
      // Of all that wait in this process, one at a time asks the store.
      exclusively: (name, run) => inLine(name, () => exclusively(connection, name, run)),
      sweep: async () => {
        const before = now() - options.keepCountsMs;
        await ledger.sweep(before);
        while ((await connection.runShared(SWEEP_AUDIT, before)) === 1);
      },
      close: async () => {
        // If the store does not come back, calls are booked and answers asked for again.
        await Promise.race([outbox.empty(), sleep(CLOSE_MS, undefined, { ref: false })]);
        await mark.stop();
        ledger.stop();
        claims.stop();
        lookups.stop();
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function exclusively<T>(
  connection: RedisConnection,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  const holder = createId('x');
  while ((await connection.runShared(LOCK, name, holder, LOCK_MS)) !== 1) {
    await sleep(LOOK_MS);
  }
  try {
    return await run();
  } finally {
    await connection.runShared(UNLOCK, name, holder).catch(() => undefined);
  }
}

const LOCK_MS = 10_000;
const LOOK_MS = 30;
const CLOSE_MS = 3000;

/** ARGV: name, holder, for how long at most. */
const LOCK = new RedisScript(`
return redis.call('SET', at('lock:' .. ARGV[1]), ARGV[2], 'NX', 'PX', ARGV[3]) and 1 or 0
`);

/** ARGV: name, holder. */
const UNLOCK = new RedisScript(`
if redis.call('GET', at('lock:' .. ARGV[1])) == ARGV[2] then redis.call('DEL', at('lock:' .. ARGV[1])) end
return 1
`);

/**
 * Agrees with the other gateways on the secret that conceals places in the store. With different
 * secrets they would store a place under different keys and buy each score twice, so each gateway
 * checks a value derived from its secret against the stored one.
 *
 * @param given a secret that the store never sees; undefined: one that the store keeps.
 * @throws StoreDown if the other gateways use another secret.
 */
async function agreeOnSecret(connection: RedisConnection, given: string | undefined) {
  const [kept = '', agreed = ''] = (await connection.runShared(KNOWN)) as string[];
  const keepsOwn = kept !== '';
  if (given === undefined ? !keepsOwn && agreed !== '' : keepsOwn) throw new StoreDown(DIFFERENT);
  const secret = given ?? String(await connection.runShared(KEEP, newSecret()));
  const conceal = createConcealment(Buffer.from(secret));
  const check = conceal('secret');
  if (String(await connection.runShared(CHECK, check)) !== check) {
    throw new StoreDown(DIFFERENT);
  }
  // Restores the secret in a store that was emptied, before a gateway starts that does not know it.
  const storeAgain = (): void => {
    if (given === undefined) connection.runShared(KEEP, secret).catch(() => undefined);
    connection.runShared(CHECK, check).catch(() => undefined);
  };
  connection.onConnected(storeAgain);
  return { conceal, storeAgain };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Warns about settings that one gateway alone cannot see, and that cost money once the store
 * restarts or is busy.
 */
async function lookAtSettings(
  connection: RedisConnection,
  { maxConcurrency = 0, calendar, onWarning = () => {} }: RedisStateOptions,
): Promise<void> {
  const zone = calendar?.canonicalZone ?? '';
  const [persistence = '', others = '', otherZone = ''] = (await connection.runShared(
    SETTINGS,
    maxConcurrency,
    zone,
  )) as string[];
  if (/^aof_enabled:0/m.test(persistence)) {
    onWarning('the shared store has no append-only file: a restart forgets calls', {});
  }
  if (others !== '' && Number(others) !== maxConcurrency) {
    const facts = { here: maxConcurrency, there: Number(others) };
    onWarning('another gateway has another LOCUS_UPSTREAM_CONCURRENCY', facts);
  }
  if (otherZone !== '' && otherZone !== zone) {
    const facts = { here: zone, there: otherZone };
    onWarning('another gateway has another LOCUS_TIME_ZONE, or had before', facts);
  }
}

/** ARGV: this gateway's concurrency and time zone. Returns facts, and those of the last to start. */
const SETTINGS = new RedisScript(`
local others = redis.call('GET', at('concurrency')) or ''
local zone = redis.call('GET', at('zone')) or ''
redis.call('SET', at('concurrency'), ARGV[1])
redis.call('SET', at('zone'), ARGV[2])
return { redis.call('INFO', 'persistence'), others, zone }
`);

const DIFFERENT =
  'The store was made with another secret: give each gateway the same LOCUS_SHARED_SECRET, or none.';

/** The store's own secret, and the value that checks all secrets; "" where there is none. */
const KNOWN = new RedisScript(`
return { redis.call('GET', at('secret')) or '', redis.call('GET', at('secret-check')) or '' }
`);

/** Keeps a secret unless one is kept already. ARGV: the new secret. */
const KEEP = new RedisScript(`
redis.call('SET', at('secret'), ARGV[1], 'NX')
return redis.call('GET', at('secret'))
`);

/** ARGV: a fixed text, concealed with the gateway's secret. */
const CHECK = new RedisScript(`
redis.call('SET', at('secret-check'), ARGV[1], 'NX')
return redis.call('GET', at('secret-check'))
`);

/** Records in one hash for each kind, with the version at which each was last put. */
function createRecords(connection: RedisConnection, mark: RedisMark): RecordStore {
  return {
    async load(kind) {
      const found = (await connection.runShared(LOAD, kind)) as readonly string[];
      return found.map((text) => JSON.parse(text) as unknown);
    },
    async *slices(kind) {
      let cursor = '0';
      do {
        const reply = await connection.runShared(SLICE, kind, cursor);
        const [next = '0', ...found] = reply as readonly string[];
        yield found.map((text) => JSON.parse(text) as unknown);
        cursor = next;
      } while (cursor !== '0');
    },
    async read(kind, id) {
      const text = await connection.runShared(READ, kind, id);
      return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
    },
    async put(kind, id, record) {
      const text = JSON.stringify(record);
      mark.risen(String(await connection.runShared(PUT, kind, id, text)));
    },
    async remove(kind, ids) {
      if (ids.length > 0) await connection.runShared(REMOVE, kind, ...ids);
    },
    async changedSince(version) {
      const records: { kind: string; record: unknown }[] = [];
      for (let since = version; ;) {
        const reply = await connection.runShared(CHANGES, since ?? '');
        const [now, isLast, ...fields] = reply as readonly string[];
        for (let index = 0; index + 1 < fields.length; index += 2) {
          const record = JSON.parse(fields[index + 1] as string) as unknown;
          records.push({ kind: fields[index] as string, record });
        }
        if (isLast === '1') return { version: Number(now), records };
        since = Number(now);
      }
    },
  };
}

/** The audit trail as a list, newest first. */
function createAuditTrail(connection: RedisConnection): AuditTrail {
  return {
    async append(entry) {
      await connection.runShared(APPEND, JSON.stringify(entry));
    },
    async latest(most, before = '') {
      const { at = '', number = '' } = readAuditId(before) ?? {};
      const reply = await connection.runShared(LATEST, most, at, number);
      const [first, ...found] = reply as readonly string[];
      return found.map((text, index) => {
        const entry = JSON.parse(text) as AuditEntry;
        return { id: `${entry.at}.${Number(first) - index}`, ...entry };
      });
    },
  };
}

const LOAD = new RedisScript(`return redis.call('HVALS', at('records:' .. ARGV[1]))`);

/** ARGV: kind, cursor. Returns the next cursor, and the records of about a thousand. */
const SLICE = new RedisScript(`
local found = redis.call('HSCAN', at('records:' .. ARGV[1]), ARGV[2], 'COUNT', 1000)
local reply = { found[1] }
for index = 2, #found[2], 2 do table.insert(reply, found[2][index]) end
return reply
`);

/** ARGV: kind, id. */
const READ = new RedisScript(`return redis.call('HGET', at('records:' .. ARGV[1]), ARGV[2])`);

/** ARGV: kind, id, record. */
const PUT = new RedisScript(`${MARK}
redis.call('HSET', at('records:' .. ARGV[1]), ARGV[2], ARGV[3])
redis.call('ZADD', at('changes'), redis.call('INCR', at('version')), ARGV[1] .. ' ' .. ARGV[2])
rise()
return mark()
`);

/** ARGV: kind, ids. */
const REMOVE = new RedisScript(`
for index = 2, #ARGV do
  redis.call('HDEL', at('records:' .. ARGV[1]), ARGV[index])
  redis.call('ZREM', at('changes'), ARGV[1] .. ' ' .. ARGV[index])
end
return 1
`);

/**
 * ARGV: version. Returns up to which version there are changes, whether these are all, and the
 * changes. If it is later than its own, the server has forgotten, and has nothing to say.
 */
const CHANGES = new RedisScript(`
local version = tonumber(redis.call('GET', at('version')) or 0)
local reply = { tostring(version), '1' }
local since = tonumber(ARGV[1])
if not since or since >= version then return reply end
local most = 1000
local changes = redis.call(
  'ZRANGEBYSCORE', at('changes'), '(' .. since, '+inf', 'WITHSCORES', 'LIMIT', 0, most)
for index = 1, #changes, 2 do
  local kind, id = string.match(changes[index], '^(%S+) (.*)$')
  table.insert(reply, kind)
  table.insert(reply, redis.call('HGET', at('records:' .. kind), id))
end
if #changes == 2 * most then
  reply[1] = changes[#changes]
  reply[2] = '0'
end
return reply
`);

/** ARGV: entry. */
const APPEND = new RedisScript(`return redis.call('LPUSH', at('audit'), ARGV[1])`);

/** ARGV: before which time. Drops a thousand entries at most; returns 1 if there may be more. */
const SWEEP_AUDIT = new RedisScript(`
for _ = 1, 1000 do
  local oldest = redis.call('LINDEX', at('audit'), -1)
  if not oldest or cjson.decode(oldest).at >= tonumber(ARGV[1]) then return 0 end
  redis.call('RPOP', at('audit'))
  redis.call('INCR', at('audit-swept'))
end
return 1
`);

/** ARGV: how many; before which time, or number. Returns the first one's number, and the entries. */
const LATEST = new RedisScript(`
local length = redis.call('LLEN', at('audit'))
local swept = tonumber(redis.call('GET', at('audit-swept')) or 0)
local from = 0
if ARGV[3] ~= '' then
  from = math.min(length, math.max(0, length + swept - tonumber(ARGV[3])))
elseif ARGV[2] ~= '' then
  local to = length
  while from < to do
    local middle = math.floor((from + to) / 2)
    local entry = cjson.decode(redis.call('LINDEX', at('audit'), middle))
    if entry.at < tonumber(ARGV[2]) then to = middle else from = middle + 1 end
  end
end
local reply = redis.call('LRANGE', at('audit'), from, from + ARGV[1] - 1)
table.insert(reply, 1, tostring(swept + length - 1 - from))
return reply
`);
