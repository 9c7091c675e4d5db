import { createFrozenStore } from '../../src/workbook/frozen-store';
import type { FreezingParts } from '../../src/freeze/freezing';
import type { CellInput } from '../../src/spreadsheet/sheet';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import type { FakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { createFakeGrid } from './fake-grid';
import type { FakeGrid } from './fake-grid';

/** A list with so many rows, and in column E a formula that was filled down: 100, 101 and so on. */
export function stores(rows: number): {
  grid: FakeGrid;
  parts: FreezingParts;
  held: FakeWorkbookParts;
} {
  const grid = createFakeGrid();
  const list = Array.from({ length: rows }, (_, row): CellInput[] => [
    `Store ${row}`,
    12 + row,
    77 + row,
    '',
    `=LOCATTR($B${row + 2},$C${row + 2},E$1)`,
  ]);
  grid.set('A1', [['Store', 'Lat', 'Lng', '', 'w_pop'], ...list]);
  list.forEach((_, row) => grid.show(`E${row + 2}`, 100 + row));
  const held = createFakeWorkbookParts();
  const store = createFrozenStore(held.parts);
  const parts = { cells: grid.cells, store, now: () => 1_000, turn: () => Promise.resolve() };
  return { grid, parts, held };
}
