import type { AnswerStore, Claim, Source } from '../../engine/lookup';

/** Lets several gateways make lookups as one: only one of them asks about a place at a time. */
export interface SharedLookups {
  /**
   * Notes that a question here wants this name.
   *
   * @param target the key under which its answer is stored.
   * @returns a function to call when the question no longer does.
   */
  want(target: string, name: string): () => void;
  /** Claims the names wanted of a target, or leaves them to the gateway that already asks. */
  claim(target: string): Promise<Claim>;
  /**
   * Adds the names that other gateways want of a place to its calls, and tells them the answers.
   */
  merged(source: Source): Source;
  /** The shared answers as a tier. It writes no lookups: `merged` stores those as they come. */
  readonly tier: AnswerStore;
}
