import type { Cell } from '../../engine/places/cell';

import { faultOf } from '../../engine/language/cell-fault';
import { BLANK, read, refused, unusable } from '../../engine/places/fault';
import type { Faulty, Reading } from '../../engine/places/fault';
import { blankTailCut, countOf } from './grid';
import type { Grid, Size } from './grid';

/** The attributes that a formula asks for, in its order, each read on its own. */
export interface Names extends Size {
  /** In reading order; the size says how they are laid out. */
  readonly list: readonly Reading<string>[];
}

/**
 * A single cell of text holds names with commas between them, as a row. A range holds a name in
 * each cell. A blank between others keeps its place and shows nothing.
 */
export function readNames(grid: Grid): Names | Faulty {
  const names = countOf(grid) === 1 ? namesInText(grid.cell(0)) : namesInRange(grid);
  if (names.list.some((name) => name.kind !== 'blank')) return names;
  return refused('There are no attributes in variables', 'enter one or more, such as "w_pop_tt"');
}

/** The contract states no limit, but no service would give a longer name. */
const MAX_NAME_LENGTH = 255;

function namesInText(cell: Cell): Names {
  if (cell.kind !== 'text') return { rows: 1, columns: 1, list: [readName(cell)] };
  const parts = cell.text.split(',');
  // A list looks like "a,b," while it is being typed.
  while (parts.length > 1 && parts.at(-1)?.trim() === '') parts.pop();
  const list = parts.map((part) => readWritten(part.trim()));
  return { rows: 1, columns: list.length, list };
}

function namesInRange(grid: Grid): Names {
  const { rows, columns } = blankTailCut(grid);
  const list = Array.from({ length: rows * columns }, (_, index) => {
    // The grid numbers its cells by its own, uncut width.
    const row = Math.floor(index / columns);
    return readName(grid.cell(row * grid.columns + (index % columns)));
  });
  return { rows, columns, list };
}

/** Desktop Excel passes a blank cell as 0. */
function readName(cell: Cell): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return readWritten(cell.text);
  if (cell.kind === 'number') return cell.number === 0 ? BLANK : readWritten(String(cell.number));
  const { fault } = unusable('An attribute', cell, 'use text');
  const code = cell.kind === 'error' ? fault.code : 'invalid-variable';
  return { kind: 'fault', fault: { ...fault, code } };
}

function readWritten(text: string): Reading<string> {
  if (text === '') return BLANK;
  const name = text.toLowerCase();
  if (/^[a-z0-9_]+$/.test(name) && name.length <= MAX_NAME_LENGTH) return read(name);
  return { kind: 'fault', fault: faultOf({ code: 'invalid-variable', about: text }) };
}
