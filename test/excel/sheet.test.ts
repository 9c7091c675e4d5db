import { createSheet } from '../../src/excel/sheet';
import { describeSheet } from '../addin/spreadsheet/sheet-suite';
import { startPlayedExcel } from './played/excel-api';
import { shiftColumns } from './played/played-shifts';

const excel = startPlayedExcel();

describeSheet('Excel', (sheets) => {
  const workbook = excel.open(sheets);
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
    close: () => Promise.resolve(),
  });
});

test('the numbers of a new column are written as its format says, until it is taken back', async () => {
  const workbook = excel.open(['Stores']);
  const sheet = createSheet();
  const cells = [['Population', 'Other'], ...[2, 3].map(() => ['=1', '=2'])];
  const formats = ['#,##0', undefined];
  const result = await sheet.write({ sheet: 'Stores', row: 0, column: 3, cells, formats });
  if (result.kind !== 'written') throw new Error(result.kind);
  await sheet.undo(result.written);
  expect(workbook.sheets[0]?.formats).toEqual(['Stores!D1:D3 #,##0', 'Stores!D1:D3 General']);
});

test('the header of a new column looks like the one beside it and wraps, until it is taken back', async () => {
  const workbook = excel.open(['Stores']);
  const sheet = createSheet();
  const cells = [['Population'], ['=1']];
  const result = await sheet.write({ sheet: 'Stores', row: 0, column: 3, cells, headerLike: 2 });
  if (result.kind !== 'written') throw new Error(result.kind);
  await sheet.undo(result.written);
  expect(workbook.sheets[0]?.formats).toEqual([
    'Stores!D1 Formats of another',
    'Stores!D1 wraps: true',
    'Stores!D1 no Formats',
  ]);
});

test('a new column is as wide as what it shows and as each word of its header, until it is taken back', async () => {
  const workbook = excel.open(['Stores']);
  const widths = workbook.sheets[0]?.widths;
  for (const [column, width] of [40, 0, 300].entries()) widths?.set(column, width);
  const cells = [['p_education_cc_np_pincode', 'Neighbourhood', 'Nearest of Branches', 'Rank']];
  const block = { sheet: 'Stores', row: 0, column: 0, cells, headerLike: 4 };
  const result = await createSheet().write({ ...block, texts: ['Pune', 'x', 'x'.repeat(30)] });
  if (result.kind !== 'written') throw new Error(result.kind);
  // A hidden column stays hidden, and a wide one as it is.
  const [before, after] = [
    [40, 0, 300],
    [(25 * 7 + 8) * 0.75, 0, 300],
  ];
  expect([...(widths?.values() ?? [])]).toEqual(after);
  await createSheet().undo(result.written);
  expect([...(widths?.values() ?? [])]).toEqual(before);
});

test('taking back leaves the looks of what has moved into the place of a deleted column', async () => {
  const { workbook, sheet, written, looksSince } = await writtenColumn();
  shiftColumns(workbook, 'Stores', 2, -1);
  expect(await sheet.undo(written)).toEqual({ kind: 'undone', restored: 0, kept: 2 });
  expect(workbook.read('C1:C2')).toEqual([['Opened'], [45_000]]);
  expect(looksSince()).toEqual([]);
});

test('taking back leaves the looks of a column that was inserted before', async () => {
  const { workbook, sheet, written, looksSince } = await writtenColumn();
  shiftColumns(workbook, 'Stores', 2, 1);
  expect(await sheet.undo(written)).toEqual({ kind: 'undone', restored: 0, kept: 0 });
  expect(looksSince()).toEqual([]);
});

test('taking back leaves the looks of single cells that it leaves', async () => {
  const { workbook, sheet, written, looksSince } = await writtenColumn();
  workbook.set('C2', [[45_000]]);
  expect(await sheet.undo(written)).toEqual({ kind: 'undone', restored: 2, kept: 1 });
  expect(looksSince()).toEqual(['Stores!C1 no Formats', 'Stores!C1 General', 'Stores!C3 General']);
});

test('taking back goes on with the looks where it stopped halfway', async () => {
  const { workbook, sheet, written, looksSince } = await writtenColumn();
  workbook.set('C1', [[''], ['']]);
  expect(await sheet.undo(written)).toEqual({ kind: 'undone', restored: 3, kept: 0 });
  expect(looksSince()).toEqual(['Stores!C1 no Formats', 'Stores!C1:C3 General']);
});

/** A column of ours in C, beside one of somebody's dates. */
async function writtenColumn() {
  const workbook = excel.open(['Stores']);
  workbook.set('A1', [
    ['Lat', 'Lng', '', 'Opened'],
    [12.9, 77.6, '', 45_000],
  ]);
  const sheet = createSheet();
  const cells = [['w_pop_tt'], ['=LOCATTR($A2,$B2,C$1)'], ['=LOCATTR($A3,$B3,C$1)']];
  const looks = { formats: ['#,##0'], headerLike: 1 };
  const result = await sheet.write({ sheet: 'Stores', row: 0, column: 2, cells, ...looks });
  if (result.kind !== 'written') throw new Error(result.kind);
  const before = workbook.sheets[0]?.formats.length;
  const looksSince = () => workbook.sheets[0]?.formats.slice(before);
  return { workbook, sheet, written: result.written, looksSince };
}

test('of known cells those that show no error are told, also beside one large area of errors', async () => {
  const workbook = excel.open(['Stores']);
  for (let row = 1; row <= 40; row += 1) {
    workbook.set(`Stores!B${row}`, [['=1/0']]);
    workbook.show(`Stores!B${row}`, '#DIV/0!', true);
  }
  const reading = await createSheet().failing(['Stores!B7', 'Stores!B41', 'Stores!A7', 'not one']);
  if (reading.kind !== 'failing') throw new Error(reading.kind);
  expect(reading.withoutError).toEqual(['Stores!B41', 'Stores!A7', 'not one']);
});

test('thousands of scattered cells with errors are read in a few requests, known ones not at all', async () => {
  const workbook = excel.open(['Stores']);
  const cells = Array.from({ length: 1200 }, (_, index) => `Stores!B${2 * index + 1}`);
  for (const cell of cells) {
    workbook.set(cell, [['=1/0']]);
    workbook.show(cell, '#DIV/0!', true);
  }
  const reading = await createSheet().failing(cells.slice(600));
  if (reading.kind !== 'failing') throw new Error(reading.kind);
  expect(reading.formulas.map(({ address }) => address)).toEqual(cells.slice(0, 600));
  expect(excel.batches()).toBeLessThan(10);
});
