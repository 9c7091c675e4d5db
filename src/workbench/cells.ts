import { ScrollToRangeOperation } from '@univerjs/preset-sheets-core';
import { parseArea } from '../addin/spreadsheet/cell-address';
import type { Cells, Recalculation } from '../addin/spreadsheet/host';
import type { FormulaCell } from './async-function';
import { createFormulaSheet } from './formula-sheet';
import { rangeWithRoom } from './sheet-writing';
import type { Spreadsheet } from './spreadsheet';

/** Calculates every formula, and asks again for what Locus's functions return. */
export function recalculateEverything(
  { workbook, asyncFunctions, calculation }: Spreadsheet,
  functionIds: readonly string[],
): void {
  const formulas = createFormulaSheet(workbook());
  asyncFunctions.forget(formulas.callers(functionIds));
  calculation.renew();
  calculation.request(formulas.all());
}

/** Gives the pane the workbook's formulas. Promises settle once the cells' functions have run. */
export function createCells(spreadsheet: Spreadsheet, functionIds: readonly string[]): Cells {
  const { api, asyncFunctions, calculation } = spreadsheet;
  /** Sheet ids by former name: a cell's address dates from its calculation. */
  const formerIds = new Map<string, string>();
  api.addEvent(api.Event.BeforeSheetNameChange, ({ worksheet, oldName }) => {
    formerIds.set(oldName.toLowerCase(), worksheet.getSheetId());
  });
  spreadsheet.subscribeOpened(() => formerIds.clear());

  function sheetIdOf(name: string): string | undefined {
    const formerId = formerIds.get(name.toLowerCase());
    const sheet =
      spreadsheet.sheetNamed(name) ??
      (formerId === undefined ? null : spreadsheet.workbook().getSheetBySheetId(formerId));
    return sheet?.getSheetId();
  }

  function cellAt(address: string): FormulaCell | undefined {
    const area = parseArea(address);
    const sheetId = area?.sheet === undefined ? undefined : sheetIdOf(area.sheet);
    if (area === undefined || sheetId === undefined) return undefined;
    const unitId = spreadsheet.workbook().getId();
    return { unitId, sheetId, row: area.startRow, column: area.startColumn };
  }

  async function again(cells: readonly FormulaCell[]): Promise<Recalculation> {
    if (cells.length > 0) {
      asyncFunctions.forget(cells);
      await new Promise<void>((resolve) => calculation.request(cells, resolve));
    }
    return { count: cells.length, failures: [] };
  }

  return {
    recalculate(addresses) {
      const formulas = createFormulaSheet(spreadsheet.workbook());
      const wanted = new Map<string, FormulaCell>();
      for (const address of addresses) {
        const cell = cellAt(address);
        if (cell === undefined || !formulas.calls(cell, functionIds)) continue;
        wanted.set(`${cell.row},${cell.column},${cell.sheetId}`, cell);
      }
      return again([...wanted.values()]);
    },
    recalculateAll: () => again(createFormulaSheet(spreadsheet.workbook()).callers(functionIds)),
    goTo(address) {
      const located = spreadsheet.locate(address);
      const range = located && rangeWithRoom(located.sheet, located.area);
      if (located === undefined || range === undefined) {
        return Promise.reject(new RangeError('goTo: no such cells'));
      }
      located.sheet.activate();
      range.activate();
      const { startRow: row, startColumn: column } = located.area;
      // Scrolls only as far as needed, so that the person keeps their place.
      const seen = { startRow: row, endRow: row, startColumn: column, endColumn: column };
      void api.executeCommand(ScrollToRangeOperation.id, { range: seen });
      return Promise.resolve();
    },
    reveal(address) {
      const located = spreadsheet.locate(address);
      const active = spreadsheet.workbook().getActiveSheet();
      if (located?.sheet.getSheetId() !== active.getSheetId()) return;
      const { startRow, endRow, startColumn, endColumn } = located.area;
      // Scrolls sideways only, so that the person stays in the same rows.
      const row = active.getActiveRange()?.getRow() ?? startRow;
      const seen = Math.min(Math.max(row, startRow), endRow);
      const range = { startRow: seen, endRow: seen, startColumn, endColumn };
      void api.executeCommand(ScrollToRangeOperation.id, { range });
    },
  };
}
