import { callsLocus } from '../../src/addin/spreadsheet/locus-calls';
import { copyAsValues } from '../../src/excel/sheet-copy';
import { describeCopyAsValues } from '../addin/spreadsheet/sheet-copy-suite';
import { startPlayedExcel } from './played/excel-api';
import { cellKey, type PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();
const OURS = '=LOCATTR(A1:A3,B1:B3,"w_pop_tt")';

function open(sheets: readonly string[]): PlayedWorkbook {
  const workbook = excel.open(sheets);
  return workbook;
}

describeCopyAsValues('Excel', (sheets) => {
  const workbook = open(sheets);
  return Promise.resolve({
    copyAsValues,
    set(a1, rows) {
      workbook.set(a1, rows);
      for (const sheet of workbook.sheets) {
        for (const [key, { formula }] of sheet.cells) {
          if (callsLocus(String(formula))) sheet.shown.set(key, { value: 7, isError: false });
        }
      }
      return Promise.resolve();
    },
    read: (a1) => Promise.resolve(workbook.read(a1)),
    names: () => Promise.resolve(workbook.sheets.map(({ name }) => name)),
    close: () => Promise.resolve(),
  });
});

describe('a copy in Excel', () => {
  let workbook: PlayedWorkbook;
  const names = () => workbook.sheets.map(({ name }) => name);

  beforeEach(() => {
    workbook = open(['Stores']);
  });

  it.each(['value', 'anchor'] as const)(
    'has all that a formula fills, more than one request takes (Excel gives the %s in it)',
    async (spilled) => {
      workbook.spilledFormulas = spilled;
      workbook.set('A1', [[OURS]]);
      workbook.set('M1', [['=LOCVARS(A1,B1)']]);
      const sheet = workbook.sheets[0]!;
      sheet.spills.push({ row: 0, column: 0, rows: 2_001, columns: 10 });
      for (let row = 0; row < 2_001; row += 1) {
        for (let column = 0; column < 10; column += 1)
          sheet.shown.set(cellKey(row, column), { value: row * 10 + column + 1, isError: false });
      }
      expect(await copyAsValues('Stores')).toMatchObject({ formulas: 2 });
      expect(workbook.read("'Stores (values)'!I2001:J2001")).toEqual([[20_009, 20_010]]);
      expect(workbook.read("'Stores (values)'!A1:B1")).toEqual([[1, 2]]);
      expect(workbook.read('Stores!A1')).toEqual([[OURS]]);
    },
  );

  it('shows the errors that the sheet shows, and texts as texts', async () => {
    workbook.set('C1', [[OURS], ['=LOCVARS(A1,B1)'], ['=LOCCATALOG("x")']]);
    workbook.show('C1', '#N/A', true);
    workbook.show('C2', '=1+1');
    workbook.show('C3', '0012');
    expect(await copyAsValues('Stores')).toMatchObject({ formulas: 3, errors: 1 });
    expect(workbook.read("'Stores (values)'!C1:C3")).toEqual([['#N/A'], ["'=1+1"], ['0012']]);
  });

  it('is not made while cells wait for their values', async () => {
    workbook.set('C1', [[OURS], ['=LOCVARS(A1,B1)']]);
    workbook.show('C1', '#BUSY!', true);
    expect(await copyAsValues('Stores')).toEqual({ kind: 'waiting', cells: 1 });
    expect(names()).toEqual(['Stores']);
  });

  it('goes again where Excel does not let its cells be written', async () => {
    workbook.set('C1', [[OURS]]);
    workbook.sheets[0]!.isProtected = true;
    expect(await copyAsValues('Stores')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/protected/) as string,
    });
    expect(names()).toEqual(['Stores']);
  });
});
