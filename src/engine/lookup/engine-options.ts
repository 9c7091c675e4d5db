import type { Admission } from './admission';
import { awakeClock, wholeMilliseconds, type Clock } from '../async/clock';
import type { Claims } from './claims';
import type { SpendingLimits, SpentCalls } from './spending';
import type { Tier } from './cache/tier-reader';
import type { Source } from './source';

/** An engine's ports and options. Times are in milliseconds. */
export interface EngineOptions {
  readonly source: Source;
  readonly clock: Clock;
  /** Uniform in [0, 1), like Math.random. */
  readonly random: () => number;
  /** How long a place waits for another of its names. @default 25 */
  readonly windowMs?: number;
  /** Maximum time that a place's first name waits, however many follow. @default 100 */
  readonly maxWindowMs?: number;
  /** Concurrent calls at the start. @default 4 */
  readonly startConcurrency?: number;
  /** Maximum number of concurrent calls. @default 6 */
  readonly maxConcurrency?: number;
  /**
   * How long a question may go unanswered after it was asked. While it waits in a queue that moves,
   * this time counts from the service's last answer to any call. @default 60_000
   */
  readonly deadlineMs?: number;
  /** How long one call may take. @default 30_000 */
  readonly callTimeoutMs?: number;
  /** How long a person's pause may keep questions waiting. @default 15 min */
  readonly maxPauseMs?: number;
  /** Maximum number of times that one question is sent. @default 4 */
  readonly maxAttempts?: number;
  /** Upper bound of the first back-off. The bound doubles with each attempt. @default 500 */
  readonly backOffMs?: number;
  /** Upper bound of every back-off. @default 15_000 */
  readonly maxBackOffMs?: number;
  /** The longest Retry-After that is obeyed. @default 60_000 */
  readonly maxRetryAfterMs?: number;
  /** How long an answer stays fresh. @default 30 days */
  readonly freshMs?: number;
  /** How long "no value here" stays fresh. @default 1 day */
  readonly negativeFreshMs?: number;
  /** Maximum number of answers kept in memory. @default 250_000 */
  readonly maxRemembered?: number;
  /**
   * Stores asked before the service, each for what the ones before it do not answer. Of stale
   * answers, the latest counts. @default none
   */
  readonly tiers?: readonly Tier[];
  /** How many calls may be made without a person's approval. @default no limit */
  readonly limits?: SpendingLimits;
  /** Calls spent before this engine began, and on which day. @default nothing */
  readonly spent?: SpentCalls;
  /** Reserves calls where others spend from the same budget. @default the engine's own limits */
  readonly admission?: Admission;
  /** Keeps others from asking the same question at the same time. @default nobody else asks */
  readonly claims?: Claims;
}

/** What may change while an engine works. */
export type AdjustableOptions = Partial<
  Pick<CompleteEngineOptions, 'maxConcurrency' | 'deadlineMs'>
>;

/** All options, with defaults filled in. Code that uses these has no defaults of its own. */
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

/**
 * Fills in the defaults.
 *
 * @throws RangeError for a number that is below its minimum or not finite.
 */
export function completeEngineOptions(options: EngineOptions): CompleteEngineOptions {
  const complete: CompleteEngineOptions = {
    ...defaultEngineOptions,
    tiers: [],
    limits: UNLIMITED,
    ...withoutUndefined(options),
    clock: awakeClock(wholeMilliseconds(options.clock)),
  };
  return checkedOptions(complete);
}

/**
 * Returns the options as they are.
 *
 * @throws RangeError for a number that is below its minimum or not finite.
 */
export function checkedOptions<T extends Partial<CompleteEngineOptions>>(options: T): T {
  for (const name of Object.keys(defaultEngineOptions) as (keyof typeof defaultEngineOptions)[]) {
    const least = LEAST[name] ?? 0;
    const value = options[name] ?? least;
    if (!(value >= least && value < Infinity)) {
      throw new RangeError(`Engine option ${name} must be at least ${least}; received ${value}.`);
    }
  }
  return options;
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
