/** A limiter's options. They are read at each use, because `maxConcurrency` may change. */
export interface RateLimiterOptions {
  /** Number of concurrent calls at the start. */
  readonly startConcurrency: number;
  /** Maximum number of concurrent calls. */
  readonly maxConcurrency: number;
  /** Uniform in [0, 1). Keeps many clients from acting at the same moments. */
  readonly random: () => number;
}

/**
 * Decides how many calls of one account may be under way, and when the next may start. Times are
 * elapsed milliseconds.
 */
export interface CallLimiter {
  /** Milliseconds until a call may start; Infinity while every slot is taken. */
  waitMs(now: number): number;
  /** Whether nothing is sent except to test if the service takes calls. */
  isPaused(now: number): boolean;
  /** Takes a slot. Give it back with one of the next three methods. */
  started(now: number): Ticket;
  /** The call did not leave, or its end says nothing about the rate. */
  unsent(ticket: Ticket): void;
  /** The service accepted the call, whatever it answered. */
  accepted(ticket: Ticket, now: number): void;
  /**
   * The service throttled the call.
   *
   * @param retryAfterMs how long the service wants no calls, if it said so.
   * @param isOutage whether the service failed without saying that there were too many calls.
   */
  throttled(ticket: Ticket, now: number, retryAfterMs?: number, isOutage?: boolean): void;
  /**
   * Returns for how many more milliseconds a call may go unanswered. The caller then asks this
   * again; 0 means that it gives the call up.
   *
   * @param attempts how often the call was made, this time included.
   */
  replyTimeoutMs(ticket: Ticket, attempts: number, now: number): number;
  /** The service can't be reached. Once it can, few calls leave at first. */
  lost(now: number): void;
  /** Lets no call start before this time. */
  pause(until: number): void;
  /** Ends all waits, because a person changed something and what was learnt may no longer hold. */
  reset(now: number): void;
}

/** A call under way, as the limiter knows it. */
export interface Ticket {
  /** Elapsed milliseconds. */
  startedAt: number;
  /** The stretch of time at one rate in which it started. */
  readonly phase: number;
  /** Calls under way when it started, itself included. */
  readonly level: number;
  isThrottled: boolean;
  /** Unanswered for longer than is usual, and so is every call that left after it. */
  isHanging: boolean;
}
