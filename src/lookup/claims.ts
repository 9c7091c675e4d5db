import type { CallKind, SourceFailure } from './source';

/** Keeps windows, or servers, from asking the same at the same time. An engine needs none. */
export interface Claims {
  /**
   * Claims what a call is about, before it is paid for. Never rejects; whoever dies with a claim
   * no longer has it.
   *
   * @param target the key under which its answers are stored.
   */
  claim(kind: CallKind, target: string): Claim | Promise<Claim>;
}

export type Claim = OwnClaim | TakenClaim;

export interface OwnClaim {
  readonly kind: 'claimed';
  /** To be told once, when the answers have been given to the stores. */
  release(end: ClaimEnd): void;
}

export type ClaimEnd = { readonly kind: 'answered' | 'unsent' } | SourceFailure;

/** Somebody else is asking. */
export interface TakenClaim {
  readonly kind: 'taken';
  /**
   * Settles when they are done, and what they were told has come through the stores: what is still
   * not known may be asked for. With a failure where it may not, since that might be paid twice.
   */
  readonly whenOver: Promise<SourceFailure | undefined>;
}
