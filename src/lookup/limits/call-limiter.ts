import type { Ticket } from './recent-calls';

export type { Ticket } from './recent-calls';

/** How many calls of one account may be under way, and when the next may start. */
export interface CallLimiter {
  /** Milliseconds until a call may start; Infinity while every slot is taken. */
  waitMs(now: number): number;
  /** Nothing is sent, but to ask whether anything is taken. */
  isPaused(now: number): boolean;
  /** Takes a slot; one of the next three gives it back. */
  started(now: number): Ticket;
  /** It did not leave, or its end says nothing of the pace. */
  unsent(ticket: Ticket): void;
  /** The service took the call, whatever it answered. */
  took(ticket: Ticket, now: number): void;
  /**
   * The service would not take the call.
   *
   * @param retryAfterMs for how long it wants to be left alone, where it said so.
   * @param isOutage it did not speak of too many calls.
   */
  refused(ticket: Ticket, now: number, retryAfterMs?: number, isOutage?: boolean): void;
  /**
   * How much longer a call may go unanswered until this is asked again; 0 if it is to be given up.
   *
   * @param attempts how often it was made, this time included.
   */
  replyTimeoutMs(ticket: Ticket, attempts: number, now: number): number;
  /** The service can't be reached: when it can, few calls go first. */
  lost(now: number): void;
  pause(until: number): void;
  /** A person changed something: what was learnt may no longer hold, waiting serves nobody. */
  reset(now: number): void;
}
