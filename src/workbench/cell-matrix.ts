import type { ICellData } from '@univerjs/core';
import type { UndoPlan } from '../addin/spreadsheet/undo-plan';
import type { NewContent } from '../addin/spreadsheet/frozen-cells';
import { toCellData } from './cell-data';

export interface MatrixLooks {
  /** Position of the first cell, zero-based. */
  readonly row: number;
  readonly column: number;
  /** Number format of each column; "" removes one. */
  readonly formats: readonly (string | undefined)[];
  /** Style of the cells written in the first row; null is the default style. */
  readonly look: ICellData['s'];
  /** In an undo, the cells whose formats go back; the others keep theirs. */
  readonly isBack?: UndoPlan['isBack'] | undefined;
}

/** The data for Univer to set: the cells that are not null, with their formats. */
export function cellMatrix(
  cells: readonly (readonly NewContent[])[],
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
