import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { BLANK_HASH } from './cell-hash';

/** A frozen cell: the row it was in, and which formula it had. */
export interface Entry {
  readonly index: number;
  readonly row: number;
  readonly formula: number;
  readonly hash: number;
  readonly rowHash: number;
}

/** Entries whose rows have the same hash. */
export interface Group {
  readonly formula: number;
  isMixed: boolean;
  readonly byHash: Map<number, Entry[]>;
}

/** Groups entries by the hash of their rows. */
export function groupsOf(entries: readonly Entry[]): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (const entry of entries) {
    const { rowHash, formula, hash } = entry;
    // What it reads and what is around it are blank, and its value alone says too little.
    if (rowHash === BLANK_HASH) continue;
    const group = groups.get(rowHash) ?? { formula, isMixed: false, byHash: new Map() };
    group.isMixed ||= group.formula !== formula;
    const alike = group.byHash.get(hash);
    if (alike === undefined) group.byHash.set(hash, [entry]);
    else alike.push(entry);
    groups.set(rowHash, group);
  }
  return groups;
}

export function entriesOf({ repeats, valueHashes, rowHashes }: FrozenFormulas): Entry[] {
  const entries: Entry[] = [];
  let row = 0;
  for (const [formula, count] of repeats) {
    if (formula < 0) {
      row += count;
      continue;
    }
    for (let step = 0; step < count; step += 1, row += 1) {
      const index = entries.length;
      entries.push({
        index,
        row,
        formula,
        hash: valueHashes[index] ?? 0,
        rowHash: rowHashes[index] ?? 0,
      });
    }
  }
  return entries;
}
