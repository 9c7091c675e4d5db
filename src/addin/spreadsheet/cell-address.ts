import { largest, smallest } from '../../engine/async/extremes';
import { columnIndex, columnLetters } from '../../engine/places/column-letters';

/** An area of cells. Rows and columns are zero-based, and both ends are included. */
export interface CellArea {
  /** The sheet's name; undefined means the active sheet. */
  readonly sheet: string | undefined;
  readonly startRow: number;
  readonly startColumn: number;
  readonly endRow: number;
  readonly endColumn: number;
}

/** Excel's own limits. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

const CELLS = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/iu;
const WHOLE_COLUMNS = /^\$?([A-Z]{1,3}):\$?([A-Z]{1,3})$/iu;
const WHOLE_ROWS = /^\$?(\d{1,7}):\$?(\d{1,7})$/u;
/** Excel may put the workbook's name in brackets before the sheet's, which cannot contain any. */
const WORKBOOK_NAME = /^.*\[[^\]]*\]/su;
/** Sheet names that Excel writes in a formula without quotes. */
const PLAIN_SHEET_NAME = /^[\p{L}_][\p{L}\p{N}_.]*$/u;
/** Names that look like a cell: `AB12`, or `R1C1` in Excel's other notation. */
const LOOKS_LIKE_A_CELL = /^(?:[A-Z]{1,3}\d+|R\d*(?:C\d*)?|C\d*)$/iu;

/**
 * Reads `B2`, `B2:D9`, `Stores!B2`, `'My stores'!B2`, and whole columns (`A:C`) and rows (`2:5`).
 * Returns undefined for anything else.
 */
export function parseArea(a1: string): CellArea | undefined {
  const bang = a1.lastIndexOf('!');
  const ends = readCells(a1.slice(bang + 1).trim());
  if (ends === undefined) return undefined;
  const sheet = bang < 0 ? undefined : sheetName(a1.slice(0, bang).trim());
  if (sheet === '' || smallest(ends.rows) < 0) return undefined;
  return {
    sheet,
    startRow: smallest(ends.rows),
    startColumn: smallest(ends.columns),
    endRow: largest(ends.rows),
    endColumn: largest(ends.columns),
  };
}

/** Writes `Stores!B2` or `Stores!B2:D9`, with the sheet in quotes if a formula needs them. */
export function formatArea(area: CellArea): string {
  const start = cellName(area.startRow, area.startColumn);
  const end = cellName(area.endRow, area.endColumn);
  const cells = start === end ? start : `${start}:${end}`;
  return area.sheet === undefined ? cells : `${quotedSheet(area.sheet)}!${cells}`;
}

/** Writes the address of all cells of a sheet, as the largest sheet of Excel has them. */
export function wholeSheet(sheet: string): string {
  const end = { endRow: MAX_ROWS - 1, endColumn: MAX_COLUMNS - 1 };
  return formatArea({ sheet, startRow: 0, startColumn: 0, ...end });
}

/** Writes a cell's address, such as `Stores!B2`. The row and the column are zero-based. */
export function cellAddress(sheet: string | undefined, row: number, column: number): string {
  return formatArea({ sheet, startRow: row, startColumn: column, endRow: row, endColumn: column });
}

/** One cell of a sheet. The row and the column are zero-based. */
export interface SheetCell {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** Whether an area contains a cell of the same sheet. */
export function contains(
  { startRow, endRow, startColumn, endColumn }: Omit<CellArea, 'sheet'>,
  { row, column }: { readonly row: number; readonly column: number },
): boolean {
  return row >= startRow && row <= endRow && column >= startColumn && column <= endColumn;
}

/** Whether an area is part of another area of the same sheet. */
export function isWithin(area: CellArea, whole: CellArea): boolean {
  return (
    area.sheet === whole.sheet &&
    area.startRow >= whole.startRow &&
    area.endRow <= whole.endRow &&
    area.startColumn >= whole.startColumn &&
    area.endColumn <= whole.endColumn
  );
}

/** Returns a cell's name. Both numbers are zero-based: `cellName(1, 1)` is `B2`. */
export function cellName(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`;
}

function readCells(text: string): { rows: number[]; columns: number[] } | undefined {
  const cells = CELLS.exec(text);
  if (cells !== null) {
    const [, startLetters = '', startNumber = '', endLetters, endNumber] = cells;
    return {
      rows: [Number(startNumber) - 1, Number(endNumber ?? startNumber) - 1],
      columns: [columnIndex(startLetters), columnIndex(endLetters ?? startLetters)],
    };
  }
  const [, startLetters, endLetters] = WHOLE_COLUMNS.exec(text) ?? [];
  if (startLetters !== undefined && endLetters !== undefined) {
    return {
      rows: [0, MAX_ROWS - 1],
      columns: [columnIndex(startLetters), columnIndex(endLetters)],
    };
  }
  const [, startNumber, endNumber] = WHOLE_ROWS.exec(text) ?? [];
  if (startNumber === undefined || endNumber === undefined) return undefined;
  return { rows: [Number(startNumber) - 1, Number(endNumber) - 1], columns: [0, MAX_COLUMNS - 1] };
}

/** Returns a sheet's name as a formula writes it before the `!`, in quotes if it needs them. */
export function quotedSheet(sheet: string): string {
  const isPlain = PLAIN_SHEET_NAME.test(sheet) && !LOOKS_LIKE_A_CELL.test(sheet);
  return isPlain ? sheet : `'${sheet.replaceAll("'", "''")}'`;
}

/** Reads a sheet's name from the text before the `!`. */
export function sheetName(written: string): string {
  const isQuoted = written.length > 1 && written.startsWith("'") && written.endsWith("'");
  const name = isQuoted ? written.slice(1, -1).replaceAll("''", "'") : written;
  return name.replace(WORKBOOK_NAME, '');
}

/** Excel's limit. */
const MAX_LENGTH = 31;
const FORBIDDEN = /[\p{Cc}[\]:*?/\\]/gu;
/** Excel reserves this name. */
const RESERVED = 'history';

/** Returns the wanted name, changed so that Excel accepts it and no sheet has it: `Receipt (2)`. */
export function freeSheetName(wanted: string, taken: readonly string[]): string {
  const used = new Set([RESERVED, ...taken.map((name) => name.toLowerCase())]);
  const name = legalName(wanted, MAX_LENGTH);
  if (!used.has(name.toLowerCase())) return name;
  for (let number = 2; ; number += 1) {
    const suffix = ` (${number})`;
    const numbered = legalName(wanted, MAX_LENGTH - suffix.length) + suffix;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}

function legalName(wanted: string, length: number): string {
  const text = wanted.replace(FORBIDDEN, ' ').trim().slice(0, length);
  // The cut may leave half a character; Excel allows no apostrophe at either end.
  const name = text.replace(/[\uD800-\uDBFF]$/, '').replace(/^[\s']+|[\s']+$/g, '');
  return name === '' ? 'Sheet' : name;
}
