import { createCells } from '../../src/excel/cells';
import { formatArea } from '../../src/addin/spreadsheet/cell-address';
import { toCellArea } from '../../src/addin/spreadsheet/sheet-region';
import { describeCells } from '../addin/spreadsheet/cells-suite';
import type { CellsSetup } from '../addin/spreadsheet/cells-suite';
import { startPlayedExcel } from './played/excel-api';

const excel = startPlayedExcel();

describeCells('Excel', (sheets) => open(sheets, '1.16'));
/** Without `setDirty`, formulas are written anew. */
describeCells('an old Excel that is told of new sheet names', (sheets) => open(sheets, '1.8'));

async function open(sheets: readonly string[], version: string): Promise<CellsSetup> {
  const workbook = excel.open(sheets);
  const cells = createCells();
  // It listens from the start; what is typed later finds it listening.
  await Excel.run((context) => context.sync());
  excel.withApi(version);
  return {
    cells,
    set: (a1, rows) => Promise.resolve(workbook.set(a1, rows)),
    takeAsked: () => Promise.resolve(workbook.dirty.splice(0).sort()),
    rename: (name, next) => Promise.resolve(excel.rename(name, next)),
    remove: (name) => {
      const sheet = workbook.sheetNamed(name);
      if (sheet !== undefined) workbook.removeSheet(sheet);
      return Promise.resolve();
    },
    selected: () => {
      if (workbook.selected === undefined) return Promise.resolve(undefined);
      const { sheet, area } = workbook.selected;
      return Promise.resolve(formatArea(toCellArea({ ...area, sheet: sheet.name })));
    },
    close: () => Promise.resolve(),
  };
}
