import type { Grid, Size } from './grid';

/**
 * A range may keep this many blank rows after the last one in use (columns, if it is a single row).
 * A longer tail comes from a reference to whole columns and is cut off: it would cost a million
 * cells that show nothing, and spill off the sheet from any cell below row 1.
 */
const MAX_BLANK_TAIL = 1_000;

/** The grid's size without its blank tail; at least one cell. */
export function blankTailCut(grid: Grid): Size {
  const { rows, columns } = grid;
  if (rows === 1) return { rows, columns: used(columns, (column) => grid.isBlank(column)) };
  if (columns === 1) return { rows: used(rows, (row) => grid.isBlank(row)), columns };
  const isBlankRow = (row: number): boolean => {
    for (let column = 0; column < columns; column++) {
      if (!grid.isBlank(row * columns + column)) return false;
    }
    return true;
  };
  return { rows: used(rows, isBlankRow), columns };
}

function used(length: number, isBlankAt: (index: number) => boolean): number {
  let last = length;
  while (last > 0 && isBlankAt(last - 1)) last--;
  return length - last > MAX_BLANK_TAIL ? Math.max(1, last) : length;
}
