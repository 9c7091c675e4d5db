import type { AnswerStore, Claim, Source } from '../../lookup';

/** How several gateways ask for lookups as one: each place is asked for by one of them at a time. */
export interface SharedLookups {
  /** The names are asked for by us, or by whoever asks for the place already. */
  claim(target: string, names: readonly string[]): Promise<Claim>;
  /** The source; a call also asks for what other gateways want of its place, and tells them. */
  merged(source: Source): Source;
  /** The shared answers as a tier: those of merged lookups are kept when they come. */
  readonly tier: AnswerStore;
}
