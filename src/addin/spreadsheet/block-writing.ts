import { largest } from '../../engine/async/extremes';
import { t } from '../../engine/language/speech';
import { formatArea, MAX_COLUMNS, MAX_ROWS } from './cell-address';
import { toCellArea } from './sheet-region';
import type { BlockToWrite, CellInput } from './sheet';

/** Excel's own limits. */
const MAX_TEXT = 32_767;
const MAX_FORMULA = 8_192;

/** Returns why no sheet can hold this block, as a message for the person; undefined if one can. */
export function blockFault({ row, column, cells, spill }: BlockToWrite): string | undefined {
  const [first] = cells;
  if (first === undefined || first.length === 0) return t('There’s nothing to add.');
  if (cells.some((line) => line.length !== first.length))
    return t('The rows have different lengths.');
  const rows = Math.max(cells.length, spill?.rows ?? 0);
  const columns = Math.max(first.length, spill?.columns ?? 0);
  if (row + rows > MAX_ROWS) return t('There aren’t enough rows below. Start higher up.');
  if (column + columns > MAX_COLUMNS) {
    return t('There aren’t enough columns to the right. Start further left.');
  }
  if (cells.some((line) => line.some(isTooLong)))
    return t('Text or a formula is too long for a cell.');
  return undefined;
}

const MOST_ADDRESSES = 20;

/**
 * Finds the cells that are in a block's way: the addresses of the first ones, and how many there
 * are.
 *
 * @param now the present inputs of all cells to fill, row by row from the block's first.
 */
export function occupiedCells(
  sheet: string,
  { row, column, cells, spill }: BlockToWrite,
  now: readonly (readonly CellInput[])[],
): { readonly addresses: readonly string[]; readonly count: number } {
  const addresses: string[] = [];
  let count = 0;
  now.forEach((line, r) =>
    line.forEach((input, c) => {
      if (input === '' || input === null) return;
      const isSpilt = spill !== undefined && r < spill.rows && c < spill.columns;
      if (!isSpilt && (cells[r]?.[c] ?? null) === null) return;
      count += 1;
      if (addresses.length >= MOST_ADDRESSES) return;
      const cell = { sheet, row: row + r, column: column + c, rows: 1, columns: 1 };
      addresses.push(formatArea(toCellArea(cell)));
    }),
  );
  return { addresses, count };
}

/** The widest that Locus makes a column, in CSS pixels. */
export const WIDEST_COLUMN = 480;

/** Returns how wide each column should be, in CSS pixels; 0 if it has no text that should fit. */
export function wantedWidths(
  { cells, headerLike, texts }: BlockToWrite,
  widthOf: (text: string) => number,
): readonly number[] {
  return (cells[0] ?? []).map((header, at) => {
    const words = headerLike === undefined ? [] : String(header ?? '').split(/\s+/);
    const widths = [texts?.[at] ?? '', ...words].map((text) => (text === '' ? 0 : widthOf(text)));
    return Math.min(WIDEST_COLUMN, largest(widths));
  });
}

/** Whether a cell's input is a formula. */
export function isFormula(input: unknown): input is string {
  return typeof input === 'string' && input.startsWith('=');
}

/** Whether the line has a single filled cell. */
export function isAloneIn(line: readonly CellInput[]): boolean {
  return line.filter((input) => input !== null && input !== '').length === 1;
}

/** Returns the input for a cell's text, with an apostrophe before a leading `=` or apostrophe. */
export function textAsInput(text: string): string {
  return /^[=']/.test(text) ? `'${text}` : text;
}

/** Returns the text that an input puts into a cell. The input is not a formula. */
export function inputAsText(input: string): string {
  return input.startsWith("'") ? input.slice(1) : input;
}

function isTooLong(input: CellInput): boolean {
  if (typeof input !== 'string') return false;
  return input.length > (isFormula(input) ? MAX_FORMULA : MAX_TEXT);
}

/**
 * Maximum length of one formula's result as JSON. Excel on the web accepts 5 MB in a message, and
 * shows #BUSY! for ever in place of a longer result (office-js issues 2786 and 4654). This limit is
 * lower, because other results travel in the same message.
 */
export const LONGEST_RESULT = 3_750_000;

/** The longest that a number and its comma can be: `-1.2345678901234567e+100,`. */
const NUMBER_LENGTH = 25;

/** Whether one formula may show this many numbers: 150,000 with the limit above. */
export function fitsOneResult(numbers: number, longest = LONGEST_RESULT): boolean {
  return numbers * NUMBER_LENGTH <= longest;
}

/** Adjacent cells in one column, as a block to write. */
export interface ColumnRun {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly cells: CellInput[][];
}

/** Groups the adjacent cells of each column, so that they can be written together. */
export function columnRuns(
  cells: readonly (Pick<ColumnRun, 'sheet' | 'row' | 'column'> & { readonly input: CellInput })[],
): readonly ColumnRun[] {
  const inOrder = [...cells].sort(
    (one, other) =>
      one.sheet.localeCompare(other.sheet) || one.column - other.column || one.row - other.row,
  );
  const runs: ColumnRun[] = [];
  for (const { sheet, row, column, input } of inOrder) {
    const last = runs.at(-1);
    const continues =
      last?.sheet === sheet && last.column === column && last.row + last.cells.length === row;
    if (continues) last.cells.push([input]);
    else runs.push({ sheet, row, column, cells: [[input]] });
  }
  return runs;
}
