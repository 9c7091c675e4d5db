import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { MAX_ROWS } from '../spreadsheet/cell-address';
import type { CellBlock, FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, CellInput, SheetArea } from '../spreadsheet/sheet';
import { isItsOwn, staysInRow, tellsRows } from './followed-reference';
import { isSameSheet } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';
import { rowHashKinds } from './formula-runs';
import { hashedAreas, runRowHash, NO_REACH, reaching, readCells } from './row-hashes';
import type { HashedRun, Reach } from './row-hashes';
import { placeRun } from './run-placement';
import type { RunCell, RunPlacement } from './run-placement';

/** Where a run's formulas go. */
export interface PlacedRun {
  readonly kind: 'placed';
  /** What the run's hidden name covers now. */
  readonly area: SheetArea;
  /** The cells of `area`, and those above and below if they were read. */
  readonly block: CellBlock;
  readonly reach: Reach;
  readonly placement: RunPlacement;
}

export interface RunSearch {
  readonly cells: Pick<FrozenCells, 'read'>;
  readonly areas: AnchoredAreas;
  isFrozen(sheet: string, row: number, column: number): boolean;
  /** Whether a cell outside the run belongs to another formula. */
  isClaimed(sheet: string, row: number, column: number): boolean;
  /** Yields to the page. */
  turn(): Promise<void>;
}

/**
 * Looks for the cells of a run's formulas. Undefined if nothing usable is left of the run.
 *
 * @param isFar whether to look above and below too: sorting a list after rows were added moves
 *   values out of the run.
 */
export async function findRun(
  frozen: FrozenFormulas,
  { cells, areas, isFrozen, isClaimed, turn }: RunSearch,
  isFar: boolean,
): Promise<PlacedRun | CannotDo | undefined> {
  const area = areas.get(frozen.anchor);
  if (area === undefined || area.columns !== 1 || area.rows > MOST_ROWS) return undefined;
  const reach = isFar ? await reachOf(frozen, area, areas, cells) : NO_REACH;
  if ('kind' in reach) return reach;
  const hashed = hashedRun(frozen, area, areas, reach);
  const whole = reaching(area, reach);
  const read = await readCells(cells, [whole, ...hashedAreas(hashed)]);
  if (read.kind === 'failed') return read;
  const block = read.cells.block(whole);
  if (block === undefined) return undefined;
  const placing = placeRun(frozen, {
    area,
    cells: runCells(block, area, isClaimed),
    references: hashed.references.map(({ now }) => now),
    rowHash: (kind, row) => runRowHash(hashed, kind, row, read.cells, isFrozen),
  });
  const placement = await inTurns(placing, turn);
  return { kind: 'placed', area, block, reach, placement };
}

/** How many cells the search reads in the run alone; in a hostile file it may be any number. */
export function cellsToRead(frozen: FrozenFormulas, areas: AnchoredAreas): number {
  const area = areas.get(frozen.anchor);
  if (area === undefined) return 0;
  const { references, kinds } = hashedRun(frozen, area, areas, NO_REACH);
  const told = new Set([...kinds.loose.references, ...kinds.rigid.references]);
  const read = [area, ...[...told].map((index) => references[index]?.now)];
  return read.reduce((sum, now) => sum + (now === undefined ? 0 : now.rows * now.columns), 0);
}

function hashedRun(
  frozen: FrozenFormulas,
  area: SheetArea,
  areas: AnchoredAreas,
  reach: Reach,
): HashedRun {
  return {
    area,
    references: frozen.references.map((reference) => {
      const now = areas.get(reference.anchor);
      const isKnown = now !== undefined && isItsOwn(reference, frozen.area, now, area.rows);
      return { reference, now: isKnown ? now : undefined };
    }),
    kinds: rowHashKinds(frozen, frozen.area),
    reach,
  };
}

async function inTurns<T>(
  steps: Generator<undefined, T, undefined>,
  turn: () => Promise<void>,
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}

/** Nothing that a person does makes a run larger than this. */
const MOST_ROWS = 200_000;
const MOST_BEYOND = 5_000;

/** As far as the column has filled cells; no reach if the cells that it reads are not beside it. */
async function reachOf(
  { references, area: was }: FrozenFormulas,
  area: SheetArea,
  areas: AnchoredAreas,
  cells: Pick<FrozenCells, 'read'>,
): Promise<Reach | CannotDo> {
  const isBeside = references.every((reference) => {
    if (!tellsRows(reference) || !staysInRow(reference, was)) return true;
    const now = areas.get(reference.anchor);
    return now !== undefined && isSameSheet(now.sheet, area.sheet) && now.row === area.row;
  });
  if (!isBeside) return NO_REACH;
  const above = Math.min(area.row, MOST_BEYOND);
  const below = Math.min(MAX_ROWS - area.row - area.rows, MOST_BEYOND);
  const whole = reaching(area, { above, below });
  const read = await readCells(cells, [whole]);
  if (read.kind === 'failed') return read;
  const inputs = read.cells.block(whole)?.inputs ?? [];
  const isFilled = ([input = '']: readonly CellInput[]): boolean => input !== '';
  const first = inputs.findIndex(isFilled);
  const last = inputs.length - 1 - [...inputs].reverse().findIndex(isFilled);
  if (first < 0) return NO_REACH;
  return {
    above: Math.max(0, above - first),
    below: Math.max(0, last - above - area.rows + 1),
  };
}

/** Cells by row of the area; rows above it are negative. */
function runCells(
  { area: whole, inputs, contents }: CellBlock,
  area: SheetArea,
  isClaimed: RunSearch['isClaimed'],
): Map<number, RunCell> {
  const cells = new Map<number, RunCell>();
  inputs.forEach(([input = ''], index) => {
    const row = whole.row + index - area.row;
    const isOwn = row >= 0 && row < area.rows;
    if (!isOwn && (input === '' || isClaimed(area.sheet, whole.row + index, area.column))) return;
    cells.set(row, { input, content: contents[index]?.[0] ?? null });
  });
  return cells;
}
