import type { IRange, Worksheet } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import { UniverSheetsFormulaPlugin } from '@univerjs/sheets-formula';
import { searchContentAlone } from '../../../src/workbench/univer/content-search';
import { cellsOf, openUniver } from './open-univer';

const WHOLE: IRange = { startRow: 0, endRow: 19_999, startColumn: 0, endColumn: 701 };
const PART: IRange = { startRow: 0, endRow: 5, startColumn: 0, endColumn: 5 };

/** Texts, with a gap, two merged areas of which one is empty, and a value that has spilled. */
function openSheet() {
  const content = {
    rowCount: 20_000,
    columnCount: 702,
    mergeData: [
      { startRow: 1, endRow: 2, startColumn: 1, endColumn: 2 },
      { startRow: 4, endRow: 5, startColumn: 0, endColumn: 1 },
    ],
    cellData: cellsOf([
      [{ v: 'a' }, { v: 'b' }, {}, { v: 'c' }],
      [{ v: 'd' }, { v: 'merged' }, { v: 'below it' }],
      [{ f: '=SEQUENCE(1,4)', v: 1 }],
    ]),
  };
  const { injector, sheet } = openUniver(content, UniverSheetsPlugin, UniverSheetsFormulaPlugin);
  const spilled = { w: { s: cellsOf([[], [], [{}, {}, {}, { v: 2 }]]) } };
  injector.get(FormulaDataModel).setArrayFormulaCellData(spilled);
  return { injector, sheet };
}

/** Both ways in which Univer's own search goes through cells. */
const found = (sheet: Worksheet, range: IRange): unknown[] => [
  [...sheet.iterateByRow(range)],
  [...sheet.iterateByColumn(range)],
];

type Search = Parameters<typeof searchContentAlone>[0];
type Workbook = ReturnType<Parameters<typeof searchContentAlone>[2]>;

/** Makes the sheet what it is while somebody searches. */
function startSearch({ injector, sheet }: ReturnType<typeof openSheet>): void {
  const provider = { find: (_query: unknown) => Promise.resolve([]) };
  const search = { getProviders: () => new Set([provider]), start: () => true };
  const workbook = { getSheets: () => [{ getSheet: () => sheet }] };
  searchContentAlone(search as unknown as Search, injector, () => workbook as unknown as Workbook);
  search.start();
  void provider.find('a');
}

describe('a search', () => {
  test('finds what Univer’s own finds, in the same order', () => {
    const opened = openSheet();
    const before = found(opened.sheet, PART);
    startSearch(opened);
    expect(found(opened.sheet, PART)).toEqual(before);
    expect(JSON.stringify(before)).toContain('"v":2');
  });

  test('visits cells that hold something, not the fourteen million that there is room for', () => {
    const opened = openSheet();
    const { sheet } = opened;
    startSearch(opened);
    let visits = 0;
    const getCell = sheet.getCell.bind(sheet);
    sheet.getCell = (row, column) => {
      visits += 1;
      if (visits > 1_000) throw new Error('too many');
      return getCell(row, column);
    };
    expect(found(sheet, WHOLE).flat()).toHaveLength(16);
    expect(visits).toBeLessThan(30);
  });
});
