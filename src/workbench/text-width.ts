/** What a cell's text is drawn with unless it says something else. */
export const SHEET_FONT = '14.7px Arial';
const CELL_MARGINS = 8;
/** Where a page draws nothing: that of a wide font, as too wide a column hides nothing. */
const WIDE_LETTER = 9;

/** What a text takes of a cell in this page's fonts, in pixels. */
export function textWidth(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context !== null) context.font = font;
  return (text) =>
    Math.ceil(context?.measureText(text).width ?? text.length * WIDE_LETTER) + CELL_MARGINS;
}
