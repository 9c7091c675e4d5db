import type { CallKind, SourceFailure } from './source';

/** Keeps several windows or servers from asking the same question at the same time. */
export interface Claims {
  /**
   * Claims a call's target before the call is reserved. Never rejects. If the holder of a claim
   * dies, the claim ends.
   *
   * @param target the key under which the call's answers are stored.
   * @param newerThan only an answer from this time or later counts, in epoch milliseconds.
   */
  claim(kind: CallKind, target: string, newerThan: number): Claim | Promise<Claim>;
}

export type Claim = OwnClaim | OtherClaim;

export interface OwnClaim {
  readonly kind: 'claimed';
  /** Gives the claim up. Call it once, when the stores have been given the answers. */
  release(end: ClaimEnd): void;
}

export type ClaimEnd = { readonly kind: 'answered' | 'unsent' } | SourceFailure;

/** Another window or server is asking. */
export interface OtherClaim {
  readonly kind: 'taken';
  /**
   * Settles when the other call is over and the stores have passed on its answers. What is still
   * unknown may then be asked for. If this settles with a failure, it may not: the service might
   * charge for it twice.
   */
  readonly whenOver: Promise<SourceFailure | undefined>;
}
