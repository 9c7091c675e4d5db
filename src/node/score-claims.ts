/**
 * Each score is asked once. A claim is made before the call leaves; if its outcome is never known,
 * the claim stays, and the score is not asked again until an administrator says so.
 *
 * Targets are the keys under which answers are stored. They hold places, so only their concealed
 * form is stored.
 */
export interface ScoreClaims {
  /**
   * Durable once the promise settles. `unknown`: the score was asked before, and nobody knows how
   * that ended. `taken`: another gateway is asking.
   */
  claim(target: string, model: string): Promise<'claimed' | 'taken' | 'unknown'>;
  /**
   * Whether this process still holds the claim; call it right before the score is sent. Missing
   * where a claim lasts as long as its process.
   */
  mayLeave?(target: string): Promise<boolean>;
  /**
   * How a taken claim ended. If `known`, its answer, if any, has been told to the subscribers of
   * the answers; without an answer, the score may be asked.
   */
  whenOver(target: string): Promise<ClaimEndWord>;
  /** The call has ended. `known`: its answer is stored, or it certainly cost nothing. */
  end(target: string, end: ClaimEndWord): Promise<void>;
  unknown(): Promise<readonly UnknownScore[]>;
  /** Lets the score be asked again, perhaps at a second cost. False if there is no such score. */
  askAgain(id: string): Promise<boolean>;
}

export type ClaimEndWord = 'known' | 'unknown';

export interface UnknownScore {
  readonly id: string;
  readonly model: string;
  /** When it was asked, in epoch milliseconds. */
  readonly at: number;
}
