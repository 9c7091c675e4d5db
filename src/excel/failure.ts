import { t } from '../engine/language/speech';
import type { CannotDo } from '../addin/spreadsheet/sheet';

/** Tells a person why Excel failed, without any of the error's own text. */
export function cannotDo(error: unknown): CannotDo {
  return { kind: 'failed', message: MESSAGES[codeOf(error)]?.() ?? other(error) };
}

type Request<Result> = (context: Excel.RequestContext) => Promise<Result>;

/** Makes a request of Excel. Never rejects: for whatever Excel throws, it returns `CannotDo`. */
export async function inExcel<Result>(run: Request<Result>): Promise<Result | CannotDo> {
  try {
    return await Excel.run(run);
  } catch (error) {
    return cannotDo(error);
  }
}

/** Excel's own code for an error, or "". */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Whether the request or its response was too large. */
export function isTooMuch(error: unknown): boolean {
  return /^Re(quest|sponse)PayloadSizeLimitExceeded$/.test(codeOf(error));
}

/** Names the code, such as `GeneralException`, by which others can tell what happened. */
function other(error: unknown): string {
  const name = codeOf(error) || (error instanceof Error ? error.name : '');
  const code = /^\w{1,60}$/.test(name) ? name : 'unknown';
  return t(
    'Excel couldn’t do this ({code}). Try again. If that doesn’t help, close and reopen the workbook.',
    { code },
  );
}
/** Excel gives one code for a protected sheet and for a file that cannot be changed at all. */
const locked = (): string =>
  isReadOnly()
    ? t('This file is read-only. Select Enable Editing, or save a copy, then try again.')
    : t(
        'The sheet is protected, or the file is read-only. Unprotect the sheet (Review > Unprotect Sheet), or save a copy of the file, then try again.',
      );
/** An Excel that does not say how the file was opened has no mode, and no names of modes. */
function isReadOnly(): boolean {
  const mode = Office.context?.document?.mode;
  return mode !== undefined && mode === Office.DocumentMode?.ReadOnly;
}
const editing = (): string => t('You’re editing a cell. Press Enter or Esc, then try again.');
const tooMuch = (): string => t('That’s too much for Excel at once. Try again with fewer rows.');
const gone = (): string => t('The sheet or its cells no longer exist.');
const tooOld = (): string => t('This version of Excel can’t do this. Update Excel and try again.');
const inTheWay = (): string =>
  t('Part of an array, a merged cell, a table or a PivotTable is in the way.');
const away = (): string => t('Excel didn’t respond. Try again in a moment.');

/** The codes of `Excel.ErrorCodes`, and those of its transport. */
const MESSAGES: Readonly<Record<string, () => string>> = {
  AccessDenied: locked,
  InvalidOperationInCellEditMode: editing,
  RequestPayloadSizeLimitExceeded: tooMuch,
  ResponsePayloadSizeLimitExceeded: tooMuch,
  OperationCellsExceedLimit: tooMuch,
  RangeExceedsLimit: tooMuch,
  ItemNotFound: gone,
  InvalidReference: gone,
  ApiNotFound: tooOld,
  NotImplemented: tooOld,
  UnsupportedFeature: tooOld,
  UnsupportedOperation: tooOld,
  InvalidOperation: inTheWay,
  MergedRangeConflict: inTheWay,
  PivotTableRangeConflict: inTheWay,
  FilteredRangeConflict: inTheWay,
  InsertDeleteConflict: inTheWay,
  FormulaLengthExceedsLimit: () => t('A formula is too long for a cell.'),
  UnsupportedSheet: () => t('This kind of sheet has no cells. Select a worksheet.'),
  Conflict: away,
  RequestAborted: away,
  ConnectionFailure: away,
  Timeout: away,
};
