import { MAX_COLUMNS, MAX_ROWS, quotedSheet, type CellArea } from './cell-address';
import type { SheetArea } from './sheet';
import { columnLetters } from '../../engine/places/column-letters';

/** A rectangle of cells. Rows and columns are zero-based, and both ends are included. */
export type Region = Omit<CellArea, 'sheet'>;

/**
 * Returns the rectangle of filled cells that are connected to a cell, also diagonally. Excel calls
 * it the current region. It includes the cell itself, whatever the cell holds.
 *
 * @param end the last row and column that hold anything.
 */
export function filledRegion(
  isFilled: (row: number, column: number) => boolean,
  cell: { readonly row: number; readonly column: number },
  end: { readonly row: number; readonly column: number },
): Region {
  let { row: startRow, column: startColumn } = cell;
  let { row: endRow, column: endColumn } = cell;
  const isRowFilled = (row: number): boolean => {
    for (let column = Math.max(0, startColumn - 1); column <= endColumn + 1; column += 1) {
      if (isFilled(row, column)) return true;
    }
    return false;
  };
  const isColumnFilled = (column: number): boolean => {
    for (let row = Math.max(0, startRow - 1); row <= endRow + 1; row += 1) {
      if (isFilled(row, column)) return true;
    }
    return false;
  };
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    // Goes as far as it can in one direction before the next: each step scans a whole side.
    for (; endRow < end.row && isRowFilled(endRow + 1); hasGrown = true) endRow += 1;
    for (; startRow > 0 && isRowFilled(startRow - 1); hasGrown = true) startRow -= 1;
    for (; endColumn < end.column && isColumnFilled(endColumn + 1); hasGrown = true) endColumn += 1;
    for (; startColumn > 0 && isColumnFilled(startColumn - 1); hasGrown = true) startColumn -= 1;
  }
  return { startRow, startColumn, endRow, endColumn };
}

/** Returns the part of a region up to the last filled row and column; undefined if none is left. */
export function withinContent(
  region: Region,
  end: { readonly row: number; readonly column: number },
): Region | undefined {
  const endRow = Math.min(region.endRow, end.row);
  const endColumn = Math.min(region.endColumn, end.column);
  if (endRow < region.startRow || endColumn < region.startColumn) return undefined;
  return { ...region, endRow, endColumn };
}

/** Converts an area with a size to one with two ends. */
export function toCellArea({ sheet, row, column, rows, columns }: SheetArea): CellArea {
  return {
    sheet,
    startRow: row,
    startColumn: column,
    endRow: row + rows - 1,
    endColumn: column + columns - 1,
  };
}

/** Converts a region with two ends to an area with a size. */
export function toSheetArea(sheet: string, region: Region): SheetArea {
  return {
    sheet,
    row: region.startRow,
    column: region.startColumn,
    rows: region.endRow - region.startRow + 1,
    columns: region.endColumn - region.startColumn + 1,
  };
}

/** Writes an absolute reference, without an `=`: `Stores!$E$2:$E$501`, `Stores!$B:$B`. */
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
