import type { FrozenFormulas } from '../workbook/frozen-formulas';

/** The same formulas, but only for cells that `stays` accepts; undefined if it accepts none. */
export function frozenRest(
  frozen: FrozenFormulas,
  stays: (index: number) => boolean,
  {
    id,
    isLeft,
    thawedAt,
  }: { readonly id: string; readonly isLeft: boolean; readonly thawedAt?: number },
): FrozenFormulas | undefined {
  const values: number[] = [];
  const rowHashes: number[] = [];
  const repeats: [number, number][] = [];
  let index = 0;
  const add = (formula: number, rows: number): void => {
    const last = repeats.at(-1);
    if (last !== undefined && last[0] === formula) last[1] += rows;
    else repeats.push([formula, rows]);
  };
  for (const [formula, rows] of frozen.repeats) {
    if (formula < 0) {
      add(formula, rows);
      continue;
    }
    for (let step = 0; step < rows; step += 1, index += 1) {
      const isKept = stays(index);
      add(isKept ? formula : -1, 1);
      if (!isKept) continue;
      values.push(frozen.valueHashes[index] ?? 0);
      rowHashes.push(frozen.rowHashes[index] ?? 0);
    }
  }
  if (values.length === 0) return undefined;
  return {
    ...frozen,
    id,
    isLeft,
    thawedAt,
    repeats,
    valueHashes: Uint32Array.from(values),
    rowHashes: Uint32Array.from(rowHashes),
  };
}
