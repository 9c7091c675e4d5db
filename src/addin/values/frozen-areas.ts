import { followFormula } from '../workbook/followed-formula';
import {
  anchorPrefix,
  formulaCount,
  rowRuns,
  rowStates,
  type FrozenBlock,
} from '../workbook/frozen-formulas';
import type { FrozenSaving, FrozenStore } from '../workbook/frozen-store';
import type { AnchorsReading, FilledFormula, FrozenCells } from '../spreadsheet/frozen-cells';
import type { SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';

/** Where each hidden name is now; undefined for a name whose cells are gone. */
export type AnchoredAreas = Extract<AnchorsReading, { kind: 'anchors' }>['areas'];

/**
 * Where a block is now, including rows inserted into it. Undefined if its cells are gone, or if the
 * area is larger than a person can have made it: a hostile file may claim a whole sheet, and
 * looking would mean reading all of it.
 */
export function placeOf({ anchor, kind }: FrozenBlock, areas: AnchoredAreas) {
  const area = areas.get(anchor);
  if (area === undefined || (kind === 'column' && area.columns > 1)) return undefined;
  return area.rows * area.columns <= MOST_CELLS ? area : undefined;
}

/** Twice what can be frozen at once. */
const MOST_CELLS = 1_000_000;

/**
 * Which blocks stand as formulas again, as after Undo: their own formula is in each cell. Another
 * one may have been sorted there, and the value elsewhere.
 *
 * @param isUnmoved since they were frozen a moment ago; else a row that never had the formula may
 *   by now, after sorting, hold the value of one that had.
 */
export function standing(
  blocks: readonly FrozenBlock[],
  areas: AnchoredAreas,
  formulas: readonly FilledFormula[],
  isUnmoved = false,
): FrozenBlock[] {
  const key = (sheet: string, row: number, column: number): string =>
    `${row},${column},${sheet.toLowerCase()}`;
  const cells = new Map(
    formulas.map(({ sheet, row, column, formula }) => [key(sheet, row, column), formula]),
  );
  return blocks.filter((block) => {
    const area = placeOf(block, areas);
    const own = area && followFormula(block, area, areas);
    if (area === undefined || own === undefined) return false;
    const states = rowStates(block);
    const rows = block.kind === 'spill' ? 1 : area.rows;
    for (let row = 0; row < rows; row += 1) {
      const isGap = isUnmoved && states.length === rows && states[row] === 'none';
      const there = cells.get(key(area.sheet, area.row + row, area.column));
      if (!isGap && (there === undefined || there !== own.at(row))) return false;
    }
    return true;
  });
}

/** The same as the workbook is now. Most workbooks keep none, and then nothing is fetched or read. */
export async function undoneBlocks(
  blocks: readonly FrozenBlock[],
  fetchCells: () => Promise<FrozenCells>,
): Promise<ReadonlySet<FrozenBlock>> {
  if (blocks.length === 0) return new Set();
  const cells = await fetchCells();
  const [anchored, filled] = [await cells.anchors(anchorPrefix()), await cells.formulas()];
  if (anchored.kind === 'failed' || filled.kind === 'failed') return new Set();
  return new Set(standing(blocks, anchored.areas, filled.formulas));
}

interface KeptParts {
  readonly cells: FrozenCells;
  readonly store: FrozenStore;
}

/** Keeps the blocks as they are from now on. One without a value goes, and so do its names. */
export async function keepRest(
  blocks: readonly FrozenBlock[],
  parts: KeptParts,
): Promise<FrozenSaving> {
  const gone = blocks.filter((block) => formulaCount(block) === 0);
  const saved = await parts.store.change({
    removed: gone.map(({ anchor }) => anchor),
    added: blocks.filter((block) => !gone.includes(block)),
  });
  if (saved.kind === 'saved') await releaseUnused(gone, parts);
  return saved;
}

/** Deletes the formulas of these blocks whose cells kept their values. */
export async function forgetLeft(
  anchors: ReadonlySet<string>,
  parts: KeptParts,
): Promise<FrozenSaving> {
  const state = await parts.store.read();
  if (state.kind === 'failed') return state;
  const blocks = state.blocks.filter(({ anchor }) => anchors.has(anchor));
  const rest = blocks.map((block) => {
    const states = rowStates(block).map((row) => (row === 'left' ? 'none' : row));
    return { ...block, rows: rowRuns(states) };
  });
  return keepRest(rest, parts);
}

/** Removes the names of blocks that are kept no longer. */
export async function releaseUnused(
  blocks: readonly FrozenBlock[],
  { cells, store }: KeptParts,
): Promise<void> {
  const state = await store.read();
  if (state.kind === 'failed') return;
  const namesOf = ({ anchor, reads }: FrozenBlock): string[] => [anchor, ...reads];
  const needed = new Set(state.blocks.flatMap(namesOf));
  const unused = new Set(blocks.flatMap(namesOf).filter((name) => !needed.has(name)));
  if (unused.size > 0) await cells.release([...unused]);
}

/** Whether two cells show the same. Files keep fifteen digits of a number. */
export function isSameContent(one: CellContent, other: CellContent): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    return one.toPrecision(DIGITS) === other.toPrecision(DIGITS) || one === other;
  }
  const isError = typeof one === 'object' && one !== null;
  if (isError) return typeof other === 'object' && other?.error === one.error;
  return (one ?? '') === (other ?? '');
}

const DIGITS = 15;

export function isBlank(content: CellContent | undefined): boolean {
  return isSameContent(content ?? null, null);
}

export function isOverlapping(one: SheetArea, other: SheetArea): boolean {
  return (
    isSameSheet(one.sheet, other.sheet) &&
    one.row < other.row + other.rows &&
    other.row < one.row + one.rows &&
    one.column < other.column + other.columns &&
    other.column < one.column + one.columns
  );
}

export function isSameSheet(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}

export function isSameArea(one: SheetArea | undefined, other: SheetArea): boolean {
  return (
    one !== undefined &&
    isSameSheet(one.sheet, other.sheet) &&
    one.row === other.row &&
    one.column === other.column &&
    one.rows === other.rows &&
    one.columns === other.columns
  );
}
