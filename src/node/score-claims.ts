/**
 * One score is asked once. A claim is made before the call leaves; if its outcome is never known,
 * the claim stays, and the score is not asked again until an administrator says so.
 *
 * Targets are the keys under which answers are stored. They hold places, so only their concealed
 * form is stored.
 */
export interface ScoreClaims {
  /**
   * Durable when it settles. `unknown`: it was asked before, and nobody knows how that ended.
   * `taken`: another gateway is asking.
   */
  claim(target: string, model: string): Promise<'claimed' | 'taken' | 'unknown'>;
  /**
   * To be asked right before the score is sent: whether it is still claimed by this process. Missing
   * where a claim lasts as long as its process.
   */
  mayLeave?(target: string): Promise<boolean>;
  /**
   * How a claim ended that is taken. If its end is known, its answer, if there is one, has been told
   * to those who subscribe to the answers; if there is none, the score may be asked.
   */
  whenOver(target: string): Promise<ClaimEndWord>;
  /** The call has ended: its answer is stored or it certainly cost nothing; or nobody knows. */
  end(target: string, end: ClaimEndWord): Promise<void>;
  unknown(): Promise<readonly UnknownScore[]>;
  /** Lets the score be asked again, which may cost it a second time. False if there is none. */
  askAgain(id: string): Promise<boolean>;
}

export type ClaimEndWord = 'known' | 'unknown';

export interface UnknownScore {
  readonly id: string;
  readonly model: string;
  /** When it was asked, in epoch milliseconds. */
  readonly at: number;
}
