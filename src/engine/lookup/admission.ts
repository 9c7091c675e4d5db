import type { CallKind } from './source';

/**
 * Decides before each call whether it may be made, and reserves it. Windows or people who share a
 * budget share one admission. An engine without one applies its own limits.
 */
export interface Admission {
  /**
   * Reserves a call that is about to leave. If the holder of a reservation dies, the call counts as
   * spent. Never rejects. The engine stops waiting for a reservation when the call's time is up.
   */
  reserve(call: ProposedCall): Reservation | Promise<Reservation>;
  /**
   * Called when a person has decided about the held calls. Earlier calls then no longer count
   * towards the threshold.
   */
  decided?(): void;
}

export interface ProposedCall {
  readonly kind: CallKind;
  /** The key under which the call's answers are stored. */
  readonly target: string;
  readonly countsAs: CountsAs;
  /** How many new calls wait behind this one. */
  readonly queued: number;
  /** Everyone who asked part of it, the first asker first; empty if no asker is known. */
  readonly askers: readonly unknown[];
}

/**
 * How a call counts:
 *
 * - `new`: nothing of it was sent before.
 * - `repeated`: it counts towards the budget but not towards the threshold, because it was sent
 *   before, or approved before it was asked for.
 * - `approved`: a person approved it when it was held. It is reserved, and never refused.
 */
export type CountsAs = 'new' | 'repeated' | 'approved';

export type Reservation = ReservedCall | RefusedCall;

export interface ReservedCall {
  readonly kind: 'reserved';
  /**
   * Reports what became of the call. Call it once.
   *
   * @param isAnswered whether a spent call was answered, and so was certainly charged.
   */
  settle(use: CallUse, isAnswered?: boolean): void;
}

/**
 * What became of a reserved call:
 *
 * - `spent`: it may have been charged.
 * - `free`: the service certainly did not take it.
 * - `unsent`: it never reached the service.
 */
export type CallUse = 'spent' | 'free' | 'unsent';

export interface RefusedCall {
  readonly kind: 'refused';
  readonly code: 'held' | 'over-budget';
  /** Whether everything else that waits would be refused, too. */
  readonly isForAll: boolean;
}
