import type { CallKind } from './source';

/**
 * Decides before each call whether it may be made, and books it. Windows or people who share a
 * budget share one admission. An engine without one applies its own limits.
 */
export interface Admission {
  /**
   * Reserves a call that is about to leave. A holder that dies with a reservation has spent it.
   * Never rejects. The engine stops waiting for a reservation when the call's own time is up.
   */
  reserve(call: ProposedCall): Reservation | Promise<Reservation>;
  /**
   * A person has decided about the held calls: earlier calls no longer count towards the threshold.
   */
  decided?(): void;
}

export interface ProposedCall {
  readonly kind: CallKind;
  /** The key under which its answers are stored. */
  readonly target: string;
  readonly countsAs: CountsAs;
  /** New calls that wait behind it. */
  readonly queued: number;
  /** Everyone who asked part of it, the first asker first; empty if no asker is known. */
  readonly askers: readonly unknown[];
}

/**
 * `new` none of it was sent before · `repeated` it counts towards the budget, but not towards the
 * threshold, because it was sent before or approved before it was asked for · `approved` by a
 * person who decided about held calls: it is booked, and never refused.
 */
export type CountsAs = 'new' | 'repeated' | 'approved';

export type Reservation = ReservedCall | RefusedCall;

export interface ReservedCall {
  readonly kind: 'reserved';
  /**
   * Call once.
   *
   * @param isAnswered whether a spent call was answered, and so was surely charged.
   */
  settle(use: CallUse, isAnswered?: boolean): void;
}

/** `spent` it may have been charged · `free` the service certainly did not take it · `unsent`. */
export type CallUse = 'spent' | 'free' | 'unsent';

export interface RefusedCall {
  readonly kind: 'refused';
  readonly code: 'held' | 'over-budget';
  /** Everything else that waits would be refused too. */
  readonly isForAll: boolean;
}
