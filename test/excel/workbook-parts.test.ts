import { createWorkbookParts } from '../../src/excel/workbook-parts';
import { describeWorkbookParts } from '../addin/spreadsheet/workbook-parts-suite';
import { startPlayedExcel } from './played/excel-api';
import { PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();

describeWorkbookParts('Excel', () => {
  excel.open(new PlayedWorkbook());
  return Promise.resolve({
    parts: createWorkbookParts(),
    reopen: () => Promise.resolve(createWorkbookParts()),
    close: () => excel.close(),
  });
});
