import { isBlankOrZero, readCell, type Cell } from '../../engine/places/cell';

/**
 * An argument as a rectangle of cells. Reads a cell only when asked to, because a range may be
 * huge.
 */
export interface Grid extends Size {
  /** Cells are numbered in reading order. A grid of one cell returns it for every index. */
  cell(index: number): Cell;
  /** Whether the cell is blank or 0, without reading it. */
  isBlank(index: number): boolean;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Reads anything a host passes: a matrix (even ragged or empty; what is missing is blank), a single
 * value, or nothing.
 */
export function readGrid(argument: unknown): Grid {
  return new ArgumentGrid(Array.isArray(argument) ? argument : [argument]);
}

export function countOf(size: Size): number {
  return size.rows * size.columns;
}

/** `3 x 1`, rows first. */
export function sizeText({ rows, columns }: Size): string {
  return `${String(rows)} x ${String(columns)}`;
}

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

/**
 * A class, because closures for each of 100,000 formulas' arguments would cost more than reading.
 */
class ArgumentGrid implements Grid {
  readonly rows: number;
  readonly columns: number;

  constructor(private readonly matrix: readonly unknown[]) {
    this.rows = Math.max(1, matrix.length);
    this.columns = widest(matrix);
  }

  cell(index: number): Cell {
    return readCell(this.valueAt(index));
  }

  isBlank(index: number): boolean {
    return isBlankOrZero(this.valueAt(index));
  }

  private valueAt(index: number): unknown {
    const { matrix, rows, columns } = this;
    if (rows === 1 && columns === 1) return valueIn(matrix[0], 0);
    if (columns === 1) return valueIn(matrix[index], 0);
    return valueIn(matrix[Math.floor(index / columns)], index % columns);
  }
}

function valueIn(line: unknown, column: number): unknown {
  if (isArray(line)) return line[column];
  return column === 0 ? line : undefined;
}

function widest(matrix: readonly unknown[]): number {
  let columns = 1;
  for (const line of matrix) {
    if (isArray(line) && line.length > columns) columns = line.length;
  }
  return columns;
}

/** No function around `Array.isArray`, because a whole column would call it a million times. */
const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;
