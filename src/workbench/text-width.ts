import { largest } from '../engine/async/extremes';
import { WIDEST_COLUMN } from '../addin/spreadsheet/block-writing';
import type { CellInput } from '../addin/spreadsheet/sheet';

/** The font of cells without a font of their own. */
export const SHEET_FONT = '14.7px Arial';
const CELL_MARGINS = 8;
/** For pages that cannot draw: a wide font's, since too wide a column hides nothing. */
const WIDE_LETTER = 9;

/** Measures how wide a cell must be for a text in this page's fonts, in pixels. */
export function textWidth(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context !== null) context.font = font;
  return (text) =>
    Math.ceil(context?.measureText(text).width ?? text.length * WIDE_LETTER) + CELL_MARGINS;
}

/** In pixels. */
const NARROWEST = 88;

/**
 * Returns how wide the first column must be for its texts, in pixels.
 *
 * @param widthOf returns a text's width in pixels. Fonts differ too much to estimate it from the
 * letters.
 */
export function labelWidth(
  rows: readonly (readonly CellInput[])[],
  widthOf: (text: string, row: number) => number,
): number {
  const widest = Math.max(
    0,
    largest(rows.map(([first], row) => widthOf(String(first ?? ''), row))),
  );
  return Math.min(WIDEST_COLUMN, Math.max(NARROWEST, widest));
}
