/** The answers that the open workbook carries. Nothing here throws or rejects. */
export interface WorkbookAnswers {
  /** Returns the same object until something changes. */
  current(): CarriedAnswers;
  subscribe(listener: () => void): () => void;
  /** Reads what the workbook holds, unless it has been read already. */
  read(): Promise<void>;
  /**
   * Tells whether formulas show results that the workbook does not carry, so that a colleague
   * without a key would not see them. False if a person has left the answers out, or if it is not
   * known.
   */
  lacksShown(): Promise<boolean>;
  /** Adds the answers that formulas have received since the workbook was opened. */
  save(): Promise<AnswersSaving>;
  /**
   * Calculates every formula, which asks for whatever has no answer yet. Then saves, and drops the
   * answers that no formula asks for any more.
   */
  calculateAndSave(): Promise<AnswersSaving>;
  /** Given true, removes all answers from the workbook, and saves none until called with false. */
  leaveOut(isLeftOut: boolean): Promise<AnswersSaving>;
  /** Sets whether answers are saved automatically, once no new one has come for a while. */
  saveAutomatically(isOn: boolean): Promise<AnswersSaving>;
}

export interface CarriedAnswers {
  readonly reading:
    { readonly kind: 'reading' | 'read' } | { readonly kind: 'failed'; readonly message: string };
  readonly answers: number;
  /** How many places, and scores of places, the answers are about. */
  readonly subjects: number;
  /** The services that gave the answers. A name is empty if it must stay private. */
  readonly services: readonly { readonly name: string; readonly isSample: boolean }[];
  /** When answers were last saved, in epoch milliseconds; 0 if none were. */
  readonly savedAt: number;
  readonly bytes: number;
  /** How many parts are unreadable, or of a later version. Both are left as they are. */
  readonly damaged: number;
  readonly newer: number;
  /** Whether the workbook carries more answers than Locus reads. */
  readonly isTooMuch: boolean;
  readonly isLeftOut: boolean;
  /**
   * Whether every formula had calculated when the answers were saved, and none has received an
   * answer since.
   */
  readonly isAll: boolean;
  /** Whether the workbook asks for automatic saving, and someone on this device has agreed. */
  readonly savesAutomatically: boolean;
  /** Whether the workbook asks for automatic saving, and no one on this device has been asked. */
  readonly wantsToSave: boolean;
  /** What is under way; undefined if nothing is. */
  readonly doing: 'saving' | 'calculating' | undefined;
  /** The outcome of the last automatic save, if it did not succeed. */
  readonly trouble: AnswersSaving | undefined;
}

/**
 * The outcome of saving. Reasons why nothing was saved include:
 *
 * - `too-many`: there are more answers than a workbook may carry.
 * - `too-much`: the workbook carries more than Locus reads.
 * - `options`: the workbook's own settings cannot be changed.
 */
export type AnswersSaving =
  | {
      readonly kind: 'saved';
      readonly isChanged: boolean;
      /** False if some formulas could not be calculated. No answer was dropped then. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'not-saved';
      readonly reason: 'too-many' | 'too-much' | 'another-workbook' | 'left-out' | 'options';
    }
  | { readonly kind: 'failed'; readonly message: string };
