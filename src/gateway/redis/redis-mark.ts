import { createId } from '../token-format';
import { StoreForgot } from '../state/shared-state';
import type { SeenMark, StoreMark } from '../state/store-mark';
import { LEDGER, MARK } from './ledger-scripts';
import { type RedisConnection } from './redis-connection';
import { RedisScript } from './redis-script';

/**
 * The mark of a shared store. The first gateway that finds a lower mark than it has seen says so in
 * the store. That stops the other gateways, too, even one that has just started and has seen
 * nothing.
 */
export class RedisMark {
  hasForgotten = false;
  private readonly looking: NodeJS.Timeout;

  constructor(
    private readonly connection: RedisConnection,
    private readonly seen: SeenMark,
    private readonly onForgot: () => void,
  ) {
    const look = (): void => void this.look().catch(() => undefined);
    this.looking = setInterval(look, LOOK_MS).unref();
    connection.onConnected(look);
  }

  /** What this gateway has seen, for a script to check. */
  get known(): string {
    const { id = '', epoch = 0, version = 0 } = this.seen.mark ?? {};
    return `${id} ${epoch} ${version}`;
  }

  /** Compares the store's mark with what was seen, and makes a mark in a new store. */
  async look(): Promise<void> {
    this.take(String(await this.connection.runShared(LOOK, this.known, createId('s'))));
  }

  /**
   * Takes over the mark that a script has left.
   *
   * @param reply the mark, or `forgot`.
   */
  take(reply: string): void {
    const hadForgotten = this.hasForgotten;
    this.hasForgotten = reply === FORGOT;
    if (this.hasForgotten) {
      if (!hadForgotten) this.onForgot();
      return;
    }
    this.seen.take(toMark(reply));
  }

  /** Takes over the mark that a script has left without checking ours. */
  risen(reply: string): void {
    const mark = toMark(reply);
    if (mark.id === this.seen.mark?.id) this.seen.take(mark);
  }

  /**
   * Takes over the mark that a script has left.
   *
   * @throws StoreForgot if the reply is `forgot`.
   */
  demand(reply: string): void {
    this.take(reply);
    if (this.hasForgotten) throw new StoreForgot();
  }

  async confirm(): Promise<void> {
    this.take(String(await this.connection.runShared(CONFIRM, this.known, createId('s'))));
  }

  async stop(): Promise<void> {
    clearInterval(this.looking);
    if (!this.hasForgotten) await this.seen.write().catch(() => undefined);
  }
}

function toMark(reply: string): StoreMark {
  const [id = '', epoch, version] = reply.split(' ');
  return { id, epoch: Number(epoch), version: Number(version) };
}

const FORGOT = 'forgot';
const LOOK_MS = 1000;

/** ARGV: the mark that was seen, and an ID for a store without one. */
const LOOK = new RedisScript(`${MARK}
if forgot(ARGV[1]) then return 'forgot' end
if redis.call('HEXISTS', at('mark'), 'id') == 0 then redis.call('HSET', at('mark'), 'id', ARGV[2], 'epoch', 1, 'version', 1) end
return mark()
`);

/** The day counts as spent for each budget; an emptied store has lost them, so nothing is sent. */
const CONFIRM = new RedisScript(`${LEDGER}${MARK}
local id, epoch, version = string.match(ARGV[1], '^(%S*) (%d+) (%d+)$')
local found = redis.call('HMGET', at('mark'), 'id', 'epoch', 'version')
if id == '' then id = found[1] or ARGV[2] end
redis.call('HSET', at('mark'), 'id', id, 'was', found[1] or id,
  'epoch', math.max(tonumber(epoch), tonumber(found[2] or 0)) + 1,
  'version', math.max(tonumber(version), tonumber(found[3] or 0)) + 1)
if not found[1] then redis.call('HSET', at('budgets'), 'account', '{"callsPerDay":0}') end
if isFarAhead() then redis.call('DEL', at('day')) end
local day = today()
local budgets = redis.call('HGETALL', at('budgets'))
for index = 1, #budgets, 2 do
  local scope, budget = budgets[index], cjson.decode(budgets[index + 1])
  local call, counts = { day = day, scopes = { scope } }, counted(day, scope)
  change(call, 'b', math.max(0, (budget.callsPerDay or 0) - counts[2] - counts[3]))
  change(call, 'p', math.max(0, (budget.pricePerDay or 0) - counts[4] - counts[5]))
end
local claims = redis.call('HGETALL', at('claims'))
for index = 1, #claims, 2 do
  local claim = cjson.decode(claims[index + 1])
  claim.state = 'unknown'
  redis.call('HSET', at('claims'), claims[index], cjson.encode(claim))
end
redis.call('DEL', at('forgot'))
return mark()
`);
