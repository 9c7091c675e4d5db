import type { CellInput } from '../spreadsheet/sheet';

/** In pixels: what a cell's margins take, what a letter takes on average, and where a column ends. */
const MARGINS = 16;
const LETTER = 7;
const NARROWEST = 88;
const WIDEST = 480;

/** How wide the first column must be for its texts; a guess that needs no page to measure on. */
export function labelWidth(rows: readonly (readonly CellInput[])[]): number {
  const longest = Math.max(0, ...rows.map(([first]) => String(first ?? '').length));
  return Math.min(WIDEST, Math.max(NARROWEST, MARGINS + LETTER * longest));
}
