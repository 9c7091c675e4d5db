import type { AnswerStore, Claim, Source } from '../../lookup';

/** How several gateways ask for lookups as one: each place is asked for by one of them at a time. */
export interface SharedLookups {
  /**
   * Somebody here wants this name.
   *
   * @param target the key under which its answer is stored.
   * @returns a function to call when they no longer do.
   */
  want(target: string, name: string): () => void;
  /** All that is wanted is asked for by us, or by the process that asks for the place already. */
  claim(target: string): Promise<Claim>;
  /** The source; a call also asks for what other gateways want of its place, and tells them. */
  merged(source: Source): Source;
  /** The shared answers as a tier: those of merged lookups are kept when they come. */
  readonly tier: AnswerStore;
}
