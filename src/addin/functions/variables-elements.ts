import { oneFault, plainElements, type Elements } from './elements';
import { blankTailCut, countOf, sizeText, type Grid, type Size } from './argument-grid';
import { MAX_CELL_TEXT, readCell, type Cell } from '../../engine/places/cell';
import { BLANK, read, faulty, type Faulty, type Reading } from '../../engine/places/fault';
import { readPairs } from '../../engine/places/variables-text';

/** What LOCVARS shows: sets of custom variables as JSON text. */
export function variablesElements(names: Grid, values: Grid): Elements {
  const texts = writeVariables(names, values);
  if ('kind' in texts) return oneFault(texts.fault);
  return plainElements(texts, (index) => {
    const text = texts.at(index);
    return text.kind === 'read' ? { kind: 'text', text: text.value } : text;
  });
}

/** Sets of custom variables as JSON text, one for each row (or column) of values. */
interface WrittenVariables extends Size {
  at(index: number): Reading<string>;
}

/**
 * A row of names, or one text with commas, gives a text for each row of values; a column of names
 * gives one for each column. A single line of values may also run the other way. If all values are
 * blank, the text is blank: that is where a fill-down ends.
 */
export function writeVariables(names: Grid, values: Grid): WrittenVariables | Faulty {
  if (names.rows > 1 && names.columns > 1) {
    return faulty(`The names are a range of ${sizeText(names)}`, 'put them in one row or column');
  }
  const texts = namesInText(names);
  const count = texts?.length ?? countOf(names);
  const used = texts === undefined ? usedLength(names, values) : count;
  const nameAt = (index: number): Cell => texts?.[index] ?? names.cell(index);
  const written = (valueAt: (index: number) => number): Reading<string> =>
    writeSet(
      Array.from({ length: used }, (_, index) => [nameAt(index), values.cell(valueAt(index))]),
    );

  if (names.rows === 1 && values.columns === count) {
    const { rows } = blankTailCut(values);
    return { rows, columns: 1, at: (row) => written((index) => row * count + index) };
  }
  if (names.columns === 1 && values.rows === count) {
    const { columns } = values;
    return { rows: 1, columns, at: (column) => written((index) => index * columns + column) };
  }
  const isLine = values.rows === 1 || values.columns === 1;
  if (isLine && countOf(values) === count) {
    return { rows: 1, columns: 1, at: () => written((index) => index) };
  }
  const finding = `There are ${String(count)} names, and the values are ${sizeText(values)}`;
  return faulty(finding, 'enter a value for each name');
}

/** Names in one text; undefined if each has a cell. */
function namesInText(names: Grid): readonly Cell[] | undefined {
  const only = names.cell(0);
  if (countOf(names) > 1 || only.kind !== 'text') return undefined;
  const parts = only.text.split(',');
  // A list looks like "a,b," while it is being typed.
  while (parts.length > 1 && parts.at(-1)?.trim() === '') parts.pop();
  return parts.map(readCell);
}

/** How many names, counted from the first, may be in use: of a whole column, hardly any are. */
function usedLength(names: Grid, values: Grid): number {
  if (countOf(names) <= FEW_NAMES) return countOf(names);
  const lengthOf = ({ rows, columns }: Size): number => (names.rows === 1 ? columns : rows);
  const isAlongside = lengthOf(values) === lengthOf(names);
  const cut = (grid: Grid): number => lengthOf(blankTailCut(grid));
  return isAlongside ? Math.max(cut(names), cut(values)) : countOf(names);
}

/** For fewer names, finding the last one in use takes longer than reading them all. */
const FEW_NAMES = 1_000;

function writeSet(pairs: readonly (readonly [name: Cell, value: Cell])[]): Reading<string> {
  if (pairs.every(([, value]) => value.kind === 'blank')) return BLANK;
  const variables = readPairs(pairs);
  if (variables.kind !== 'read') return variables;
  const text = JSON.stringify(variables.value);
  if (text.length <= MAX_CELL_TEXT) return read(text);
  return faulty('The JSON text is too long for a cell', 'use fewer variables');
}
