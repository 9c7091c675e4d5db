import type { CellInput } from '../spreadsheet/sheet';

/** In pixels: where a column ends. */
const NARROWEST = 88;
const WIDEST = 480;

/**
 * How wide the first column must be for its texts.
 *
 * @param widthOf what one text takes, in pixels: fonts differ too much for a guess by its letters.
 */
export function labelWidth(
  rows: readonly (readonly CellInput[])[],
  widthOf: (text: string) => number,
): number {
  const widest = Math.max(0, ...rows.map(([first]) => widthOf(String(first ?? ''))));
  return Math.min(WIDEST, Math.max(NARROWEST, widest));
}
