import type { Cells, Recalculation } from '../taskpane/host';
import type { FormulaCell } from './async-function';
import { createFormulaSheet } from './formula-sheet';
import { rangeWithRoom } from './sheet-room';
import type { Spreadsheet } from './spreadsheet';

/** The workbook's formulas, for the pane. Each promise settles when the cells have been asked. */
export function createCells(spreadsheet: Spreadsheet, functionIds: readonly string[]): Cells {
  const { asyncFunctions, calculation } = spreadsheet;
  const again = async (cells: readonly FormulaCell[]): Promise<Recalculation> => {
    if (cells.length > 0) {
      asyncFunctions.forget(cells);
      await new Promise<void>((resolve) => calculation.request(cells, resolve));
    }
    return { count: cells.length, failures: [] };
  };
  return {
    recalculate(addresses) {
      const formulas = createFormulaSheet(spreadsheet.workbook());
      const cells = addresses
        .map((address) => cellAt(spreadsheet, address))
        .filter((cell) => cell !== undefined)
        .filter((cell) => formulas.calls(cell, functionIds));
      return again(cells);
    },
    recalculateAll: () => again(createFormulaSheet(spreadsheet.workbook()).callers(functionIds)),
    goTo(address) {
      const located = spreadsheet.locate(address);
      if (located !== undefined) {
        const { sheet, area } = located;
        sheet.activate();
        rangeWithRoom(sheet, area)?.activate();
        sheet.scrollToCell(area.startRow, area.startColumn);
      }
      return Promise.resolve();
    },
  };
}

function cellAt(spreadsheet: Spreadsheet, address: string): FormulaCell | undefined {
  const located = spreadsheet.locate(address);
  if (located === undefined) return undefined;
  return {
    unitId: spreadsheet.workbook().getId(),
    sheetId: located.sheet.getSheetId(),
    row: located.area.startRow,
    column: located.area.startColumn,
  };
}
