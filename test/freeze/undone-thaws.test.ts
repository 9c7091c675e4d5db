import { createFrozenStore } from '../../src/workbook/frozen-store';
import { freeze } from '../../src/freeze/freezing';
import type { FreezingParts } from '../../src/freeze/freezing';
import { listFrozen } from '../../src/freeze/frozen-list';
import { thaw } from '../../src/freeze/thawing';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { createFakeGrid } from './fake-grid';
import type { FakeGrid } from './fake-grid';

const ALL = { kind: 'all' } as const;
const DAY_MS = 86_400_000;
const FORMULAS = ['=LOCATTR(A1,B1,"x")', '=LOCATTR(A2,B2,"x")', '=LOCATTR(A3,B3,"x")'];
const VALUES = [[101], [102], [103]];

describe('a thaw that a person has undone', () => {
  it('is offered again, and thaws again', async () => {
    const { grid, parts, listed } = column();
    await freeze(undefined, parts);
    await thaw(ALL, parts);
    expect(await listed()).toEqual([]);
    grid.set('C1', VALUES);
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 0 });
    expect(await listed()).toEqual(['Sheet1!C1:C3 3']);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 3, left: 0 });
    expect(grid.read('C1:C3')).toEqual(FORMULAS.map((formula) => [formula]));
    expect(await listed()).toEqual([]);
  });

  it('is offered again where it was a part, beside what was frozen still', async () => {
    const { grid, parts, listed } = column();
    await freeze(undefined, parts);
    const area = { sheet: 'Sheet1', row: 1, column: 2, rows: 1, columns: 1 };
    await thaw({ kind: 'area', area }, parts);
    expect(await listed()).toEqual(['Sheet1!C1:C3 2']);
    grid.set('C2', [[102]]);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 3, left: 0 });
    expect(grid.read('C1:C3')).toEqual(FORMULAS.map((formula) => [formula]));
  });

  it('is offered again where a formula had filled several cells', async () => {
    const { grid, parts, listed } = column();
    grid.set('C1', [[''], [''], ['']]);
    const spilling = '=LOCATTR(A1:A2,B1:B2,"x")';
    grid.set('E1', [[spilling]]);
    grid.show('E1', [[7], [8]]);
    await freeze(undefined, parts);
    await thaw(ALL, parts);
    grid.show('E1', [[7], [8]]);
    expect(await listed()).toEqual([]);
    grid.set('E1', [[7], [8]]);
    expect(await listed()).toEqual(['Sheet1!E1:E2 2']);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('E1')).toEqual([[spilling]]);
  });

  it('is nothing that a person has typed into one of the cells', async () => {
    const { grid, parts, listed } = column();
    await freeze(undefined, parts);
    await thaw(ALL, parts);
    grid.set('C2', [[102]]);
    expect(await listed()).toEqual([]);
    await thaw(ALL, parts);
    expect(grid.read('C2')).toEqual([[102]]);
  });

  it('is nothing that was cleared', async () => {
    const { grid, parts, listed } = column();
    for (const cell of ['C1', 'C2', 'C3']) grid.show(cell, '');
    await freeze(undefined, parts);
    await thaw(ALL, parts);
    grid.set('C1', [[''], [''], ['']]);
    expect(await listed()).toEqual([]);
  });

  it('is kept for longer than a day', async () => {
    const { grid, parts, listed } = column();
    await freeze(undefined, parts);
    await thaw(ALL, parts);
    grid.set('C1', VALUES);
    await freezeBeside(grid, { ...parts, now: () => DAY_MS * 2 });
    expect(await listed()).toEqual(['Sheet1!E1 1', 'Sheet1!C1:C3 3']);
  });
});

describe('a thaw that nobody has undone', () => {
  it('is forgotten a day later, names and all', async () => {
    const { grid, parts, stored } = column();
    await freeze(undefined, parts);
    await thaw(ALL, parts);
    await freezeBeside(grid, { ...parts, now: () => DAY_MS * 2 });
    expect(await stored()).toBe(1);
    expect(grid.names().size).toBe(1);
  });

  it('makes room for what is frozen, the earliest first', async () => {
    const { grid, parts } = column();
    await freeze(undefined, parts);
    const state = await parts.store.read();
    const [kept] = state.kind === 'frozen' ? state.formulas : [];
    if (kept === undefined) throw new Error('nothing was kept');
    const anchor = '_locus_frozen_gone_1';
    const thawed = Array.from({ length: 4_999 }, (_, index) => {
      return { ...kept, anchor, id: `gone-${index}`, thawedAt: 9_000 - index };
    });
    await parts.store.change({ removed: [], added: thawed });
    expect(await freezeBeside(grid, parts)).toMatchObject({ cells: 1 });
    const after = await parts.store.read();
    const ids = new Set(after.kind === 'frozen' ? after.formulas.map(({ id }) => id) : []);
    expect(ids.size).toBe(5_000);
    expect([ids.has(kept.id), ids.has('gone-4997'), ids.has('gone-4998')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('cells that are frozen once more', () => {
  it('are kept once where a person has undone the first time', async () => {
    const { grid, parts, listed } = column();
    await freeze(undefined, parts);
    type(grid);
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 3 });
    expect(await listed()).toEqual(['Sheet1!C1:C3 3']);
    expect(grid.names().size).toBe(3);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 3, left: 0 });
    expect(grid.read('C1:C3')).toEqual(FORMULAS.map((formula) => [formula]));
  });

  it('are kept once after they were thawed', async () => {
    const { grid, parts, stored } = column();
    await freeze(undefined, parts);
    await thaw(ALL, parts);
    FORMULAS.forEach((_, row) => grid.show(`C${row + 1}`, 200 + row));
    await freeze(undefined, parts);
    expect(await stored()).toBe(1);
  });

  it('leave alone what was kept of others, whose values are there', async () => {
    const { grid, parts, listed } = column();
    await freeze(undefined, parts);
    grid.insertRows('Sheet1', 1, 3);
    grid.set('C2', [['=LOCATTR(A2,B2,"y")'], ['=LOCATTR(A3,B3,"y")'], ['=LOCATTR(A4,B4,"y")']]);
    for (const row of [2, 3, 4]) grid.show(`C${row}`, row);
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 3 });
    expect(await listed()).toEqual(['Sheet1!C2:C4 3', 'Sheet1!C1:C6 3']);
  });
});

function freezeBeside(grid: FakeGrid, parts: FreezingParts): ReturnType<typeof freeze> {
  grid.set('E1', [['=LOCATTR(1,2,"x")']]);
  grid.show('E1', 5);
  return freeze({ sheet: 'Sheet1', row: 0, column: 4, rows: 1, columns: 1 }, parts);
}

function type(grid: FakeGrid): void {
  FORMULAS.forEach((formula, row) => {
    grid.set(`C${row + 1}`, [[formula]]);
    grid.show(`C${row + 1}`, 101 + row);
  });
}

function column(): {
  grid: FakeGrid;
  parts: FreezingParts;
  listed: () => Promise<string[]>;
  stored: () => Promise<number>;
} {
  const grid = createFakeGrid();
  grid.set('A1', [
    [12, 77],
    [13, 78],
    [14, 79],
  ]);
  type(grid);
  const store = createFrozenStore(createFakeWorkbookParts().parts);
  let now = 1_000;
  const turn = (): Promise<void> => Promise.resolve();
  return {
    grid,
    parts: { cells: grid.cells, store, now: () => (now += 1), turn },
    async listed() {
      const list = await listFrozen(store, grid.cells, turn);
      if (list.kind === 'failed') throw new Error(list.message);
      return list.groups.map(({ address, cells }) => `${address} ${cells}`);
    },
    async stored() {
      const state = await store.read();
      return state.kind === 'frozen' ? state.formulas.length : 0;
    },
  };
}
