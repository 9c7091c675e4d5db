import type { CallKind, SourceFailure } from './source';

/** Keeps several windows or servers from asking the same thing at once. Optional. */
export interface Claims {
  /**
   * Claims a call's target before the call is paid for. Never rejects. A holder that dies loses its
   * claim.
   *
   * @param target the key under which its answers are stored.
   * @param newerThan no answer from before this time will do, in epoch milliseconds.
   */
  claim(kind: CallKind, target: string, newerThan: number): Claim | Promise<Claim>;
}

export type Claim = OwnClaim | OtherClaim;

export interface OwnClaim {
  readonly kind: 'claimed';
  /** Call once, when the answers have been given to the stores. */
  release(end: ClaimEnd): void;
}

export type ClaimEnd = { readonly kind: 'answered' | 'unsent' } | SourceFailure;

/** Another window or server is asking. */
export interface OtherClaim {
  readonly kind: 'taken';
  /**
   * Settles when the other call is over and its answers have come through the stores. What is still
   * unknown may then be asked for, unless this settles with a failure: asking again might be
   * charged twice.
   */
  readonly whenOver: Promise<SourceFailure | undefined>;
}
