import { setTimeout as sleep } from 'node:timers/promises';
import { createId } from '../token-format';
import type { OnShareSpent } from '../state/call-ledger';
import type { SharedState } from '../state/shared-state';
import { SeenMark } from '../state/store-mark';
import { Outbox } from './outbox';
import { agreeOnSecret } from './place-secret';
import { RedisAnswers } from './redis-answers';
import { ACCOUNT_SLOT, RedisConnection } from './redis-connection';
import { RedisLedger } from './redis-ledger';
import { RedisMark } from './redis-mark';
import { RedisLookups } from './redis-lookups';
import { RedisAuditTrail, RedisRecords } from './redis-records';
import { RedisScoreClaims } from './redis-score-claims';
import { RedisScript } from './redis-script';
import type { SharedAddress } from './shared-address';

export interface RedisStateOptions {
  readonly address: SharedAddress;
  /** Conceals places; undefined: a secret that the store itself keeps. */
  readonly secret: string | undefined;
  /** How long answers are kept. */
  readonly keepAnswersMs: number;
  /** How long answers are fresh. @default as long as they are kept */
  readonly freshMs?: number;
  readonly negativeFreshMs: number;
  /** How long counts of calls are kept. */
  readonly keepCountsMs: number;
  /** How long to wait at the start for a server that does not answer. */
  readonly patienceMs: number;
  /** Concurrent calls of all gateways together; undefined: any number. */
  readonly maxConcurrency: number | undefined;
  readonly random: () => number;
  readonly onShareSpent?: OnShareSpent | undefined;
  /** Where to remember what was seen of the store; undefined: in memory alone. */
  readonly seenFile?: string | undefined;
  /** Called when it cannot be remembered there. */
  readonly onUnseen?: (() => void) | undefined;
  /** Called when the store has forgotten what was done. */
  readonly onForgot?: (() => void) | undefined;
  /** A clock that cannot be set, against which the store's must agree to within a day. */
  readonly uptimeMs?: (() => number) | undefined;
  readonly onJump?: ((byMs: number) => void) | undefined;
  /** Called when the store goes down or comes back. */
  readonly onChange?: ((isUp: boolean) => void) | undefined;
  /** Lua for epoch milliseconds. @default the server's time */
  readonly clock?: (() => string) | undefined;
}

/**
 * Keeps everything in a Valkey or Redis that any number of gateways share. Each gateway may be
 * killed or stopped at any moment: when its leases end, the calls that it had reserved are booked,
 * and the scores that it was asking are of unknown outcome.
 */
export async function openRedisState(options: RedisStateOptions): Promise<SharedState> {
  const { keepAnswersMs: keepMs, negativeFreshMs, random } = options;
  const connection = await RedisConnection.open(options, options.patienceMs);
  try {
    const { conceal, storeAgain } = await agreeOnSecret(connection, options.secret);
    const outbox = new Outbox(() => connection.whenUp());
    const now = (): number => Date.now() + connection.timeOffsetMs;
    const { maxConcurrency, onShareSpent = () => {} } = options;
    const seen = new SeenMark(options.seenFile, () => Promise.resolve(), options.onUnseen);
    const mark = new RedisMark(connection, seen, options.onForgot ?? (() => {}));
    await mark.look();
    const { uptimeMs, onJump = () => {} } = options;
    const beganMs = now() - (uptimeMs?.() ?? 0);
    const expectedNow = uptimeMs && (() => beganMs + uptimeMs());
    const ledger = new RedisLedger({
      ...{ connection, outbox, mark, maxConcurrency, random, onShareSpent, expectedNow, onJump },
    });
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
      records: new RedisRecords(connection, mark),
      audit: new RedisAuditTrail(connection),
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
      exclusively: (name, run) => exclusively(connection, name, run),
      sweep: () => ledger.sweep(now() - options.keepCountsMs),
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
  while ((await connection.run(LOCK, ACCOUNT_SLOT, name, holder, LOCK_MS)) !== 1) {
    await sleep(LOOK_MS);
  }
  try {
    return await run();
  } finally {
    await connection.run(UNLOCK, ACCOUNT_SLOT, name, holder).catch(() => undefined);
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
