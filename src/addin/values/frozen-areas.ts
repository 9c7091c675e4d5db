import { isFormula } from '../spreadsheet/block-writing';
import type { AnchorsReading, CellsRead, FrozenCells } from '../spreadsheet/frozen-cells';
import type { SheetArea } from '../spreadsheet/sheet';
import { anchorPrefix } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { FrozenSaving, FrozenStore } from '../workbook/frozen-store';
import type { CellContent } from '../../engine/places/cell';

/** Where each hidden name is now; undefined for a name whose cells are gone. */
export type AnchoredAreas = Extract<AnchorsReading, { kind: 'anchors' }>['areas'];

/**
 * Where formulas are now, including rows inserted between them. Undefined if their cells are gone,
 * or if the area is larger than a person can have made it: a hostile file may claim a whole sheet,
 * and looking would mean reading all of it.
 */
export function placeOf(frozen: FrozenFormulas, areas: AnchoredAreas): SheetArea | undefined {
  const area = areas.get(frozen.anchor);
  if (area === undefined) return undefined;
  const { rows, columns } = frozen.area;
  const isLikely = area.rows <= rows + MOST_MORE && area.columns <= columns + MOST_MORE;
  const isColumn = frozen.kind === 'spill' || area.columns === 1;
  return isLikely && isColumn && area.rows * area.columns <= MOST_CELLS ? area : undefined;
}

const MOST_MORE = 10_000;
/** Twice what can be frozen at once. */
const MOST_CELLS = 1_000_000;

/**
 * Which of these stand as formulas in their cells, as after Undo or when freezing changed nothing:
 * no cell holds a value in their place.
 */
export async function findUnfrozen(
  formulas: readonly FrozenFormulas[],
  cells: FrozenCells,
): Promise<FrozenFormulas[]> {
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return [];
  const unfrozen: FrozenFormulas[] = [];
  let left = MOST_CELLS;
  for (const frozen of formulas) {
    const area = placeOf(frozen, anchored.areas);
    left -= area === undefined ? 0 : area.rows * area.columns;
    if (area === undefined || left < 0) continue;
    const read = await cells.read([area]);
    const [block] = read.kind === 'failed' ? [] : read.blocks;
    if (block !== undefined && standsAsFormulas(frozen, block)) unfrozen.push(frozen);
  }
  return unfrozen;
}

function standsAsFormulas({ kind }: FrozenFormulas, { inputs, contents }: CellsRead): boolean {
  if (kind === 'column') {
    const isAny = inputs.some(([input]) => isFormula(input));
    return isAny && inputs.every(([input]) => input === '' || isFormula(input));
  }
  // A spill that was stopped halfway is blocked by its own values, and shows an error.
  const shown = contents[0]?.[0];
  return isFormula(inputs[0]?.[0]) && (typeof shown !== 'object' || shown === null);
}

/** Drops formulas, and the hidden names that nothing else needs. */
export async function letGo(
  formulas: readonly FrozenFormulas[],
  parts: { readonly cells: FrozenCells; readonly store: FrozenStore },
): Promise<FrozenSaving> {
  const saved = await parts.store.change({ removed: formulas.map(({ id }) => id), added: [] });
  if (saved.kind === 'saved') await releaseUnused(formulas, parts);
  return saved;
}

/** Removes the names of formulas that are kept no longer. */
export async function releaseUnused(
  formulas: readonly FrozenFormulas[],
  { cells, store }: { readonly cells: FrozenCells; readonly store: FrozenStore },
): Promise<void> {
  const state = await store.read();
  if (state.kind === 'failed') return;
  const needed = new Set(state.formulas.flatMap(anchorsOf));
  const unused = new Set(formulas.flatMap(anchorsOf).filter((name) => !needed.has(name)));
  if (unused.size > 0) await cells.release([...unused]);
}

/** All hidden names that these formulas need. */
function anchorsOf({ anchor, origin, references }: FrozenFormulas): string[] {
  return [
    anchor,
    ...(origin === undefined ? [] : [origin]),
    ...references.map((reference) => reference.anchor),
  ];
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

export function areaOf({ sheet, row, column, rows, columns }: SheetArea): SheetArea {
  return { sheet, row, column, rows, columns };
}
