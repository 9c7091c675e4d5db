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

const OTHER =
  'Excel couldn’t do this. Try again. If that doesn’t help, close and reopen the workbook.';
const PROTECTED = 'The sheet is protected. Unprotect it (Review > Unprotect Sheet) and try again.';
const EDITING = 'You’re editing a cell. Press Enter or Esc, then try again.';
const TOO_MUCH = 'That’s too much for Excel at once. Try again with fewer rows.';
const GONE = 'The sheet or its cells no longer exist.';
const TOO_OLD = 'This version of Excel can’t do this. Update Excel and try again.';
const IN_THE_WAY = 'Part of an array, a merged cell, a table or a PivotTable is in the way.';
const AWAY = 'Excel didn’t respond. Try again in a moment.';

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
  UnsupportedSheet: 'This kind of sheet has no cells. Select a worksheet.',
  Conflict: AWAY,
  RequestAborted: AWAY,
  ConnectionFailure: AWAY,
  Timeout: AWAY,
};
