import { createWorkbookParts } from '../../src/excel/workbook-parts';
import { describeWorkbookParts } from '../addin/spreadsheet/workbook-parts-suite';
import { startPlayedExcel } from './played/excel-api';

const excel = startPlayedExcel();

describeWorkbookParts('Excel', () => {
  excel.open();
  return Promise.resolve({
    parts: createWorkbookParts(),
    reopen: () => Promise.resolve(createWorkbookParts()),
    close: () => Promise.resolve(),
  });
});
