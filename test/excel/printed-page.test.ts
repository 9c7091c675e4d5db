import type { PrintedPage } from '../../src/addin/spreadsheet/printed-page';
import { makePage } from '../../src/excel/printed-page';
import { createSheet } from '../../src/excel/sheet';
import { startPlayedExcel } from './played/excel-api';
import type { PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();
const drawing = { kind: 'drawing', png: 'iVBORw0=', width: 700, height: 200 } as const;
const chart = { row: 1, column: 0, rows: 3, columns: 2 };
const PAGE: PrintedPage = {
  id: 'ranking',
  name: 'Ranking page',
  columns: [
    { width: 500, align: 'left' },
    { width: 200, align: 'right' },
  ],
  rows: [
    { kind: 'title', text: 'The best 2 of 5', height: 30 },
    { kind: 'heading', cells: ['Place', 'Score'], height: 22 },
    { kind: 'line', cells: ['FC Road', 75.5], formats: [undefined, '0.0'], height: 22 },
    { kind: 'line', cells: ["'=MG Road", 60], formats: [undefined, '0.0'], height: 22 },
    { ...drawing, description: 'Scores', chart },
    { ...drawing, description: 'A map' },
  ],
};

let workbook: PlayedWorkbook;
const names = () => workbook.sheets.map(({ name }) => name);
beforeEach(() => void (workbook = excel.open(['Stores', 'Ranking page'])));

test('a page prints on one A4, with Excel’s own chart; a sheet of its name is not touched', async () => {
  expect(await makePage(PAGE)).toMatchObject({
    kind: 'made',
    sheet: 'Ranking page (2)',
    earlier: 'none',
  });
  expect(names()).toEqual(['Stores', 'Ranking page', 'Ranking page (2)']);
  const sheet = workbook.sheets[2]!;
  expect(workbook.read("'Ranking page (2)'!A3:B4")).toEqual([
    ['FC Road', 75.5],
    ["'=MG Road", 60],
  ]);
  expect(sheet.printing).toEqual({
    gridlines: false,
    paper: 'A4',
    orientation: 'Portrait',
    zoom: { horizontalFitToPages: 1, verticalFitToPages: 1 },
    isCentred: true,
    area: "'Ranking page (2)'!A1:B6",
    margins: ['Centimeters', { left: 1.2, right: 1.2, top: 1.2, bottom: 1.2 }],
  });
  expect(sheet.charts).toEqual([
    expect.objectContaining({
      kind: 'BarClustered',
      source: "'Ranking page (2)'!A2:B4",
      'Title.Text': 'Scores',
      'CategoryAxis.ReversePlotOrder': true,
      Width: 525,
    }),
  ]);
  expect(sheet.pictures).toEqual([
    expect.objectContaining({ description: 'A map', width: 525, height: 150 }),
  ]);
});

test('made again it takes the place of the page before, whatever that is called by now', async () => {
  await makePage(PAGE);
  workbook.renameSheet(workbook.sheets[2]!, 'For Monday');
  workbook.moveSheet(workbook.sheets[2]!, 0);
  expect(await makePage(PAGE)).toMatchObject({ sheet: 'For Monday', earlier: 'replaced' });
  expect(names()).toEqual(['For Monday', 'Stores', 'Ranking page']);
  expect(workbook.sheets[0]?.charts).toHaveLength(1);
});

test('a page that somebody has changed stays, and one that was deleted is made anew', async () => {
  await makePage(PAGE);
  workbook.set("'Ranking page (2)'!B9", [['Ask the owner']]);
  const made = await makePage(PAGE);
  expect(made).toMatchObject({ sheet: 'Ranking page (3)', earlier: 'kept' });
  if (made.kind === 'made') {
    expect(await createSheet().removeSheet(made.written)).toEqual({
      kind: 'undone',
      restored: expect.any(Number) as number,
      kept: 0,
    });
  }
  expect(names()).toEqual(['Stores', 'Ranking page', 'Ranking page (2)']);
  expect(await makePage(PAGE)).toMatchObject({ earlier: 'none' });
});
