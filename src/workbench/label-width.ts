import type { CellInput } from '../addin/spreadsheet/sheet';

/** Limits of the column's width, in pixels. */
const NARROWEST = 88;
const WIDEST = 480;

/**
 * How wide the first column must be for its texts.
 *
 * @param widthOf a text's width in pixels: fonts differ too much to estimate it from the letters.
 */
export function labelWidth(
  rows: readonly (readonly CellInput[])[],
  widthOf: (text: string) => number,
): number {
  const widest = Math.max(0, ...rows.map(([first]) => widthOf(String(first ?? ''))));
  return Math.min(WIDEST, Math.max(NARROWEST, widest));
}
