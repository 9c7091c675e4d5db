import { t } from '../language/speech';
import { formatArea, MAX_COLUMNS, MAX_ROWS } from './cell-address';
import { toCellArea } from './sheet-region';
import type { BlockToWrite, CellInput, UndoOutcome, WrittenBlock } from './sheet';

/** Excel's own limits. */
const MAX_TEXT = 32_767;
export const MAX_FORMULA = 8_192;

/** Why no sheet can take this block, in words for a person; undefined if one can. */
export function blockFault({ row, column, cells, spill }: BlockToWrite): string | undefined {
  const [first] = cells;
  if (first === undefined || first.length === 0) return t('There’s nothing to add.');
  if (cells.some((line) => line.length !== first.length))
    return t('The rows have different lengths.');
  const rows = Math.max(cells.length, spill?.rows ?? 0);
  const columns = Math.max(first.length, spill?.columns ?? 0);
  if (row + rows > MAX_ROWS) return t('There aren’t enough rows below. Start higher up.');
  if (column + columns > MAX_COLUMNS) {
    return t('There aren’t enough columns to the right. Start further left.');
  }
  if (cells.some((line) => line.some(isTooLong)))
    return t('Text or a formula is too long for a cell.');
  return undefined;
}

const MOST_ADDRESSES = 20;

/**
 * What stands where a block would go: the first cells and how many there are.
 *
 * @param now how the cells of all that will be filled read, row by row from the block's first.
 */
export function occupiedCells(
  sheet: string,
  { row, column, cells, spill }: BlockToWrite,
  now: readonly (readonly CellInput[])[],
): { readonly addresses: readonly string[]; readonly count: number } {
  const addresses: string[] = [];
  let count = 0;
  now.forEach((line, r) =>
    line.forEach((input, c) => {
      if (input === '' || input === null) return;
      const isSpilt = spill !== undefined && r < spill.rows && c < spill.columns;
      if (!isSpilt && (cells[r]?.[c] ?? null) === null) return;
      count += 1;
      if (addresses.length >= MOST_ADDRESSES) return;
      const cell = { sheet, row: row + r, column: column + c, rows: 1, columns: 1 };
      addresses.push(formatArea(toCellArea(cell)));
    }),
  );
  return { addresses, count };
}

export interface UndoPlan {
  /** What to put back; null where a cell stays as it is. */
  readonly cells: readonly (readonly CellInput[])[];
  /** Which cells of the block are as they were before then; of the others even the looks stay. */
  readonly isBack: readonly (readonly boolean[])[];
  readonly restored: number;
  readonly kept: number;
}

/**
 * What takes a written block back: only cells that still read as they did right after. Those that
 * read as before it already, as after an undo that stopped halfway, count as restored along with
 * them; on their own they tell nothing: new columns may have been inserted there.
 *
 * @param now how the block's cells read, row by row.
 */
export function undoPlan(
  { after, before }: Pick<WrittenBlock, 'after' | 'before'>,
  now: readonly (readonly CellInput[])[],
): UndoPlan {
  let written = 0;
  let kept = 0;
  let already = 0;
  const cells = after.map((line, row) =>
    line.map((input, column): CellInput => {
      if (input === null) return null;
      const old = before?.[row]?.[column] ?? '';
      const current = now[row]?.[column] ?? '';
      if (current === input) {
        written += 1;
        return old;
      }
      if (current === old) already += 1;
      else kept += 1;
      return null;
    }),
  );
  const isBack = after.map((line, row) =>
    line.map((input, column) => {
      if (written === 0) return false;
      // Where nothing was written, a formula of the block may have spilled.
      if (input === null) return kept === 0;
      const old = before?.[row]?.[column] ?? '';
      return cells[row]?.[column] !== null || (now[row]?.[column] ?? '') === old;
    }),
  );
  return { cells, isBack, restored: written === 0 ? 0 : written + already, kept };
}

/** What becomes of blocks that are taken back together; of several all are, or none. */
export function undoOutcome(plans: readonly UndoPlan[]): UndoOutcome {
  const kept = plans.reduce((sum, plan) => sum + plan.kept, 0);
  const restored = plans.reduce((sum, plan) => sum + plan.restored, 0);
  const isNone = plans.length > 1 && kept > 0;
  return { kind: 'undone', restored: isNone ? 0 : restored, kept };
}

/** Of an undo that found none of the cells as they were written. */
export const nothingTakenBack = (): string =>
  t('Nothing was removed, because these cells were moved or changed since.');

/** Whether what would be typed is a formula. */
export function isFormula(input: unknown): input is string {
  return typeof input === 'string' && input.startsWith('=');
}

/** A cell's text as it would be typed: one that could be taken for more gets an apostrophe. */
export function textAsInput(text: string): string {
  return /^[=']/.test(text) ? `'${text}` : text;
}

/** The text that an input which is no formula puts into a cell. */
export function inputAsText(input: string): string {
  return input.startsWith("'") ? input.slice(1) : input;
}

function isTooLong(input: CellInput): boolean {
  if (typeof input !== 'string') return false;
  return input.length > (isFormula(input) ? MAX_FORMULA : MAX_TEXT);
}
