import type { CellInput } from '../addin/spreadsheet/sheet';

/** A single format applies to all cells of the range, which the types do not know. */
export function setNumberFormat(range: { numberFormat: unknown }, format: string): void {
  range.numberFormat = format;
}

/** Whether a formula reads as text, as in cells formatted as text, such as for postcodes. */
export function isFormulaAsText(read: CellInput | undefined): boolean {
  return typeof read === 'string' && read.startsWith("'=");
}
