import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { BLANK_WORD } from './cell-hash';

/** A frozen cell: the row it stood in, and which formula. */
export interface Entry {
  readonly index: number;
  readonly row: number;
  readonly formula: number;
  readonly word: number;
  readonly mark: number;
}

/** Entries in whose rows the same is read. */
export interface Group {
  readonly formula: number;
  isMixed: boolean;
  readonly byWord: Map<number, Entry[]>;
}

/** By the word of their rows. */
export function groupsOf(entries: readonly Entry[]): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (const entry of entries) {
    const { mark, formula, word } = entry;
    // Nothing around it, and nothing that it reads: its value alone says too little.
    if (mark === BLANK_WORD) continue;
    const group = groups.get(mark) ?? { formula, isMixed: false, byWord: new Map() };
    group.isMixed ||= group.formula !== formula;
    const alike = group.byWord.get(word);
    if (alike === undefined) group.byWord.set(word, [entry]);
    else alike.push(entry);
    groups.set(mark, group);
  }
  return groups;
}

export function entriesOf({ runs, values, marks }: FrozenFormulas): Entry[] {
  const entries: Entry[] = [];
  let row = 0;
  for (const [formula, count] of runs) {
    if (formula < 0) {
      row += count;
      continue;
    }
    for (let step = 0; step < count; step += 1, row += 1) {
      const index = entries.length;
      entries.push({ index, row, formula, word: values[index] ?? 0, mark: marks[index] ?? 0 });
    }
  }
  return entries;
}
