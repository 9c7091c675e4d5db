import type { AnswerStore, StoredAnswer, StoredEntry, StoreSize } from '../../engine/lookup';
import type { Conceal } from '../../node/concealment';
import { MOST_EMPTY } from '../../node/lmdb-answers';
import type { Outbox } from './outbox';
import { type RedisConnection } from './redis-connection';
import { RedisScript } from './redis-script';

export interface RedisAnswersParts {
  readonly connection: RedisConnection;
  readonly outbox: Outbox;
  readonly conceal: Conceal;
  readonly keepMs: number;
  /** Epoch milliseconds by the server's clock. */
  readonly now: () => number;
}

/** Answers in Redis, by concealed key. A place expires once no answer has come for `keepMs`. */
export class RedisAnswers implements AnswerStore {
  private readonly listeners: ((added: readonly StoredEntry[]) => void)[] = [];

  constructor(private readonly parts: RedisAnswersParts) {}

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    const { connection, conceal, keepMs, now } = this.parts;
    const since = now() - keepMs;
    const found = await Promise.all(keys.map((key) => connection.run(READ, conceal(key))));
    return new Map(
      keys.flatMap((key, index) => {
        const fields = found[index] as readonly string[];
        const answers = toAnswers(fields).filter(({ at }) => at >= since);
        return answers.length === 0 ? [] : [[key, answers] as const];
      }),
    );
  }

  async write(entries: readonly StoredEntry[]): Promise<void> {
    const { connection, conceal, keepMs, outbox } = this.parts;
    const written = entries.map(({ key, answers }) => {
      const place = conceal(key);
      const fields = answers.flatMap(({ name, value, at }) => [name, toField(value, at)]);
      return outbox.take(place, () => connection.run(WRITE, place, keepMs, ...fields));
    });
    await Promise.all(written);
  }

  /** Tells listeners what the store holds now, which another process may have changed. */
  async readAnew(key: string): Promise<void> {
    const found = await this.read([key]);
    const answers = found.get(key);
    if (answers !== undefined) this.announce([{ key, answers }]);
  }

  announce(added: readonly StoredEntry[]): void {
    for (const listener of this.listeners) listener(added);
  }

  subscribe(listener: (added: readonly StoredEntry[]) => void): void {
    this.listeners.push(listener);
  }

  /** Answers expire on their own, and other gateways still use them. */
  clear(): Promise<void> {
    return Promise.reject(new Error('Answers that others share are not cleared.'));
  }

  size(): Promise<StoreSize> {
    return Promise.resolve({ answers: 0, bytes: 0 });
  }
}

/** Writes an answer as it is stored: `VALUE@TIME`, with the time in epoch milliseconds. */
export function toField(value: number | null, at: number): string {
  return `${value ?? ''}@${Math.round(at)}`;
}

/** Reads stored answers. @param fields name, value, name, value … */
export function toAnswers(fields: readonly string[]): readonly StoredAnswer[] {
  const answers: StoredAnswer[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [value = '', at] = (fields[index + 1] as string).split('@');
    answers.push({
      name: fields[index] as string,
      value: value === '' ? null : Number(value),
      at: Number(at),
    });
  }
  return answers;
}

/**
 * A place's slot holds `a`: each name's `VALUE@TIME`, with an empty VALUE for no value. While a
 * gateway asks about the place, `l`: the lead's holder and when its lease ends; `p`: names that
 * other gateways want; `w`: processes that wait. For a while after the service rejected a merged
 * call, `x`: names are not merged.
 */
const PLACE = `
local function timeOf(answer) return tonumber(string.match(answer, '@(%d+)$')) end
-- Anybody can invent names, and every question of a place reads all that is known of it.
local function dropEmpty(ms)
  local all, empty = redis.call('HGETALL', at('a')), {}
  for i = 1, #all, 2 do
    if timeOf(all[i + 1]) < now - ms then
      redis.call('HDEL', at('a'), all[i])
    elseif string.sub(all[i + 1], 1, 1) == '@' then
      table.insert(empty, { all[i], timeOf(all[i + 1]) })
    end
  end
  table.sort(empty, function(one, other) return one[2] > other[2] end)
  for i = ${MOST_EMPTY} + 1, #empty do redis.call('HDEL', at('a'), empty[i][1]) end
end
local function keep(index, ms)
  local added = 0
  for i = index, #ARGV, 2 do
    local known = redis.call('HGET', at('a'), ARGV[i])
    local when = ARGV[i + 1]
    if not known or timeOf(known) <= timeOf(when) then
      added = added + redis.call('HSET', at('a'), ARGV[i], when)
    end
  end
  if #ARGV <= index then return end
  redis.call('PEXPIRE', at('a'), ms)
  local size = redis.call('HLEN', at('a'))
  local isMore = math.floor(size / 500) > math.floor((size - added) / 500)
  if isMore and size > ${MOST_EMPTY} then dropEmpty(tonumber(ms)) end
end
local function lead()
  local found = redis.call('HMGET', at('l'), 'holder', 'until')
  if found[1] and tonumber(found[2]) >= now then return found[1] end
  return nil
end
local function hold(holder, lease)
  redis.call('HSET', at('l'), 'holder', holder, 'until', now + lease)
  redis.call('PEXPIRE', at('l'), lease * 2)
end
local function want(from)
  for i = from, #ARGV do redis.call('SADD', at('p'), ARGV[i]) end
  redis.call('PEXPIRE', at('p'), 600000)
end
`;

/** Replies with all stored answers of a place. */
const READ = new RedisScript(`return redis.call('HGETALL', at('a'))`);

/** ARGV: how long to keep the answers; then the name and `VALUE@TIME` of each. */
const WRITE = new RedisScript(`${PLACE}
keep(2, ARGV[1])
return 1
`);

/**
 * ARGV: holder, process, lease, how long a value is fresh, how long a negative answer is, names.
 * Replies with the fresh answers, or tells the process to wait or to lead.
 */
export const JOIN = new RedisScript(`${PLACE}
local known = {}
for i = 6, #ARGV do
  local value = redis.call('HGET', at('a'), ARGV[i])
  local when = value and tonumber(string.match(value, '@(%d+)$'))
  local fresh = value and tonumber(ARGV[string.sub(value, 1, 1) == '@' and 5 or 4])
  if value and now - when <= fresh then
    table.insert(known, ARGV[i])
    table.insert(known, value)
  end
end
if #known > 0 then
  table.insert(known, 1, 'known')
  return known
end
if lead() then
  want(6)
  redis.call('SADD', at('w'), ARGV[2])
  redis.call('PEXPIRE', at('w'), 600000)
  return { 'wait' }
end
hold(ARGV[1], tonumber(ARGV[3]))
return { 'lead' }
`);

/** How many names other processes want. */
export const GATHERED = new RedisScript(`return redis.call('SCARD', at('p'))`);

/**
 * ARGV: holder, lease, how many names at most, how many of our own go in any case, and our own
 * names, those first. Replies with the names to ask for.
 */
export const TAKE = new RedisScript(`${PLACE}
if lead() ~= ARGV[1] then return {} end
hold(ARGV[1], tonumber(ARGV[2]))
local names, own = {}, {}
local certain = tonumber(ARGV[4])
for i = 5, 4 + certain do
  own[ARGV[i]] = true
  table.insert(names, ARGV[i])
end
if redis.call('EXISTS', at('x')) == 0 then
  for i = 5 + certain, #ARGV do
    if #names >= tonumber(ARGV[3]) then break end
    if redis.call('HEXISTS', at('a'), ARGV[i]) == 0 then
      own[ARGV[i]] = true
      table.insert(names, ARGV[i])
    end
  end
  for _, name in ipairs(redis.call('SMEMBERS', at('p'))) do
    if #names >= tonumber(ARGV[3]) then break end
    if not own[name] then table.insert(names, name) end
  end
end
return names
`);

/** ARGV: holder, lease. */
export const RENEW_LEAD = new RedisScript(`${PLACE}
if redis.call('HGET', at('l'), 'holder') == ARGV[1] then hold(ARGV[1], tonumber(ARGV[2])) end
return 1
`);

/**
 * Stores the answers and publishes them to the processes that wait. ARGV: how long to keep them,
 * holder, channel prefix, place, how long not to merge names; then the name and `VALUE@TIME` of
 * each.
 */
export const CLOSE = new RedisScript(`${PLACE}
keep(6, ARGV[1])
if tonumber(ARGV[5]) > 0 then redis.call('SET', at('x'), 1, 'PX', ARGV[5]) end
local waiting = redis.call('SMEMBERS', at('w'))
if redis.call('HGET', at('l'), 'holder') == ARGV[2] then
  redis.call('DEL', at('l'), at('p'), at('w'))
end
if #waiting > 0 then
  local answers = {}
  for i = 6, #ARGV do table.insert(answers, ARGV[i]) end
  local message = cjson.encode({ place = ARGV[4], answers = answers })
  for _, process in ipairs(waiting) do redis.call('PUBLISH', ARGV[3] .. process, message) end
end
return 1
`);
