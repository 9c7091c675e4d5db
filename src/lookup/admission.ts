import type { CallKind } from './source';

/**
 * Says before each call whether it may be made, and books it: for windows, or people, that spend
 * from one budget. An engine without one keeps to its limits by itself.
 */
export interface Admission {
  /**
   * Reserves a call that is about to leave. Who dies with a reservation has spent it. Never
   * rejects; one that takes longer than the call may is not waited for.
   */
  reserve(call: ProposedCall): Reservation | Promise<Reservation>;
  /** A person has decided about what was held: what was sent before no longer counts towards it. */
  decided?(): void;
}

export interface ProposedCall {
  readonly kind: CallKind;
  readonly standing: CallNovelty;
  /** New calls that wait behind it. */
  readonly queued: number;
}

/**
 * `new` none of it was sent before · `repeated` it counts for the budget, yet not again for the
 * threshold · `approved` a person has let it pass: it is booked, and never refused.
 */
export type CallNovelty = 'new' | 'repeated' | 'approved';

export type Reservation = ReservedCall | RefusedCall;

export interface ReservedCall {
  readonly kind: 'reserved';
  /** To be told once. */
  settle(use: CallUse): void;
}

/** `spent` it may have been charged · `free` the service certainly did not take it · `unsent`. */
export type CallUse = 'spent' | 'free' | 'unsent';

export interface RefusedCall {
  readonly kind: 'refused';
  readonly code: 'held' | 'over-budget';
  /** Whatever else waits would be refused as well. */
  readonly isForAll: boolean;
}
