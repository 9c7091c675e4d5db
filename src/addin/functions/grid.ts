import { isBlankOrZero, readCell } from '../../engine/places/cell';
import type { Cell } from '../../engine/places/cell';

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
  const matrix: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const rows = Math.max(1, matrix.length);
  const columns = widest(matrix);
  const isOne = rows === 1 && columns === 1;
  const valueAt = (index: number): unknown => {
    if (isOne) return valueIn(matrix[0], 0);
    if (columns === 1) return valueIn(matrix[index], 0);
    return valueIn(matrix[Math.floor(index / columns)], index % columns);
  };
  return {
    rows,
    columns,
    cell: (index) => readCell(valueAt(index)),
    isBlank: (index) => isBlankOrZero(valueAt(index)),
  };
}

export function countOf(size: Size): number {
  return size.rows * size.columns;
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

/** A separate function, because a whole column calls it a million times. */
const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;
