import { createFrozenStore } from '../../../src/addin/workbook/frozen-store';
import type { ThawingParts } from '../../../src/addin/values/thawing';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import {
  createFakeWorkbookParts,
  type FakeWorkbookParts,
} from '../spreadsheet/fake-workbook-parts';
import { createFakeGrid, type FakeGrid } from './fake-grid';
import { byLatitude, knownAnswers } from './known-answers';

/** A list with so many rows, and in column E a formula that was filled down: 100, 101 and so on. */
export function stores(rows: number): {
  grid: FakeGrid;
  parts: ThawingParts;
  held: FakeWorkbookParts;
} {
  const grid = createFakeGrid();
  const list = Array.from({ length: rows }, (_, row): CellInput[] => [
    `Store ${row}`,
    12 + row / 100,
    77 + row / 100,
    '',
    `=LOCATTR($B${row + 2},$C${row + 2},E$1)`,
  ]);
  grid.set('A1', [['Store', 'Lat', 'Lng', '', 'w_pop'], ...list]);
  list.forEach((_, row) => grid.show(`E${row + 2}`, 100 + row));
  return { grid, ...partsFor(grid) };
}

export function partsFor(
  grid: FakeGrid,
  { calculate } = knownAnswers(byLatitude),
): { parts: ThawingParts; held: FakeWorkbookParts } {
  const held = createFakeWorkbookParts();
  const store = createFrozenStore(held.parts);
  const turn = (): Promise<void> => Promise.resolve();
  return { held, parts: { cells: grid.cells, store, now: () => 1_000, turn, calculate } };
}
