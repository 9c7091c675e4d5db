import { largest } from '../engine/async/extremes';
import { CellValueType } from '@univerjs/core';
import type { FRange } from '@univerjs/sheets/facade';
import type { Cells } from '../addin/spreadsheet/host';
import { formatArea, type CellArea } from '../addin/spreadsheet/cell-address';
import { toCellData, readWithinEnd, rangeWithRoom } from './sheet-writing';
import { messageOf, shownCell } from './cell-error';
import { saveWorkbook, type SavedWorkbook } from './saved-workbook';
import type { LocatedCells, Spreadsheet } from './spreadsheet';

/** The input of a cell. Text that begins with `=` is a formula, and null empties the cell. */
export type CellInput = string | number | boolean | null;

/**
 * `window.workbook`, which drives the workbench from a console, a test or a script. `a1` is `B2`,
 * `B2:D9` or `Sheet!B2`; without a sheet it means the active one. Throws a `RangeError` for a text
 * that names no cells. Documented in docs/developers/workbench.md.
 */
export interface WorkbookObject {
  /**
   * Fills cells from the first cell of `a1` on. A range of several cells must have the rows' size.
   */
  set(a1: string, rows: readonly (readonly CellInput[])[]): void;
  /** Returns what a person sees in each cell: errors as their text, and "" for a blank cell. */
  get(a1: string): string[][];
  /** Returns the formula of each cell, and "" for a cell without one. */
  formulas(a1: string): string[][];
  /** Returns the message of the first cell if it shows an error, else null. */
  message(a1: string): string | null;
  select(a1: string): void;
  /** Settles when nothing is calculating and no function is waiting for an answer. */
  idle(): Promise<void>;
  /**
   * Calls every Locus function again. Settles when all have been called, not when they have
   * answered.
   */
  recalculate(): Promise<void>;
  /** Returns the workbook as plain data, which JSON can express, with the values that it shows. */
  save(): SavedWorkbook;
  /** Opens what `save` returned, without asking for its values again. */
  load(saved: SavedWorkbook): void;
}

/** Creates the object for a spreadsheet. */
export function createWorkbookObject(spreadsheet: Spreadsheet, cells: Cells): WorkbookObject {
  const { asyncFunctions, calculation, injector } = spreadsheet;
  const locate = (a1: string): LocatedCells => {
    const located = spreadsheet.locate(a1);
    if (located === undefined) throw noSuchCells(a1);
    return located;
  };
  const isIdle = () =>
    calculation.isQuiet() &&
    asyncFunctions.busyCount() === 0 &&
    asyncFunctions.ready().length === 0;
  let awaitingIdle: (() => void)[] = [];
  calculation.subscribe({
    onQuiet() {
      if (!isIdle()) return;
      const waiting = awaitingIdle;
      awaitingIdle = [];
      for (const notify of waiting) notify();
    },
  });
  return {
    set(a1, rows) {
      const columnCount = Math.max(0, largest(rows.map((row) => row.length)));
      if (columnCount === 0) return;
      const { sheet, area } = locate(a1);
      const range = rangeWithRoom(sheet, fitted(area, rows.length, columnCount));
      if (range === undefined) throw noSuchCells(a1);
      range.setValues(
        rows.map((row) =>
          Array.from({ length: columnCount }, (_, i) => toCellData(row[i] ?? null)),
        ),
      );
    },
    get(a1) {
      const { sheet, area } = locate(a1);
      return readWithinEnd(sheet, area, displayed);
    },
    formulas(a1) {
      const { sheet, area } = locate(a1);
      return readWithinEnd(sheet, area, (range) => range.getFormulas());
    },
    message(a1) {
      const { sheet, area } = locate(a1);
      const cell = { sheetId: sheet.getSheetId(), row: area.startRow, column: area.startColumn };
      return messageOf(shownCell(spreadsheet.workbook(), injector, cell));
    },
    select(a1) {
      const { sheet, area } = locate(a1);
      sheet.activate();
      rangeWithRoom(sheet, area)?.activate();
    },
    idle: () =>
      isIdle() ? Promise.resolve() : new Promise((resolve) => void awaitingIdle.push(resolve)),
    recalculate: async () => void (await cells.recalculateAll()),
    save: () => saveWorkbook(spreadsheet.workbook(), injector),
    load(saved) {
      if (typeof saved?.sheets !== 'object') {
        throw new TypeError('workbook.load: give what workbook.save() gave');
      }
      spreadsheet.open(saved);
    },
  };
}

function noSuchCells(a1: string): RangeError {
  return new RangeError(`workbook: no cells are called "${a1}"`);
}

/** The cells that the rows fill, from the area's first cell on. */
function fitted(area: CellArea, rowCount: number, columnCount: number): CellArea {
  const height = area.endRow - area.startRow + 1;
  const width = area.endColumn - area.startColumn + 1;
  if (height * width > 1 && (height !== rowCount || width !== columnCount)) {
    throw new RangeError(
      `workbook.set: ${rowCount} x ${columnCount} values do not fit ${formatArea(area)}`,
    );
  }
  return {
    ...area,
    endRow: area.startRow + rowCount - 1,
    endColumn: area.startColumn + columnCount - 1,
  };
}

/** Univer's own display texts, but TRUE and FALSE where Univer shows the stored 1 and 0. */
function displayed(range: FRange): string[][] {
  const cells = range.getCellDatas();
  return range.getDisplayValues().map((row, r) =>
    row.map((text, c) => {
      const cell = cells[r]?.[c];
      return cell && cell.t === CellValueType.BOOLEAN ? (cell.v ? 'TRUE' : 'FALSE') : text;
    }),
  );
}
