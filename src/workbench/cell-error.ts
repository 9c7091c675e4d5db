import { ownField } from '../engine/contract/json-checks';
import type { CellErrorKind } from '../engine/language/cell-messages';
import { t } from '../engine/language/speech';
import type { Injector } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import type { FWorkbook } from '@univerjs/sheets/facade';

/** What Excel shows until a function has answered. Univer itself does not have this error. */
export const BUSY_TEXT = '#BUSY!';

/** The workbench's cell error, like `CustomFunctions.Error` in Excel. */
export class WorkbenchCellError {
  constructor(
    /** The text in the cell, such as `#N/A`. */
    readonly text: string,
    readonly message: string,
  ) {}
}

const TEXT_OF_KIND: Readonly<Record<CellErrorKind, string>> = {
  value: '#VALUE!',
  'not-available': '#N/A',
};

/** Creates the error of this kind. */
export function createCellError(kind: CellErrorKind, message: string): WorkbenchCellError {
  return new WorkbenchCellError(TEXT_OF_KIND[kind], message);
}

/** The part of a cell that determines its message. */
export interface CellWithMessage {
  readonly v?: unknown;
  readonly custom?: unknown;
}

/** Stores the message with the cell, so that it is moved, copied and saved with it. */
export function customDataOf(error: WorkbenchCellError): Record<string, unknown> {
  return { [FIELD]: { text: error.text, message: error.message } };
}

/** Returns the message of a cell that shows an error, or null. */
export function messageOf(shown: CellWithMessage): string | null {
  const text = shown.v;
  if (typeof text !== 'string') return null;
  const kept = ownField(shown.custom, FIELD);
  // A message outlives its error if the formula has been replaced since.
  const message = ownField(kept, 'text') === text ? ownField(kept, 'message') : '';
  if (typeof message === 'string' && message !== '') return message;
  return messagesOfTexts()[text] ?? null;
}

const FIELD = 'locusError';

/** The spreadsheet's own messages, for errors that no Locus function returned. */
const messagesOfTexts = (): Readonly<Record<string, string>> => ({
  '#SPILL!': t('The results need more cells, and some aren’t empty. Clear them.'),
  '#NAME?': t('Unknown function or name. Check the spelling.'),
  '#REF!': t('The formula refers to deleted cells.'),
  '#DIV/0!': t('The formula divides by zero.'),
  '#CYCLE!': t('The formula refers to its own cell.'),
  '#NUM!': t('A number is too large, too small or isn’t valid.'),
  '#NULL!': t('The two ranges don’t intersect.'),
  '#CALC!': t('The formula has nothing to calculate.'),
  '#VALUE!': t('A value in the formula is the wrong type.'),
  '#N/A': t('No value is available.'),
});

/** A cell of the open workbook. Row and column count from 0. */
export interface CellOfSheet {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/**
 * Returns what a cell shows. Univer stores a value that spills into a cell elsewhere, and the
 * cell's own data may be older.
 */
export function shownCell(
  workbook: FWorkbook,
  injector: Injector,
  { sheetId, row, column }: CellOfSheet,
): CellWithMessage {
  const spilled = injector.get(FormulaDataModel).getArrayFormulaCellData()[workbook.getId()];
  const cell = workbook.getSheetBySheetId(sheetId)?.getSheet().getCell(row, column);
  return { v: cell?.v, custom: spilled?.[sheetId]?.[row]?.[column]?.custom ?? cell?.custom };
}
