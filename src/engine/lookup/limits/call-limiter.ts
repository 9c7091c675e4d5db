/** Read at each use: `maxConcurrency` may change. */
export interface RateLimiterOptions {
  /** Calls at once to begin with. */
  readonly startConcurrency: number;
  /** Maximum number of calls at once. */
  readonly maxConcurrency: number;
  /** Keeps many clients from acting in step. */
  readonly random: () => number;
}

/** How many calls of one account may be under way, and when the next may start. */
export interface CallLimiter {
  /** Milliseconds until a call may start; Infinity while every slot is taken. */
  waitMs(now: number): number;
  /** Nothing is sent, except to test whether the service takes anything. */
  isPaused(now: number): boolean;
  /** Takes a slot; one of the next three gives it back. */
  started(now: number): Ticket;
  /** The call did not leave, or its end says nothing about the rate. */
  unsent(ticket: Ticket): void;
  /** The service accepted the call, whatever it answered. */
  accepted(ticket: Ticket, now: number): void;
  /**
   * The service throttled the call.
   *
   * @param retryAfterMs how long the service wants no calls, if it said so.
   * @param isOutage the service did not say that there were too many calls.
   */
  throttled(ticket: Ticket, now: number, retryAfterMs?: number, isOutage?: boolean): void;
  /**
   * How much longer a call may go unanswered before the caller asks this again; 0 to give it up.
   *
   * @param attempts how often it was made, this time included.
   */
  replyTimeoutMs(ticket: Ticket, attempts: number, now: number): number;
  /** The service can't be reached; once it can, few calls leave at first. */
  lost(now: number): void;
  pause(until: number): void;
  /** A person changed something: what was learnt may no longer hold, so waiting is pointless. */
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
