/** The answers that the open workbook carries along. Nothing here throws or rejects. */
export interface WorkbookAnswers {
  /** The same object until something changes. */
  current(): CarriedAnswers;
  subscribe(listener: () => void): () => void;
  /** Reads what the workbook holds, if nobody has. */
  read(): Promise<void>;
  /** Adds what formulas have been told since the workbook was opened. */
  save(): Promise<AnswersSaving>;
  /**
   * Calculates every formula, which asks for what is not known; then saves, and drops what no
   * formula asks for any more.
   */
  calculateAndSave(): Promise<AnswersSaving>;
  /** True takes all of them out, and none is saved until it is false again. */
  leaveOut(isLeftOut: boolean): Promise<AnswersSaving>;
  /** Whether they are saved when nothing new has come for a while. */
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
  /** Epoch milliseconds; 0 where nothing was saved. */
  readonly savedAt: number;
  readonly bytes: number;
  /** Parts that cannot be read, and parts of a later version: they are left as they are. */
  readonly damaged: number;
  readonly newer: number;
  /** There is more than can be read. */
  readonly isTooMuch: boolean;
  readonly isLeftOut: boolean;
  /** Every formula had calculated when they were saved, and none has been told anything since. */
  readonly isAll: boolean;
  /** The workbook wants it, and somebody on this device has agreed. */
  readonly savesByThemselves: boolean;
  /** The workbook wants it, and nobody on this device has been asked. */
  readonly wantsToSave: boolean;
  /** Work that goes on. */
  readonly doing: 'saving' | 'calculating' | undefined;
  /** What came of the last saving that nobody asked for, where that was not well. */
  readonly trouble: AnswersSaving | undefined;
}

/**
 * `too-many`: more than a workbook may carry. `too-much`: it carries more than can be read.
 * `options`: the workbook's own settings cannot be changed.
 */
export type AnswersSaving =
  | {
      readonly kind: 'saved';
      readonly isChanged: boolean;
      /** False where some formulas could not be calculated, so that nothing was dropped. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly reason: 'too-many' | 'too-much' | 'another-workbook' | 'left-out' | 'options';
    }
  | { readonly kind: 'failed'; readonly message: string };
