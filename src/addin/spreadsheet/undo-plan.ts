import { largest } from '../../engine/async/extremes';
import { isFormula } from './block-writing';
import { MAX_ROWS } from './cell-address';
import { formulaParts, referenceText, type Corner } from './formula-parts';
import type { CellInput, SheetArea, UndoOutcome, WrittenBlock } from './sheet';

/** Returns the area to read for an undo. Inserted rows may have moved formulas below the block. */
export function undoArea({ after, ...area }: Pick<WrittenBlock, 'after'> & SheetArea): SheetArea {
  const below = after.length > 1 && after.at(-1)?.some(isFormula) ? ROWS_BELOW : 0;
  return { ...area, rows: Math.min(area.rows + below, MAX_ROWS - area.row) };
}

/** Nobody inserts more rows into a list before they think of undoing its new columns. */
const ROWS_BELOW = 100;

export interface UndoPlan {
  /** The inputs to put back; null if a cell stays as it is. */
  readonly cells: readonly (readonly CellInput[])[];
  /** Which cells of the block will read as before the write. The others also keep their formats. */
  readonly isBack: readonly (readonly boolean[])[];
  readonly restored: number;
  readonly kept: number;
}

/**
 * Plans the undo of a written block. The undo changes only cells that still read as they did right
 * after the write. Cells that already read as before it, because an undo stopped halfway, count as
 * restored, too. If there are only such cells, none counts: new columns may have been inserted
 * there.
 *
 * @param now the present inputs of the block's cells, row by row, and perhaps of rows below.
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
      // A blank that was written where nothing stood does not show whether the block is still
      // there.
      if (current === input && input !== old) {
        written += 1;
        return old;
      }
      if (current === old) already += 1;
      else kept += 1;
      return null;
    }),
  );
  if (written > 0) kept += movedBelow(after, now);
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

/**
 * How many formulas of the last rows now stand below the block: where rows were inserted, some of
 * its cells are blank, and what follows reads as the last row did, filled down.
 */
function movedBelow(
  after: readonly (readonly CellInput[])[],
  now: readonly (readonly CellInput[])[],
): number {
  const below = now.slice(after.length);
  const last = after.at(-1) ?? [];
  return last.reduce<number>((sum, formula, column) => {
    const isBlank = (row: number): boolean => (now[row]?.[column] ?? '') === '';
    const hasBlanks = after.some((line, row) => line[column] !== null && isBlank(row));
    if (!isFormula(formula) || !hasBlanks) return sum;
    const moved = below.filter((line, at) => line[column] === movedDown(formula, at + 1));
    return sum + moved.length;
  }, 0);
}

/** Returns the formula as it reads after it is filled down by this many rows. */
function movedDown(formula: string, rows: number): string | undefined {
  const down = (corner: Corner): Corner =>
    corner.isRowFixed ? corner : { ...corner, row: corner.row + rows };
  return formulaParts(formula)
    ?.map((part) =>
      typeof part === 'string'
        ? part
        : referenceText({ ...part, start: down(part.start), end: down(part.end) }),
    )
    .join('');
}

/** What an undo would do to a sheet that a person has deleted, or has undone already. */
export const NOTHING_LEFT: UndoOutcome = { kind: 'undone', restored: 0, kept: 0 };

/** Returns the outcome of a plan that was carried out. */
export function undoOutcome({ restored, kept }: UndoPlan): UndoOutcome {
  return { kind: 'undone', restored, kept };
}

/**
 * Tells whether an added sheet may be removed, or how many of its cells have been changed since.
 *
 * @param now the inputs of everything that the sheet holds, from A1 on.
 */
export function removalOutcome(
  { after }: Pick<WrittenBlock, 'after'>,
  now: readonly (readonly CellInput[])[],
): UndoOutcome {
  const rows = Math.max(after.length, now.length);
  const columns = Math.max(0, largest([...after, ...now].map((line) => line.length)));
  let [restored, kept] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if ((after[row]?.[column] ?? '') === (now[row]?.[column] ?? '')) restored += 1;
      else kept += 1;
    }
  }
  return { kind: 'undone', restored: kept > 0 ? 0 : Math.max(1, restored), kept };
}
