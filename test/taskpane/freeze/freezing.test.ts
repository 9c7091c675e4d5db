import { createFrozenStore } from '../../../src/settings/frozen-store';
import { freeze } from '../../../src/taskpane/freeze/freezing';
import type { FreezingParts } from '../../../src/taskpane/freeze/freezing';
import { thaw } from '../../../src/taskpane/freeze/thawing';
import { createFakeWorkbookParts } from '../fake-workbook-parts';
import { createFakeGrid } from './fake-grid';
import type { FakeGrid } from './fake-grid';

describe('a column that was filled down', () => {
  it('becomes values, and its formulas again', async () => {
    const { grid, parts } = stores(5);
    const formulas = grid.read('E2:E6');
    expect(await freeze(undefined, parts)).toMatchObject({ kind: 'frozen', cells: 5, left: [] });
    expect(grid.read('E2:E6')).toEqual([[100], [101], [102], [103], [104]]);
    expect(await thaw({ kind: 'all' }, parts)).toEqual({
      kind: 'thawed',
      cells: 5,
      left: 0,
      problems: [],
    });
    expect(grid.read('E2:E6')).toEqual(formulas);
    expect(grid.names().size).toBe(0);
  });
});

function stores(rows: number): { grid: FakeGrid; parts: FreezingParts } {
  const grid = createFakeGrid();
  const list = Array.from({ length: rows }, (_, row) => [
    `Store ${row}`,
    12 + row,
    77 + row,
    '',
    `=LOCATTR($B${row + 2},$C${row + 2},E$1)`,
  ]);
  grid.set('A1', [['Store', 'Lat', 'Lng', '', 'w_pop'], ...list]);
  list.forEach((_, row) => grid.show(`E${row + 2}`, 100 + row));
  return { grid, parts: partsOf(grid) };
}

function partsOf(grid: FakeGrid): FreezingParts {
  const store = createFrozenStore(createFakeWorkbookParts().parts);
  return { cells: grid.cells, store, now: () => 1_000, turn: () => Promise.resolve() };
}
