import type { Size } from './grid';

/**
 * A range may keep so many blank rows (or columns, where it is one row) after its last one in use.
 * A longer tail is what a reference to whole columns brings, and is cut off: it would cost a
 * million cells that show nothing, and spill beyond the sheet from any cell but one in row 1.
 */
export const MAX_BLANK_TAIL = 1_000;

/** The size that is left of this one; never less than one cell. */
export function blankTailCut(size: Size, isBlank: (index: number) => boolean): Size {
  const { rows, columns } = size;
  if (rows === 1) return { rows, columns: used(columns, isBlank) };
  const isBlankRow = (row: number): boolean => {
    for (let column = 0; column < columns; column++) {
      if (!isBlank(row * columns + column)) return false;
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
