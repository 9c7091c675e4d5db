import { createFrozenCells } from '../../src/excel/frozen-cells';
import type { CellExchange } from '../../src/addin/spreadsheet/frozen-cells';
import { describeFrozenCells } from '../addin/spreadsheet/frozen-cells-suite';
import { startPlayedExcel } from './played/excel-api';
import { renamePlayed, shiftPlayed } from './played/played-shifts';
import { cellKey, gridOf, PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();

function open(sheets: readonly string[]): PlayedWorkbook {
  const workbook = new PlayedWorkbook(sheets);
  excel.open(workbook);
  return workbook;
}

describeFrozenCells('Excel', (sheets) => {
  const workbook = open(sheets);
  const shift =
    (by: 'row' | 'column', what: 'inserted' | 'deleted') =>
    (sheet: string, at: number, count: number): Promise<void> => {
      const how = what === 'inserted' ? { inserted: count } : { deleted: count };
      return Promise.resolve(shiftPlayed(workbook, sheet, { by, at, ...how }));
    };
  return Promise.resolve({
    cells: createFrozenCells(),
    set: (a1, rows) => Promise.resolve(workbook.set(a1, rows)),
    read: (a1) => Promise.resolve(workbook.read(a1)),
    insertRows: shift('row', 'inserted'),
    deleteRows: shift('row', 'deleted'),
    insertColumns: shift('column', 'inserted'),
    deleteColumns: shift('column', 'deleted'),
    rename: (sheet, name) => Promise.resolve(renamePlayed(workbook, sheet, name)),
    close: () => excel.close(),
  });
});

describe('freezing in Excel', () => {
  const OURS = '=LOCATTR(A1:A3,B1:B3,"w_pop_tt")';
  const area = { sheet: 'Stores', row: 0, column: 2, rows: 1, columns: 1 };
  let workbook: PlayedWorkbook;
  const cells = createFrozenCells();

  beforeEach(() => {
    workbook = open(['Stores']);
  });
  afterEach(() => excel.close());

  it('goes on in smaller parts where texts are so long that Excel finds one too much', async () => {
    const rows = Array.from({ length: 500 }, (_, row) => [`=LOCATTR(A${row + 1},B${row + 1},"x")`]);
    workbook.set('C1', rows);
    const block = { ...area, rows: 500 };
    const read = await cells.read([block]);
    if (read.kind !== 'cells') throw new Error(read.kind);
    const [from] = read.blocks;
    if (from === undefined) throw new Error('no block');
    const halves: number[] = [];
    excel.failWhen(({ ObjectPaths, Actions }) => {
      const count = Object.values(ObjectPaths).map(({ Name, ArgumentInfo }) =>
        Name === 'GetRangeByIndexes' ? Number(ArgumentInfo?.Arguments?.[2]) : 0,
      );
      const most = Math.max(0, ...count);
      if (Actions.length > 0 && most > 0) halves.push(most);
      return most > 60 ? 'RequestPayloadSizeLimitExceeded' : undefined;
    });
    expect(await cells.read([block])).toEqual(read);
    const to = rows.map((_, row) => [row]);
    expect(await cells.exchange({ area: block, from, to, isAllOrNone: false })).toEqual({
      kind: 'exchanged',
    });
    expect(workbook.read('C1:C500')).toEqual(to);
    expect(Math.max(...halves)).toBe(500);
  });

  it('finds what a formula fills, among formulas that fill their own cell', async () => {
    workbook.set('C1', [[OURS]]);
    workbook.set('E1', [['=LOCVARS(A1,B1)'], ['=LOCVARS(A2,B2)']]);
    workbook.sheets[0]?.spills.push({ row: 0, column: 2, rows: 3, columns: 2 });
    const reading = await cells.formulas();
    if (reading.kind === 'failed') throw new Error(reading.message);
    const sizes = reading.formulas.map(({ address, rows, columns }) => [address, rows, columns]);
    expect(sizes).toEqual([
      ['Stores!C1', 3, 2],
      ['Stores!E1', 1, 1],
      ['Stores!E2', 1, 1],
    ]);
  });

  it.each(['value', 'anchor'] as const)(
    'makes values of a formula that fills more cells than one request takes (Excel gives the %s in them)',
    async (spilled) => {
      workbook.spilledFormulas = spilled;
      workbook.set('A1', [[OURS]]);
      const sheet = workbook.sheets[0]!;
      const filled = { row: 0, column: 0, rows: 2_001, columns: 10 };
      sheet.spills.push(filled);
      const values = gridOf(filled, (row, column) => row * 10 + column + 1);
      gridOf(filled, (row, column) =>
        sheet.shown.set(cellKey(row, column), { value: row * 10 + column + 1, isError: false }),
      );
      const whole = { ...filled, sheet: 'Stores' };
      const reading = await cells.read([whole]);
      const [from] = reading.kind === 'failed' ? [] : reading.blocks;
      if (from === undefined) throw new Error('nothing was read');
      const exchange = { area: whole, from, to: values, isAllOrNone: true };
      expect(await cells.exchange(exchange)).toEqual({ kind: 'exchanged' });
      expect(workbook.read('A1:J2001')).toEqual(values);
    },
  );

  it('leaves numbers and puts formulas back where a person has since chosen the format for text', async () => {
    workbook.set('C1', [[OURS], ['=NA()'], ['mine']]);
    workbook.show('C1', 12.5);
    workbook.show('C2', '#N/A', true);
    for (const row of [0, 1, 2]) workbook.sheets[0]?.texts.add(cellKey(row, 2));
    const all = { ...area, rows: 3 };
    const exchange = async (to: CellExchange['to']) => {
      const reading = await cells.read([all]);
      const [from] = reading.kind === 'failed' ? [] : reading.blocks;
      if (from === undefined) throw new Error('nothing was read');
      expect(await cells.exchange({ area: all, from, to, isAllOrNone: false })).toEqual({
        kind: 'exchanged',
      });
    };
    await exchange([[12.5], [{ error: '#N/A' }], [null]]);
    expect(await cells.read([all])).toMatchObject({
      blocks: [{ contents: [[12.5], [{ error: '#N/A' }], ['mine']] }],
    });
    workbook.sheets[0]?.texts.add(cellKey(0, 2));
    await exchange([[OURS], [null], [null]]);
    expect(workbook.read('C1')).toEqual([[OURS]]);
    expect([...(workbook.sheets[0]?.texts ?? [])]).toEqual([cellKey(2, 2)]);
  });

  it('asks nothing about spills of an Excel that has none', async () => {
    excel.withApi('1.11');
    workbook.set('C1', [[OURS]]);
    expect(await cells.formulas()).toMatchObject({ formulas: [{ rows: 1, columns: 1 }] });
  });

  it('hides its names', async () => {
    await cells.anchor([{ name: '_locus_frozen_a_1', area }]);
    expect(workbook.texts.names.get('')).toEqual([
      { name: '_locus_frozen_a_1', formula: '=Stores!$C$1', comment: '', isHidden: true },
    ]);
  });

  it.each([
    ['protected', (book: PlayedWorkbook) => void (book.sheets[0]!.isProtected = true), /protected/],
    [
      'part of an old array formula',
      (book: PlayedWorkbook) =>
        void book.sheets[0]?.arrays.push({ row: 0, column: 2, rows: 2, columns: 1 }),
      /array/,
    ],
  ])('says that a cell is %s, and changes nothing', async (_what, spoil, message) => {
    workbook.set('C1', [[OURS]]);
    spoil(workbook);
    const from = { inputs: [[OURS]], contents: [[0]] };
    const result = await cells.exchange({ area, from, to: [[5]], isAllOrNone: false });
    expect(result).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(message) as string,
    });
    expect(workbook.read('C1')).toEqual([[OURS]]);
  });
});
