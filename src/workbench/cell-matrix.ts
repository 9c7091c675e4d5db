import type { ICellData } from '@univerjs/core';
import type { UndoPlan } from '../spreadsheet/block-writing';
import type { CellInput } from '../spreadsheet/sheet';
import { toCellData } from './cell-data';

export interface MatrixLooks {
  /** The first cell's, zero-based. */
  readonly row: number;
  readonly column: number;
  /** Of each column; "" takes a format away. */
  readonly formats: readonly (string | undefined)[];
  /** Of the cells that are written in the first row; null for that of any other cell. */
  readonly look: ICellData['s'];
  /** Whose looks go back, where a block is taken back: of the others they stay. */
  readonly isBack?: UndoPlan['isBack'] | undefined;
}

/** What Univer is to set: the cells that are not null, and the looks that go with them. */
export function cellMatrix(
  cells: readonly (readonly CellInput[])[],
  { row, column, formats, look, isBack }: MatrixLooks,
): Record<number, Record<number, ICellData>> {
  const matrix: Record<number, Record<number, ICellData>> = {};
  cells.forEach((line, r) => {
    const data: Record<number, ICellData> = {};
    line.forEach((input, c) => {
      const goesBack = isBack?.[r]?.[c];
      const pattern = goesBack === false ? undefined : formats[c];
      const hasLook = look !== undefined && r === 0 && (goesBack ?? input !== null);
      if (input === null && pattern === undefined && !hasLook) return;
      data[column + c] = {
        ...(input !== null && toCellData(input)),
        ...(pattern !== undefined && { s: { n: pattern === '' ? null : { pattern } } }),
        ...(hasLook && { s: look }),
      };
    });
    matrix[row + r] = data;
  });
  return matrix;
}
