/** @jest-environment jsdom */
import { openWorkbook, type OpenWorkbook } from './univer-without-page';
import { createSheet } from '../../src/workbench/sheet';
import type { CellInput } from '../../src/addin/spreadsheet/sheet';

let opened: OpenWorkbook;
afterEach(() => opened.close());

function open(rows: readonly (readonly (string | number)[])[]) {
  opened = openWorkbook(rows);
  const { workbook, spreadsheet } = opened;
  const sheet = createSheet(spreadsheet, []);
  /** A cell's number format, and whether it is bold. */
  const look = (cell: string, name = 'S') => {
    const { n, bl } = workbook.getSheetByName(name)?.getRange(cell).getCellStyleData() ?? {};
    return [n?.pattern ?? '', bl === 1];
  };
  return { workbook, sheet, look };
}

describe('a sheet that is added', () => {
  it('has bold headings, in the formats of their columns', async () => {
    const { sheet, look } = open([]);
    const cells = [['Calls'], [1]];
    await sheet.addSheet('Added', cells, { formats: ['#,##0'], headings: [0] });
    expect([look('A1', 'Added'), look('A2', 'Added')]).toEqual([
      ['#,##0', true],
      ['#,##0', false],
    ]);
  });

  it.each<[string, CellInput[][], number]>([
    ['its widest text', [['The service', 5], ['x'.repeat(20), 'y'.repeat(40)], [null], [12]], 188],
    ['any column, at least', [[null], [12]], 88],
    ['a screen, at most', [['a'.repeat(500)]], 480],
  ])('has a first column as wide as %s', async (_what, cells, width) => {
    const { sheet, workbook } = open([]);
    await sheet.addSheet('Added', cells);
    expect(workbook.getSheetByName('Added')?.getSheet().getColumnWidth(0)).toBe(width);
  });
});

describe('a block that is written', () => {
  const BLOCK = { sheet: 'S', row: 0, column: 1, formats: ['0.00'] };

  it('has the formats of its columns, and leaves cells that it has nothing for', async () => {
    const { sheet, look, workbook } = open([['Shop', '', 'kept']]);
    const block = { ...BLOCK, formats: ['0.00', undefined] as never };
    await sheet.write({ ...block, cells: [['People', null]] });
    expect([look('B1'), look('C1')]).toEqual([
      ['0.00', false],
      ['', false],
    ]);
    expect(workbook.getActiveSheet().getRange('A1:C1').getValues()).toEqual([
      ['Shop', 'People', 'kept'],
    ]);
  });

  it('is as wide as what it shows and as each word of its header, until it is taken back', async () => {
    const { sheet, workbook } = open([['Shop']]);
    const widths = () => [1, 2, 3].map((at) => workbook.getActiveSheet().getColumnWidth(at));
    const before = widths();
    const write = async () => {
      const cells = [['Distance to Our branches', 'Neighbourhood_of_one', 'Rank']];
      const block = { ...BLOCK, cells, headerLike: 0, texts: ['x'.repeat(40)] };
      const result = await sheet.write(block);
      if (result.kind !== 'written') throw new Error(result.kind);
      expect(widths()).toEqual([368, 188, before[2]]);
      return result.written;
    };
    await sheet.undo(await write());
    expect(widths()).toEqual(before);
    await write();
    workbook.undo();
    expect([...widths(), workbook.getActiveSheet().getRange('B1').getValue()]).toEqual([
      ...before,
      null,
    ]);
  });

  it.each([
    ['takes its looks with it', 'B9', ['', ''], undefined],
    ['leaves those of a cell that somebody has changed', 'B2', ['', '0.00'], undefined],
    ['leaves those of a header that somebody has changed', 'B1', ['', ''], 3],
  ])('is taken back, and %s', async (_what, changed, formats, wrap) => {
    const { sheet, look, workbook } = open([['Shop']]);
    const result = await sheet.write({ ...BLOCK, headerLike: 0, cells: [['People'], ['=1']] });
    if (result.kind !== 'written') throw new Error(result.kind);
    workbook.getActiveSheet().getRange(changed).setValue('mine');
    await sheet.undo(result.written);
    expect([look('B1')[0], look('B2')[0]]).toEqual(formats);
    expect(workbook.getActiveSheet().getRange('B1').getCellStyleData()?.tb).toBe(wrap);
  });
});
