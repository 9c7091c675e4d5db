import { createSheet } from '../../src/excel/sheet';
import { describeSheet } from '../spreadsheet/sheet-suite';
import { startPlayedExcel } from './played/excel-api';
import { PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();

describeSheet('Excel', (sheets) => {
  const workbook = new PlayedWorkbook(sheets);
  excel.open(workbook);
  return Promise.resolve({
    sheet: createSheet(),
    set: (a1, rows) => Promise.resolve(workbook.set(a1, rows)),
    read: (a1) => Promise.resolve(workbook.read(a1)),
    select: (a1) => Promise.resolve(workbook.select(a1)),
    show: (a1, error) => Promise.resolve(workbook.show(a1, error, true)),
    names: () => Promise.resolve(workbook.sheets.map(({ name }) => name)),
    rename: (name, next) => {
      const sheet = workbook.sheetNamed(name);
      if (sheet !== undefined) sheet.name = next;
      return Promise.resolve();
    },
    close: () => excel.close(),
  });
});

test('the numbers of a new column are written as its format says, until it is taken back', async () => {
  const workbook = new PlayedWorkbook(['Stores']);
  excel.open(workbook);
  const sheet = createSheet();
  const cells = [['Population', 'Other'], ...[2, 3].map(() => ['=1', '=2'])];
  const formats = ['#,##0', undefined];
  const result = await sheet.write({ sheet: 'Stores', row: 0, column: 3, cells, formats });
  if (result.kind !== 'written') throw new Error(result.kind);
  await sheet.undo(result.written);
  expect(workbook.sheets[0]?.formats).toEqual(['Stores!D1:D3 #,##0', 'Stores!D1:D3 General']);
  await excel.close();
});

test('the header of a new column looks like the one beside it, until it is taken back', async () => {
  const workbook = new PlayedWorkbook(['Stores']);
  excel.open(workbook);
  const sheet = createSheet();
  const cells = [['Population'], ['=1']];
  const result = await sheet.write({ sheet: 'Stores', row: 0, column: 3, cells, headerLike: 2 });
  if (result.kind !== 'written') throw new Error(result.kind);
  await sheet.undo(result.written);
  expect(workbook.sheets[0]?.formats).toEqual([
    'Stores!D1 Formats of another',
    'Stores!D1 no Formats',
  ]);
  await excel.close();
});

test('of known cells those that show no error are told, also beside one large area of errors', async () => {
  const workbook = new PlayedWorkbook(['Stores']);
  excel.open(workbook);
  for (let row = 1; row <= 40; row += 1) {
    workbook.set(`Stores!B${row}`, [['=1/0']]);
    workbook.show(`Stores!B${row}`, '#DIV/0!', true);
  }
  const reading = await createSheet().failing(['Stores!B7', 'Stores!B41', 'Stores!A7', 'not one']);
  if (reading.kind !== 'failing') throw new Error(reading.kind);
  expect(reading.calm).toEqual(['Stores!B41', 'Stores!A7', 'not one']);
  await excel.close();
});

test('thousands of scattered cells with errors are read in a few requests, known ones not at all', async () => {
  const workbook = new PlayedWorkbook(['Stores']);
  excel.open(workbook);
  const cells = Array.from({ length: 1200 }, (_, index) => `Stores!B${2 * index + 1}`);
  for (const cell of cells) {
    workbook.set(cell, [['=1/0']]);
    workbook.show(cell, '#DIV/0!', true);
  }
  const reading = await createSheet().failing(cells.slice(600));
  if (reading.kind !== 'failing') throw new Error(reading.kind);
  expect(reading.formulas.map(({ address }) => address)).toEqual(cells.slice(0, 600));
  expect(excel.batches()).toBeLessThan(10);
  await excel.close();
});
