import { readAuditId } from '../state/audit-trail';
import type { AuditEntry, AuditTrail, StoredAuditEntry } from '../state/audit-trail';
import type { RecordChanges, RecordStore } from '../state/shared-state';
import { ACCOUNT_SLOT } from './redis-connection';
import type { RedisConnection } from './redis-connection';
import { MARK } from './ledger-scripts';
import type { RedisMark } from './redis-mark';
import { RedisScript } from './redis-script';

/** Records in one hash for each kind, with the version at which each was last put. */
export class RedisRecords implements RecordStore {
  constructor(
    private readonly connection: RedisConnection,
    private readonly mark: RedisMark,
  ) {}

  async load(kind: string): Promise<readonly unknown[]> {
    const found = (await this.connection.run(LOAD, ACCOUNT_SLOT, kind)) as readonly string[];
    return found.map((text) => JSON.parse(text) as unknown);
  }

  async read(kind: string, id: string): Promise<unknown> {
    const text = await this.connection.run(READ, ACCOUNT_SLOT, kind, id);
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  }

  async put(kind: string, id: string, record: object): Promise<void> {
    const text = JSON.stringify(record);
    this.mark.risen(String(await this.connection.run(PUT, ACCOUNT_SLOT, kind, id, text)));
  }

  async changedSince(version: number | undefined): Promise<RecordChanges> {
    const reply = await this.connection.run(CHANGES, ACCOUNT_SLOT, version ?? '');
    const [now, ...fields] = reply as readonly string[];
    const records: { kind: string; record: unknown }[] = [];
    for (let index = 0; index + 1 < fields.length; index += 2) {
      const record = JSON.parse(fields[index + 1] as string) as unknown;
      records.push({ kind: fields[index] as string, record });
    }
    return { version: Number(now), records };
  }
}

/** The audit trail as a list, newest first. */
export class RedisAuditTrail implements AuditTrail {
  constructor(private readonly connection: RedisConnection) {}

  async append(entry: AuditEntry): Promise<void> {
    await this.connection.run(APPEND, ACCOUNT_SLOT, JSON.stringify(entry));
  }

  async latest(most: number, before = ''): Promise<readonly StoredAuditEntry[]> {
    const { at = '', number = '' } = readAuditId(before) ?? {};
    const reply = await this.connection.run(LATEST, ACCOUNT_SLOT, most, at, number);
    const [first, ...found] = reply as readonly string[];
    return found.map((text, index) => {
      const entry = JSON.parse(text) as AuditEntry;
      return { id: `${entry.at}.${Number(first) - index}`, ...entry };
    });
  }
}

const LOAD = new RedisScript(`return redis.call('HVALS', at('records:' .. ARGV[1]))`);

/** ARGV: kind, id. */
const READ = new RedisScript(`return redis.call('HGET', at('records:' .. ARGV[1]), ARGV[2])`);

/** ARGV: kind, id, record. */
const PUT = new RedisScript(`${MARK}
redis.call('HSET', at('records:' .. ARGV[1]), ARGV[2], ARGV[3])
redis.call('ZADD', at('changes'), redis.call('INCR', at('version')), ARGV[1] .. ' ' .. ARGV[2])
rise()
return mark()
`);

/** ARGV: version. If it is later than its own, the server has forgotten, and has nothing to say. */
const CHANGES = new RedisScript(`
local version = tonumber(redis.call('GET', at('version')) or 0)
local reply = { tostring(version) }
local since = tonumber(ARGV[1])
if not since or since >= version then return reply end
for _, change in ipairs(redis.call('ZRANGEBYSCORE', at('changes'), '(' .. since, '+inf')) do
  local kind, id = string.match(change, '^(%S+) (.*)$')
  table.insert(reply, kind)
  table.insert(reply, redis.call('HGET', at('records:' .. kind), id))
end
return reply
`);

/** ARGV: entry. */
const APPEND = new RedisScript(`return redis.call('LPUSH', at('audit'), ARGV[1])`);

/**
 * ARGV: how many at most; before which time, and which place from the list's end, if any. Returns
 * the place of the first, and the entries.
 */
const LATEST = new RedisScript(`
local length = redis.call('LLEN', at('audit'))
local from = 0
if ARGV[3] ~= '' then
  from = math.max(0, length - tonumber(ARGV[3]))
elseif ARGV[2] ~= '' then
  local to = length
  while from < to do
    local middle = math.floor((from + to) / 2)
    local entry = cjson.decode(redis.call('LINDEX', at('audit'), middle))
    if entry.at < tonumber(ARGV[2]) then to = middle else from = middle + 1 end
  end
end
local reply = redis.call('LRANGE', at('audit'), from, from + ARGV[1] - 1)
table.insert(reply, 1, tostring(length - 1 - from))
return reply
`);
