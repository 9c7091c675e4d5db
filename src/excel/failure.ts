import type { CannotDo } from '../spreadsheet/sheet';

/** What Excel would not do, in words for a person. Nothing of the error's own text is shown. */
export function cannotDo(error: unknown): CannotDo {
  return { kind: 'failed', message: MESSAGES[codeOf(error)] ?? OTHER };
}

type Request<Result> = (context: Excel.RequestContext) => Promise<Result>;

export function inExcel<Result>(run: Request<Result>): Promise<Result | CannotDo> {
  return attempt(() => Excel.run(run));
}

/** One step for Excel's own undo, where it can do that (ExcelApi 1.20). */
export function changeExcel<Result>(run: Request<Result>): Promise<Result | CannotDo> {
  return attempt(() => Excel.run({ mergeUndoGroup: true }, run));
}

async function attempt<Result>(run: () => Promise<Result>): Promise<Result | CannotDo> {
  try {
    return await run();
  } catch (error) {
    return cannotDo(error);
  }
}

/** Excel's own code of an error, or "". */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

const OTHER = 'Excel could not do this. Try again; if it stays, close and open the workbook.';
const PROTECTED = 'The sheet is protected. Unprotect it (Review, Unprotect Sheet) and try again.';
const EDITING = 'A cell is being edited. Press Enter or Esc in it, then try again.';
const TOO_MUCH = 'This is too much for Excel at once. Try again with fewer rows.';
const GONE = 'The sheet or its cells are no longer there.';
const TOO_OLD = 'This version of Excel cannot do this. Update Excel and try again.';
const IN_THE_WAY = 'Part of an array, a merged cell, a table or a PivotTable is in the way there.';
const AWAY = 'Excel did not answer. Try again in a moment.';

/** The codes of `Excel.ErrorCodes`, and those of its transport. */
const MESSAGES: Readonly<Record<string, string>> = {
  AccessDenied: PROTECTED,
  InvalidOperationInCellEditMode: EDITING,
  RequestPayloadSizeLimitExceeded: TOO_MUCH,
  ResponsePayloadSizeLimitExceeded: TOO_MUCH,
  OperationCellsExceedLimit: TOO_MUCH,
  RangeExceedsLimit: TOO_MUCH,
  ItemNotFound: GONE,
  InvalidReference: GONE,
  ApiNotFound: TOO_OLD,
  NotImplemented: TOO_OLD,
  UnsupportedFeature: TOO_OLD,
  UnsupportedOperation: TOO_OLD,
  InvalidOperation: IN_THE_WAY,
  MergedRangeConflict: IN_THE_WAY,
  PivotTableRangeConflict: IN_THE_WAY,
  FilteredRangeConflict: IN_THE_WAY,
  InsertDeleteConflict: IN_THE_WAY,
  FormulaLengthExceedsLimit: 'A formula is too long for a cell.',
  UnsupportedSheet: 'This kind of sheet has no cells. Choose a worksheet.',
  Conflict: AWAY,
  RequestAborted: AWAY,
  ConnectionFailure: AWAY,
  Timeout: AWAY,
};
