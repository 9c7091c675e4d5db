import { BooleanNumber, CellValueType, type ICellData } from '@univerjs/core';
import { inputAsText } from '../addin/spreadsheet/block-writing';
import type { NewContent } from '../addin/spreadsheet/frozen-cells';
import type { UndoPlan } from '../addin/spreadsheet/undo-plan';

/**
 * The content as Univer stores it; null empties the cell. Text stays text, however it looks. An
 * error as a plain value is stored as a calculated value without a formula.
 */
export function toCellData(input: NewContent): ICellData {
  const blank = { f: null, si: null, p: null, custom: null };
  if (typeof input === 'object' && input !== null)
    return { ...blank, v: input.error, t: CellValueType.FORCE_STRING };
  if (typeof input === 'number') return { ...blank, v: input, t: CellValueType.NUMBER };
  if (typeof input === 'boolean') return { ...blank, v: input ? 1 : 0, t: CellValueType.BOOLEAN };
  if (input === null || input === '') return { ...blank, v: null, t: null };
  if (input.startsWith('=')) return { ...blank, f: input, v: null, t: null };
  return { ...blank, v: inputAsText(input), t: CellValueType.STRING };
}

interface MatrixLooks {
  /** Position of the first cell, zero-based. */
  readonly row: number;
  readonly column: number;
  /** Number format of each column; "" removes one. */
  readonly formats: readonly (string | undefined)[];
  /** Style of the cells written in the first row; null is the default style. */
  readonly look: ICellData['s'];
  /** Rows of bold texts, counted from the first one here. */
  readonly headings?: readonly number[];
  /** In an undo, the cells whose formats go back; the others keep theirs. */
  readonly isBack?: UndoPlan['isBack'] | undefined;
}

/** The data for Univer to set: the cells that are not null, with their formats. */
export function cellMatrix(
  cells: readonly (readonly NewContent[])[],
  { row, column, formats, look, headings = [], isBack }: MatrixLooks,
): Record<number, Record<number, ICellData>> {
  const matrix: Record<number, Record<number, ICellData>> = {};
  cells.forEach((line, r) => {
    const data: Record<number, ICellData> = {};
    line.forEach((input, c) => {
      const goesBack = isBack?.[r]?.[c];
      const pattern = goesBack === false ? undefined : formats[c];
      const hasLook = look !== undefined && r === 0 && (goesBack ?? input !== null);
      if (input === null && pattern === undefined && !hasLook) return;
      const style = {
        ...(pattern !== undefined && { n: pattern === '' ? null : { pattern } }),
        ...(headings.includes(r) && { bl: BooleanNumber.TRUE }),
      };
      data[column + c] = {
        ...(input !== null && toCellData(input)),
        ...(Object.keys(style).length > 0 && { s: style }),
        ...(hasLook && { s: look }),
      };
    });
    matrix[row + r] = data;
  });
  return matrix;
}
