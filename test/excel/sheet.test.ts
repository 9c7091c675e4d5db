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
