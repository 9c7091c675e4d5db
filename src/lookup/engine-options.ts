import type { Admission } from './admission';
import { awakeClock } from './awake-clock';
import type { SpentCalls } from './limits/budget';
import type { Claims } from './claims';
import type { Clock } from './clock';
import type { SpendingLimits } from './limits/admission-control';
import type { Tier } from './cache/tier-reader';
import type { Source } from './source';
import { wholeMilliseconds } from './whole-milliseconds';

/** What an engine is made of and how it behaves; times in milliseconds. */
export interface EngineOptions {
  readonly source: Source;
  readonly clock: Clock;
  /** Uniform in [0, 1), as Math.random. */
  readonly random: () => number;
  /** How long a place waits for another of its names. @default 25 */
  readonly windowMs?: number;
  /** How long a place's first name waits at most, however many follow. @default 100 */
  readonly maxWindowMs?: number;
  /** Calls at once, to begin with. @default 4 */
  readonly startConcurrency?: number;
  /** Calls at once, at most. @default 6 */
  readonly maxConcurrency?: number;
  /**
   * How long a question may go unanswered, counted from its asking; and, while it waits in a queue
   * that moves, from the service's last answer to anything. @default 60_000
   */
  readonly deadlineMs?: number;
  /** How long one call may take. @default 30_000 */
  readonly callTimeoutMs?: number;
  /** How long a person's pause may keep questions waiting. @default 15 min */
  readonly maxPauseMs?: number;
  /** Sendings of one question at most. @default 4 */
  readonly maxAttempts?: number;
  /** The first back-off's upper bound; it doubles. @default 500 */
  readonly backOffMs?: number;
  /** No back-off is longer. @default 15_000 */
  readonly maxBackOffMs?: number;
  /** A service's wish to be left alone is obeyed up to this. @default 60_000 */
  readonly maxRetryAfterMs?: number;
  /** How long an answer stays fresh. @default 30 days */
  readonly freshMs?: number;
  /** How long "no value here" stays fresh. @default 1 day */
  readonly negativeFreshMs?: number;
  /** Answers kept in memory at most. @default 250_000 */
  readonly maxRemembered?: number;
  /**
   * Stores asked before the service, each for what those before it do not answer; of old answers
   * the latest counts. @default none
   */
  readonly tiers?: readonly Tier[];
  /** Calls made without asking a person. @default no limit */
  readonly limits?: SpendingLimits;
  /** What had been spent on which day before this engine began. @default nothing */
  readonly spent?: SpentCalls;
  /** Who else spends from the same budget. @default nobody */
  readonly admission?: Admission;
  /** Who else may be asking the same. @default nobody */
  readonly claims?: Claims;
}

/** Everything decided, so that nothing downstream has defaults of its own. */
export type CompleteEngineOptions = Required<Omit<EngineOptions, Optional>> &
  Pick<EngineOptions, Optional>;

type Optional = 'spent' | 'admission' | 'claims';

const DAY_MS = 86_400_000;

const defaultEngineOptions = {
  windowMs: 25,
  maxWindowMs: 100,
  startConcurrency: 4,
  maxConcurrency: 6,
  deadlineMs: 60_000,
  callTimeoutMs: 30_000,
  maxPauseMs: 900_000,
  maxAttempts: 4,
  backOffMs: 500,
  maxBackOffMs: 15_000,
  maxRetryAfterMs: 60_000,
  freshMs: 30 * DAY_MS,
  negativeFreshMs: DAY_MS,
  maxRemembered: 250_000,
} as const;

/** Fills in what was left out; refuses numbers that no engine could work with. */
export function completeEngineOptions(options: EngineOptions): CompleteEngineOptions {
  const complete: CompleteEngineOptions = {
    ...defaultEngineOptions,
    tiers: [],
    limits: UNLIMITED,
    ...withoutUndefined(options),
    clock: awakeClock(wholeMilliseconds(options.clock)),
  };
  for (const name of Object.keys(defaultEngineOptions) as (keyof typeof defaultEngineOptions)[]) {
    const least = LEAST[name] ?? 0;
    const value = complete[name];
    if (!(Number.isFinite(value) && value >= least)) {
      throw new RangeError(`Engine option ${name} must be at least ${least}; received ${value}.`);
    }
  }
  return complete;
}

const UNLIMITED: SpendingLimits = {
  approvalThreshold: Number.POSITIVE_INFINITY,
  dailyBudget: Number.POSITIVE_INFINITY,
};

const LEAST: Partial<Record<keyof typeof defaultEngineOptions, number>> = {
  startConcurrency: 1,
  maxConcurrency: 1,
  maxAttempts: 1,
  deadlineMs: 1,
  callTimeoutMs: 1,
};

function withoutUndefined(options: EngineOptions): EngineOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as EngineOptions;
}
