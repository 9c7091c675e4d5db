import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CellInput, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../places/cell';
import { BLANK_HASH, cellHash } from './cell-hash';
import { formulaText } from './run-placement';
import type { LeftReason } from './run-placement';

/** The cells that a spill's hidden names cover now. */
export interface SpillNow {
  readonly area: SheetArea;
  /** Its first cell, which had the formula; undefined if that is gone. */
  readonly origin: SheetArea | undefined;
  readonly inputs: readonly (readonly CellInput[])[];
  readonly contents: readonly (readonly CellContent[])[];
  readonly references: readonly (SheetArea | undefined)[];
}

export type SpillPlacement =
  /** The formula is in its cell already. */
  | { readonly kind: 'there' }
  /** What to type: the formula in the first cell, "" in the others; null leaves a cell as it is. */
  | { readonly kind: 'placed'; readonly cells: readonly (readonly (string | null)[])[] }
  | { readonly kind: 'left'; readonly reason: LeftReason };

/**
 * A formula that fills a block goes back only if that loses nothing: the block holds only what
 * freezing left there, in any order.
 */
export function placeSpill(frozen: FrozenFormulas, now: SpillNow): SpillPlacement {
  const { area, origin, inputs, contents, references } = now;
  if (origin === undefined || origin.row !== area.row || origin.column !== area.column) {
    return { kind: 'left', reason: 'apart' };
  }
  const text = formulaText({ ...frozen, area: ONE_ROW }, { area: origin, references }, 0, 0);
  if (text === 'apart' || text === 'refused') return { kind: 'left', reason: text };
  const first = inputs[0]?.[0];
  if (isFormula(first)) {
    return first === text ? { kind: 'there' } : { kind: 'left', reason: 'changed' };
  }
  if (!isWhatWasLeft(frozen, inputs, contents)) return { kind: 'left', reason: 'changed' };
  const cells = inputs.map((line, row) =>
    line.map((input, column) => {
      if (row === 0 && column === 0) return text;
      return input === '' ? null : '';
    }),
  );
  return { kind: 'placed', cells };
}

/** The formula is in one cell, so each reference follows only one row. */
const ONE_ROW = { sheet: '', row: 0, column: 0, rows: 1, columns: 1 };

function isWhatWasLeft(
  { valueHashes }: FrozenFormulas,
  inputs: SpillNow['inputs'],
  contents: SpillNow['contents'],
): boolean {
  const left = new Map<number, number>();
  for (const hash of valueHashes) left.set(hash, (left.get(hash) ?? 0) + 1);
  let shown = 0;
  const isKnown = contents.every((line, row) =>
    line.every((content, column) => {
      if (isFormula(inputs[row]?.[column])) return false;
      const hash = cellHash(content);
      if (hash === BLANK_HASH) return true;
      shown += 1;
      const count = left.get(hash) ?? 0;
      left.set(hash, count - 1);
      return count > 0;
    }),
  );
  // If a person emptied the block, the formula is gone with its values.
  return isKnown && (shown > 0 || valueHashes.every((hash) => hash === BLANK_HASH));
}
