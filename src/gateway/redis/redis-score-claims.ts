import type { ClaimOutcome, ScoreClaims, UnknownScore } from '../../node/score-permits';
import type { RedisLookupsParts } from './redis-lookups';
import { Waiters } from './redis-connection';
import { RedisScript } from './redis-script';
import { isUnsent } from '../state/shared-state';

type Parts = Pick<RedisLookupsParts, 'connection' | 'outbox' | 'conceal' | 'answers'>;

/** Claims in Redis, by concealed target, each with a lease that its holder renews. */
export class RedisScoreClaims implements ScoreClaims {
  /** This process's claims of calls in flight, by id. */
  private readonly owned = new Map<string, OwnedClaim>();
  private number = 0;
  private readonly waiters = new Waiters();
  private readonly renewing: NodeJS.Timeout;
  /**
   * Under way, or the last one. It restores claims that the server lost, but none that has ended.
   */
  private renewal: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: Parts) {
    this.renewing = setInterval(() => this.renew(), LEASE_MS / 4).unref();
    parts.connection.listen(OVER, (id) => this.waiters.wake(id));
  }

  async claim(target: string, model: string): Promise<'claimed' | 'taken' | 'unknown'> {
    const { connection, conceal, outbox } = this.parts;
    const id = conceal(target);
    const owned = this.owned.get(id);
    if (owned !== undefined && owned.ending === undefined) return 'unknown';
    // A call that was given up unsent is asked for again at once, before its claim has ended.
    await owned?.ending;
    const holder = `${connection.id}/${(this.number += 1)}`;
    try {
      const result = await this.parts.connection.runShared(CLAIM, id, holder, LEASE_MS, model);
      // A replica that becomes the primary must not have missed the claim.
      if (result === 'claimed') await connection.whenCopied();
      if (result === 'claimed') this.owned.set(id, { holder, model, isSent: false });
      return result as 'claimed' | 'taken' | 'unknown';
    } catch (error) {
      // The score may be claimed all the same, and will not be sent.
      if (!isUnsent(error)) {
        outbox.take(id, () => this.endOf(id, holder, 'known')).catch(() => undefined);
      }
      throw error;
    }
  }

  async mayLeave(target: string): Promise<boolean> {
    const id = this.parts.conceal(target);
    const owned = this.owned.get(id);
    if (owned === undefined) return false;
    for (;;) {
      const askedAt = performance.now();
      if ((await this.parts.connection.runShared(MAY_LEAVE, id, owned.holder, LEASE_MS)) !== 1)
        return false;
      // If this process was stopped meanwhile, the reply no longer says anything: ask again.
      if (performance.now() - askedAt > LEASE_MS / 2) continue;
      owned.isSent = true;
      return true;
    }
  }

  async end(target: string, end: ClaimOutcome): Promise<void> {
    const { conceal, outbox } = this.parts;
    const id = conceal(target);
    const owned = this.owned.get(id);
    if (owned === undefined) return;
    // Nobody will end it: its lease ends, and the score is of unknown outcome.
    if (outbox.isFull) this.owned.delete(id);
    // After the answer, from the same outbox: a reader that finds no claim finds the answer.
    const ending = outbox.take(id, async () => {
      await this.whenRenewed();
      this.owned.delete(id);
      return this.endOf(id, owned.holder, end);
    });
    if (end === 'known') owned.ending = ending;
    await ending;
  }

  async whenOver(target: string): Promise<ClaimOutcome> {
    const id = this.parts.conceal(target);
    for (;;) {
      const state = await this.parts.connection.runShared(CLAIM_STATE, id);
      if (state === 'unknown') return 'unknown';
      if (state === 'gone') {
        await this.parts.answers.readAnew(target);
        return 'known';
      }
      await this.waiters.wait(id, LOOK_MS).whenOver;
    }
  }

  async unknown(): Promise<readonly UnknownScore[]> {
    const found = (await this.parts.connection.runShared(UNKNOWN_CLAIMS)) as readonly string[];
    return found.map((text) => JSON.parse(text) as UnknownScore);
  }

  async askAgain(id: string): Promise<boolean> {
    return (await this.parts.connection.runShared(ASK_AGAIN, id)) === 1;
  }

  stop(): void {
    clearInterval(this.renewing);
  }

  private renew(): void {
    if (this.owned.size === 0) return;
    const all = [...this.owned].flatMap(([id, { holder, model, isSent }]) => [
      ...[id, holder, isSent ? model : ''],
    ]);
    const { connection } = this.parts;
    this.renewal = connection.runShared(RENEW_CLAIMS, LEASE_MS, ...all).catch(() => undefined);
  }

  /** Settles when no renewal is under way that may reach the server later than what comes next. */
  private async whenRenewed(): Promise<void> {
    for (let seen: unknown; seen !== this.renewal;) {
      seen = this.renewal;
      await seen;
    }
  }

  private endOf(id: string, holder: string, end: ClaimOutcome): Promise<unknown> {
    return this.parts.connection.runShared(
      END_CLAIM,
      id,
      holder,
      end,
      this.parts.connection.publishTo(OVER),
    );
  }
}

interface OwnedClaim {
  readonly holder: string;
  readonly model: string;
  isSent: boolean;
  /** Once its end is known: until the store knows that, too. */
  ending?: Promise<void>;
}

const OVER = 'scores';
/** A score's outcome is unknown once its claim's holder has been silent for this long. */
const LEASE_MS = 6000;
const LOOK_MS = 1000;

/**
 * A claim is a field of `claims`: its holder, when its lease ends, and whether its outcome is
 * unknown. No gateway ever takes over a claim: the service knows nothing of leases.
 */
const CLAIMS = `
local function read(id)
  local text = redis.call('HGET', at('claims'), id)
  if not text then return nil end
  local claim = cjson.decode(text)
  if claim.state == 'asked' and claim['until'] < now then claim.state = 'unknown' end
  return claim
end
local function write(id, claim) redis.call('HSET', at('claims'), id, cjson.encode(claim)) end
`;

/** ARGV: id, holder, lease, model. */
const CLAIM = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
if claim then return claim.state == 'asked' and 'taken' or 'unknown' end
write(ARGV[1], { holder = ARGV[2], state = 'asked', model = ARGV[4], at = now, ['until'] = now + tonumber(ARGV[3]) })
return 'claimed'
`);

/**
 * Renews leases, and restores claims that a server lost. ARGV: lease; id, holder and model of each;
 * no model for a call not yet sent, whose claim another process may hold by now.
 */
const RENEW_CLAIMS = new RedisScript(`${CLAIMS}
for index = 2, #ARGV, 3 do
  local text = redis.call('HGET', at('claims'), ARGV[index])
  local claim = text and cjson.decode(text)
    or (ARGV[index + 2] ~= '' and { holder = ARGV[index + 1], state = 'asked', model = ARGV[index + 2], at = now })
  if claim and claim.holder == ARGV[index + 1] and claim.state == 'asked' then
    claim['until'] = now + tonumber(ARGV[1])
    write(ARGV[index], claim)
  end
end
return 1
`);

/** ARGV: id, holder, lease. */
const MAY_LEAVE = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
if not claim or claim.holder ~= ARGV[2] or claim.state ~= 'asked' then return 0 end
claim['until'] = now + tonumber(ARGV[3])
write(ARGV[1], claim)
return 1
`);

/** ARGV: id, holder, end, channel. */
const END_CLAIM = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
if claim and claim.holder == ARGV[2] then
  if ARGV[3] == 'known' then
    redis.call('HDEL', at('claims'), ARGV[1])
  else
    claim.state = 'unknown'
    write(ARGV[1], claim)
  end
end
redis.call('PUBLISH', ARGV[4], ARGV[1])
return 1
`);

/** ARGV: id. */
const CLAIM_STATE = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
return claim and claim.state or 'gone'
`);

const UNKNOWN_CLAIMS = new RedisScript(`${CLAIMS}
local found = {}
for _, id in ipairs(redis.call('HKEYS', at('claims'))) do
  local claim = read(id)
  if claim.state == 'unknown' then table.insert(found, cjson.encode({ id = id, model = claim.model, at = claim.at })) end
end
return found
`);

/** ARGV: id. */
const ASK_AGAIN = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
if not claim or claim.state ~= 'unknown' then return 0 end
return redis.call('HDEL', at('claims'), ARGV[1])
`);
