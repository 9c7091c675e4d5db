import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { AnchorsReading } from '../spreadsheet/frozen-cells';
import type { SheetArea } from '../spreadsheet/sheet';
import { countAreas } from './area-index';
import type { AreaCount } from './area-index';

/** Where each hidden name is now; undefined for a name whose cells are gone. */
export type AnchoredAreas = Extract<AnchorsReading, { kind: 'anchors' }>['areas'];

/** Whether a cell lies where formulas have become values. */
export function frozenAt(
  formulas: readonly FrozenFormulas[],
  areas: AnchoredAreas,
): (sheet: string, row: number, column: number) => boolean {
  const count = countFrozen(formulas, areas);
  return (sheet, row, column) => count(sheet, row, column) > 0;
}

/** How many hidden names cover a cell: formulas of one column may share one. */
export function countFrozen(formulas: readonly FrozenFormulas[], areas: AnchoredAreas): AreaCount {
  const names = new Set(formulas.map(({ anchor }) => anchor));
  return countAreas([...names].flatMap((name) => areas.get(name) ?? []));
}

export function holdsCell(area: SheetArea, row: number, column: number): boolean {
  return (
    row >= area.row &&
    row < area.row + area.rows &&
    column >= area.column &&
    column < area.column + area.columns
  );
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
  return one.toLowerCase() === other.toLowerCase();
}

/** All hidden names that these formulas need. */
export function anchorsOf(formulas: readonly FrozenFormulas[]): Set<string> {
  return new Set(
    formulas.flatMap(({ anchor, origin, references }) => [
      anchor,
      ...(origin === undefined ? [] : [origin]),
      ...references.map((reference) => reference.anchor),
    ]),
  );
}

export interface FrozenPlace {
  readonly frozen: FrozenFormulas;
  readonly area: SheetArea;
}

/**
 * Where formulas may still be together, including rows inserted between them. Skips anything
 * larger, which a hostile file may claim, because looking would mean reading all of it.
 */
export function wholePlaces(
  formulas: readonly FrozenFormulas[],
  areas: AnchoredAreas,
): FrozenPlace[] {
  let left = MOST_CELLS;
  return formulas.flatMap((frozen) => {
    const area = areas.get(frozen.anchor);
    if (area === undefined || area.columns !== frozen.area.columns) return [];
    if (area.rows > frozen.area.rows + MOST_MORE_ROWS) return [];
    left -= area.rows * area.columns;
    return left < 0 ? [] : [{ frozen, area }];
  });
}

const MOST_MORE_ROWS = 10_000;
/** Twice what can be frozen at once. */
const MOST_CELLS = 1_000_000;

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
