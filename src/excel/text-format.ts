import type { CellInput } from '../addin/spreadsheet/sheet';

/** Sets one number format for all cells of a range, which Microsoft's types do not allow. */
export function setNumberFormat(range: { numberFormat: unknown }, format: string): void {
  range.numberFormat = format;
}

/** Whether a formula reads as text, as in cells formatted as text, such as for postcodes. */
export function isFormulaAsText(read: CellInput | undefined): boolean {
  return typeof read === 'string' && read.startsWith("'=");
}
