import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CellBlock, FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { BLANK_HASH, cellHash } from './cell-hash';
import { countFrozen, wholePlaces } from './frozen-areas';
import type { AreaCount } from './area-index';
import type { AnchoredAreas } from './frozen-areas';
import { createTurnCount } from './page-turns';
import { readCells } from './row-hashes';

export type FrozenNow =
  { readonly kind: 'frozen'; readonly formulas: readonly FrozenFormulas[] } | CannotDo;

export interface FrozenNowParts {
  readonly cells: Pick<FrozenCells, 'read'>;
  /** Yields to the page between two pieces of work. */
  turn(): Promise<void>;
}

/**
 * What is frozen at this moment. Undo takes thawed formulas out of their cells, but does not
 * restore what was kept. So thawed formulas are kept for a while, and count as frozen again if the
 * cells show all the values that freezing had left.
 */
export async function frozenNow(
  formulas: readonly FrozenFormulas[],
  areas: AnchoredAreas,
  { cells, turn }: FrozenNowParts,
): Promise<FrozenNow> {
  const still = formulas.filter(({ thawedAt }) => thawedAt === undefined);
  const placed = still.filter(({ isLeft }) => !isLeft);
  const columns = thawedColumns(formulas, placed, areas);
  if (columns.length === 0) return { kind: 'frozen', formulas: still };
  const count = countFrozen(placed, areas);
  const isTurn = createTurnCount();
  const undone = new Set<FrozenFormulas>();
  for (const group of fewAtOnce(columns)) {
    await turn();
    const read = await readCells(
      cells,
      group.map(({ area }) => area),
    );
    if (read.kind === 'failed') return read;
    for (const column of group) {
      const left = new Map<number, number>();
      for (const [hash, by] of valuesLeft(column, read.cells.block(column.area), count)) {
        if (isTurn()) await turn();
        if (by !== 0) left.set(hash, (left.get(hash) ?? 0) + by);
      }
      for (const frozen of column.thawed) if (isShown(frozen, left)) undone.add(frozen);
    }
  }
  return {
    kind: 'frozen',
    formulas: formulas.filter((frozen) => frozen.thawedAt === undefined || undone.has(frozen)),
  };
}

/** The cells that one name follows. */
interface ThawedColumn {
  readonly area: SheetArea;
  readonly thawed: FrozenFormulas[];
  /** Formulas of the same name that were not thawed. */
  readonly still: FrozenFormulas[];
}

function thawedColumns(
  formulas: readonly FrozenFormulas[],
  placed: readonly FrozenFormulas[],
  areas: AnchoredAreas,
): readonly ThawedColumn[] {
  const columns = new Map<string, ThawedColumn>();
  const thawed = formulas.filter(({ thawedAt }) => thawedAt !== undefined);
  for (const { frozen, area } of wholePlaces(thawed, areas)) {
    const known = columns.get(frozen.anchor);
    if (known === undefined) columns.set(frozen.anchor, { area, thawed: [frozen], still: [] });
    else known.thawed.push(frozen);
  }
  for (const frozen of placed) columns.get(frozen.anchor)?.still.push(frozen);
  return [...columns.values()];
}

/** Cells to read between two turns of the page, unless one column alone has more. */
const CELLS_AT_ONCE = 20_000;

function fewAtOnce(columns: readonly ThawedColumn[]): ThawedColumn[][] {
  const groups: ThawedColumn[][] = [];
  let room = 0;
  for (const column of columns) {
    const size = column.area.rows * column.area.columns;
    const group = groups.at(-1);
    if (group !== undefined && size <= room) group.push(column);
    else {
      groups.push([column]);
      room = CELLS_AT_ONCE;
    }
    room -= size;
  }
  return groups;
}

/**
 * What each cell adds to the count of values, by hash, that may belong to the thawed formulas.
 * Values that belong to formulas not thawed are subtracted.
 */
function* valuesLeft(
  { area, still }: ThawedColumn,
  block: CellBlock | undefined,
  count: AreaCount,
): Generator<readonly [hash: number, by: -1 | 0 | 1], void, undefined> {
  const own = still.length > 0 ? 1 : 0;
  for (const [row, line] of (block?.contents ?? []).entries()) {
    for (const [column, content] of line.entries()) {
      const isOthers =
        isFormula(block?.inputs[row]?.[column]) ||
        count(area.sheet, area.row + row, area.column + column) > own;
      yield isOthers ? [BLANK_HASH, 0] : [cellHash(content), 1];
    }
  }
  for (const { valueHashes } of still) for (const hash of valueHashes) yield [hash, -1];
}

/** Whether all its values are among those left, and at least one is not blank. */
function isShown({ valueHashes }: FrozenFormulas, left: ReadonlyMap<number, number>): boolean {
  const taken = new Map<number, number>();
  const areAllThere = valueHashes.every((hash) => {
    const count = (taken.get(hash) ?? 0) + 1;
    taken.set(hash, count);
    return count <= (left.get(hash) ?? 0);
  });
  return areAllThere && valueHashes.some((hash) => hash !== BLANK_HASH);
}

/**
 * Thawed formulas that are no longer kept, because nobody undoes a thaw a day later. A thaw that
 * was undone counts as frozen, and stays.
 *
 * @param known the formulas that count as frozen.
 */
export function outdatedThaws(
  formulas: readonly FrozenFormulas[],
  known: readonly FrozenFormulas[],
  now: number,
): FrozenFormulas[] {
  return thawsOf(formulas, known).filter(({ thawedAt = now }) => now - thawedAt > KEPT_MS);
}

/** The earliest thawed formulas, which make room for those being frozen now. */
export function earliestThaws(
  formulas: readonly FrozenFormulas[],
  known: readonly FrozenFormulas[],
  count: number,
): FrozenFormulas[] {
  return thawsOf(formulas, known)
    .sort((one, other) => (one.thawedAt ?? 0) - (other.thawedAt ?? 0))
    .slice(0, Math.max(0, count));
}

function thawsOf(
  formulas: readonly FrozenFormulas[],
  known: readonly FrozenFormulas[],
): FrozenFormulas[] {
  const frozen = new Set(known);
  return formulas.filter((kept) => kept.thawedAt !== undefined && !frozen.has(kept));
}

const KEPT_MS = 24 * 60 * 60 * 1_000;
