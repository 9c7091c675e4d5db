import { isFormula } from '../spreadsheet/block-writing';
import { MAX_COLUMNS } from '../spreadsheet/cell-address';
import type { CellBlock, CellsReading, FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../places/cell';
import { rowHash } from './cell-hash';
import { rowsOf } from './followed-reference';
import type { RunReference } from './followed-reference';
import type { RowHashKinds } from './formula-runs';

/** Cells that were read, by their area. */
export interface ReadCells {
  block(area: SheetArea): CellBlock | undefined;
}

export type ReadCellsResult = { readonly kind: 'read'; readonly cells: ReadCells } | CannotDo;

/** Reads each of the areas once, however often it is named. */
export async function readCells(
  cells: Pick<FrozenCells, 'read'>,
  areas: Iterable<SheetArea>,
): Promise<ReadCellsResult> {
  const wanted = new Map([...areas].map((area) => [keyOf(area), area]));
  const reading: CellsReading = await cells.read([...wanted.values()]);
  if (reading.kind === 'failed') return reading;
  const blocks = new Map(reading.blocks.map((block) => [keyOf(block.area), block]));
  return { kind: 'read', cells: { block: (area) => blocks.get(keyOf(area)) } };
}

/** A run of formulas, and where the cells that they read are now. */
export interface HashedRun {
  readonly area: SheetArea;
  readonly references: readonly {
    readonly reference: RunReference;
    readonly now: SheetArea | undefined;
  }[];
  readonly kinds: RowHashKinds;
  /** How many rows above and below to look at as well. */
  readonly reach: Reach;
}

export interface Reach {
  readonly above: number;
  readonly below: number;
}

export const NO_REACH: Reach = { above: 0, below: 0 };

export function reaching(area: SheetArea, { above, below }: Reach): SheetArea {
  return { ...area, row: area.row - above, rows: area.rows + above + below };
}

/** The areas to read before rows can be hashed. */
export function hashedAreas({ area, references, kinds, reach }: HashedRun): SheetArea[] {
  const areas = new Map<string, SheetArea>();
  for (const kind of [kinds.loose, kinds.rigid]) {
    if (kind.isAround) areas.set('around', reaching(aroundOf(area), reach));
    for (const index of kind.references) {
      const now = references[index]?.now;
      if (now !== undefined) areas.set(keyOf(now), reaching(now, reach));
    }
  }
  return [...areas.values()];
}

/**
 * The hash of a row: of what the formulas read there and, if some read nothing there, of the cells
 * around that are neither formulas nor values that freezing has left.
 */
export function runRowHash(
  run: HashedRun,
  kind: keyof RowHashKinds,
  row: number,
  cells: ReadCells,
  isFrozen: (sheet: string, row: number, column: number) => boolean,
): number {
  return rowHash(rowContents(run, kind, row, cells, isFrozen));
}

function* rowContents(
  run: HashedRun,
  kind: keyof RowHashKinds,
  row: number,
  cells: ReadCells,
  isFrozen: (sheet: string, row: number, column: number) => boolean,
): Generator<CellContent, void, undefined> {
  const { area, references, reach, kinds } = run;
  for (const index of kinds[kind].references) {
    const { reference, now } = references[index] ?? {};
    const block = now && cells.block(reaching(now, reach));
    if (reference === undefined || now === undefined || block === undefined) continue;
    const { first, last } = rowsOf(reference, now, row, area.rows);
    const start = first - now.row + reach.above;
    for (const line of block.contents.slice(start, start + last - first + 1)) yield* line;
  }
  if (kinds[kind].isAround) yield* aroundContents(run, row, cells, isFrozen);
}

/** How many columns on either side count as around a cell. */
const AROUND = 16;

function aroundOf({ sheet, row, column, rows }: SheetArea): SheetArea {
  const first = Math.max(0, column - AROUND);
  const last = Math.min(MAX_COLUMNS - 1, column + AROUND);
  return { sheet, row, column: first, rows, columns: last - first + 1 };
}

function aroundContents(
  { area, reach }: HashedRun,
  row: number,
  cells: ReadCells,
  isFrozen: (sheet: string, row: number, column: number) => boolean,
): CellContent[] {
  const around = aroundOf(area);
  const block = cells.block(reaching(around, reach));
  const inputs = block?.inputs[row + reach.above] ?? [];
  return (block?.contents[row + reach.above] ?? []).filter((_, index) => {
    if (isFormula(inputs[index])) return false;
    return !isFrozen(area.sheet, area.row + row, around.column + index);
  });
}

function keyOf({ sheet, row, column, rows, columns }: SheetArea): string {
  return `${row},${column},${rows},${columns},${sheet.toLowerCase()}`;
}
