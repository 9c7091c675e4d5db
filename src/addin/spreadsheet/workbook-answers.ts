/** The answers that the open workbook carries. Nothing here throws or rejects. */
export interface WorkbookAnswers {
  /** The same object until something changes. */
  current(): CarriedAnswers;
  subscribe(listener: () => void): () => void;
  /** Reads what the workbook holds, unless that has been done. */
  read(): Promise<void>;
  /**
   * Whether formulas show results that the workbook does not carry, so that a colleague without a
   * key would not see them. False where a person leaves them out, or if nobody can tell.
   */
  lacksShown(): Promise<boolean>;
  /** Adds the answers that formulas have received since the workbook was opened. */
  save(): Promise<AnswersSaving>;
  /**
   * Calculates every formula, which asks for whatever has no answer yet; then saves, and drops
   * answers that no formula asks for any more.
   */
  calculateAndSave(): Promise<AnswersSaving>;
  /** True removes all answers from the workbook, and none is saved until this is false again. */
  leaveOut(isLeftOut: boolean): Promise<AnswersSaving>;
  /** Whether answers are saved automatically once no new one has come for a while. */
  saveByThemselves(isOn: boolean): Promise<AnswersSaving>;
}

export interface CarriedAnswers {
  readonly reading:
    { readonly kind: 'reading' | 'read' } | { readonly kind: 'failed'; readonly message: string };
  readonly answers: number;
  /** Places, and scores of places. */
  readonly subjects: number;
  /** The services that gave them. A name is empty if it must stay private. */
  readonly services: readonly { readonly name: string; readonly isSample: boolean }[];
  /** Epoch milliseconds; 0 if nothing was saved. */
  readonly savedAt: number;
  readonly bytes: number;
  /** Unreadable parts, and parts of a later version: both are left as they are. */
  readonly damaged: number;
  readonly newer: number;
  /** The workbook carries more than Locus reads. */
  readonly isTooMuch: boolean;
  readonly isLeftOut: boolean;
  /** Every formula had calculated when the answers were saved, and none has received one since. */
  readonly isAll: boolean;
  /** The workbook asks for automatic saving, and someone on this device has agreed. */
  readonly savesByThemselves: boolean;
  /** The workbook asks for automatic saving, and no one on this device has been asked. */
  readonly wantsToSave: boolean;
  /** Work under way. */
  readonly doing: 'saving' | 'calculating' | undefined;
  /** The outcome of the last automatic save, if it did not succeed. */
  readonly trouble: AnswersSaving | undefined;
}

/**
 * `too-many`: more answers than a workbook may carry. `too-much`: the workbook carries more than
 * Locus reads. `options`: the workbook's own settings cannot be changed.
 */
export type AnswersSaving =
  | {
      readonly kind: 'saved';
      readonly isChanged: boolean;
      /** False where some formulas could not be calculated, so that nothing was dropped. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'not-saved';
      readonly reason: 'too-many' | 'too-much' | 'another-workbook' | 'left-out' | 'options';
    }
  | { readonly kind: 'failed'; readonly message: string };
