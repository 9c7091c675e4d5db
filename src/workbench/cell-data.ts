import { CellValueType } from '@univerjs/core';
import type { ICellData } from '@univerjs/core';
import { inputAsText } from '../addin/spreadsheet/block-writing';
import type { CellInput } from '../addin/spreadsheet/sheet';

/** The input as Univer stores it; null empties the cell. Text stays text, however it looks. */
export function toCellData(input: CellInput): ICellData {
  const blank = { f: null, si: null, p: null, custom: null };
  if (typeof input === 'number') return { ...blank, v: input, t: CellValueType.NUMBER };
  if (typeof input === 'boolean') return { ...blank, v: input ? 1 : 0, t: CellValueType.BOOLEAN };
  if (input === null || input === '') return { ...blank, v: null, t: null };
  if (input.startsWith('=')) return { ...blank, f: input, v: null, t: null };
  return { ...blank, v: inputAsText(input), t: CellValueType.STRING };
}
