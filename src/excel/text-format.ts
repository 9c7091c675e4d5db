import { isFormula } from '../addin/spreadsheet/block-writing';
import type { NewContent } from '../addin/spreadsheet/frozen-cells';
import type { CellInput } from '../addin/spreadsheet/sheet';
import type { CellContent } from '../engine/places/cell';
import { markedRuns } from './payload-limits';

/** A single format applies to all cells of the range, which the types do not know. */
export function setNumberFormat(range: { numberFormat: unknown }, format: string): void {
  range.numberFormat = format;
}

/** Whether a formula reads as text, as in cells formatted as text, such as for postcodes. */
export function isFormulaAsText(read: CellInput | undefined): boolean {
  return typeof read === 'string' && read.startsWith("'=");
}

/** Whether a cell has kept as text what was put into it: a formula, a number or an error. */
export function isKeptAsText(content: NewContent, read: CellInput, shown: CellContent): boolean {
  if (content === null) return false;
  if (typeof content === 'string') return isFormula(content) && isFormulaAsText(read);
  return typeof shown === 'string';
}

/**
 * Takes the text format from these cells.
 *
 * @param cells by row, from the first cell on.
 */
export function clearTextFormat(
  sheet: Excel.Worksheet,
  { row, column }: { readonly row: number; readonly column: number },
  cells: readonly (readonly boolean[])[],
): void {
  for (const at of cells[0]?.keys() ?? []) {
    for (const { start, count } of markedRuns(cells.map((line) => line[at] === true))) {
      setNumberFormat(sheet.getRangeByIndexes(row + start, column + at, count, 1), 'General');
    }
  }
}
