import { columnLetters, MAX_COLUMNS, MAX_ROWS, parseArea, quotedSheet } from './cell-address';
import type { SheetArea } from './sheet';
import { toSheetArea } from './sheet-region';

/** The reference of a hidden name, without its `=`: `Stores!$E$2:$E$501`, `Stores!$B:$B`. */
export function anchorText({ sheet, row, column, rows, columns }: SheetArea): string {
  const first = `$${columnLetters(column)}`;
  const last = `$${columnLetters(column + columns - 1)}`;
  const prefix = `${quotedSheet(sheet)}!`;
  if (row === 0 && rows === MAX_ROWS) return `${prefix}${first}:${last}`;
  if (column === 0 && columns === MAX_COLUMNS) return `${prefix}$${row + 1}:$${row + rows}`;
  const start = `${first}$${row + 1}`;
  const end = `${last}$${row + rows}`;
  return start === end ? prefix + start : `${prefix}${start}:${end}`;
}

/**
 * The area that a name's reference covers; undefined if its cells are gone or it is not an area.
 */
export function anchorArea(text: string): SheetArea | undefined {
  const area = parseArea(text.replace(/^=/, ''));
  return area?.sheet === undefined ? undefined : toSheetArea(area.sheet, area);
}
