import { CellValueType } from '@univerjs/core';
import type { ICellData } from '@univerjs/core';
import { inputAsText } from '../addin/spreadsheet/block-writing';
import type { NewContent } from '../addin/spreadsheet/frozen-cells';

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
