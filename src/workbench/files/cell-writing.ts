import { CellValueType, type ICellData } from '@univerjs/core';
import { BUSY_TEXT } from '../cell-error';
import { cellName, formatArea } from '../../addin/spreadsheet/cell-address';
import { BUSY_IN_FILE } from './cell-reading';
import type { StringTable } from './string-table';
import { textToFile } from '../../engine/places/workbook-text';

/** A cell to write; row and column are zero-based. */
export interface WrittenCell {
  readonly row: number;
  readonly column: number;
  /** The number of its style. */
  readonly style: number;
  readonly cell: ICellData;
  /** With the `=`; "" if there is none. */
  readonly formula: string;
  /** Whether its value has spilled from another cell. */
  readonly isSpilled: boolean;
  /** The last cell that the formula's results fill, if they fill more than its own. */
  readonly spillEnd: { readonly row: number; readonly column: number } | undefined;
}

/**
 * A cell with its formula and the formula's last result, or the result alone if the formula names
 * what the file lacks. A formula that fills several cells is
 * written as Excel writes dynamic arrays. One that fills only its own is not, though ours could
 * fill more: other programs do not show an array's saved result.
 */
export function writeCell(
  written: WrittenCell,
  inFile: (formula: string) => string | undefined,
  strings: StringTable,
): string {
  const { row, column, style, cell, isSpilled, spillEnd } = written;
  const shown = written.formula.replace(/^=/, '');
  const value = valueOf(cell, shown !== '' || isSpilled, strings);
  const formula = shown === '' ? undefined : inFile(shown);
  const area =
    formula === undefined || spillEnd === undefined
      ? undefined
      : { startRow: row, startColumn: column, endRow: spillEnd.row, endColumn: spillEnd.column };
  return (
    `<c r="${cellName(row, column)}"` +
    (style === 0 ? '' : ` s="${style}"`) +
    (value === undefined || value.type === '' ? '' : ` t="${value.type}"`) +
    (area === undefined ? '>' : ' cm="1">') +
    (formula === undefined ? '' : formulaElement(formula, area)) +
    (value === undefined ? '' : `<v>${value.text}</v>`) +
    '</c>'
  );
}

/** Errors that every reader of the format knows. */
const KNOWN_ERRORS = new Set([
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  BUSY_IN_FILE,
]);
/** Newer errors are written as this one, as in Excel. */
const ANY_ERROR = '#VALUE!';
/** Univer's own names of errors. */
const ERROR = /^#(?:[A-Z]+(?:\/[A-Z0-9]+)?[!?]?|N\/A|DIV\/0!)$/;

function formulaElement(
  formula: string,
  area: Omit<Parameters<typeof formatArea>[0], 'sheet'> | undefined,
): string {
  const text = textToFile(formula);
  if (area === undefined) return `<f>${text}</f>`;
  return `<f t="array" ref="${formatArea({ ...area, sheet: undefined })}">${text}</f>`;
}

function valueOf(
  cell: ICellData,
  isCalculated: boolean,
  strings: StringTable,
): { type: string; text: string } | undefined {
  const value = cell.v ?? plainText(cell);
  if (value === undefined) return undefined;
  if (cell.t === CellValueType.BOOLEAN || typeof value === 'boolean') {
    return { type: 'b', text: value && value !== '0' ? '1' : '0' };
  }
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? { type: '', text: String(value) }
      : { type: 'e', text: '#NUM!' };
  }
  if ((isCalculated || cell.t !== CellValueType.STRING) && ERROR.test(value)) {
    const error = value === BUSY_TEXT ? BUSY_IN_FILE : value;
    return { type: 'e', text: KNOWN_ERRORS.has(error) ? error : ANY_ERROR };
  }
  if (isCalculated) return { type: 'str', text: textToFile(value) };
  return value === '' ? undefined : { type: 's', text: String(strings.numberOf(value)) };
}

/** The text of a cell with several formats, which Univer keeps as a document with \r line ends. */
function plainText({ p }: ICellData): string | undefined {
  const stream = p?.body?.dataStream;
  return stream?.replace(/\r\n$/, '').replaceAll('\r', '\n');
}
