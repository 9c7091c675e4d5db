import { BooleanNumber, CellValueType } from '@univerjs/core';
import type { ICellData, IColumnData, IRange, IRowData, IWorksheetData } from '@univerjs/core';
import type { CellArea } from '../../taskpane/cell-address';
import type { SheetSpills } from '../saved-spills';
import { tooLarge } from './unreadable-file';

/** What a workbook may hold; one that is read is counted as a whole. */
export interface CellAllowance {
  /** Throws `UnreadableFile` when there is more than the workbench can show. */
  take(count?: number): void;
}

/** Gathers what is read of one sheet. */
export interface SheetBuilder {
  readonly sheet: Partial<IWorksheetData>;
  set(row: number, column: number, cell: ICellData): void;
  setRow(row: number, data: IRowData): void;
  setColumns(first: number, last: number, data: IColumnData): void;
  merge(area: CellArea): void;
  /** The cells of the area hold what the formula in its first one gives. */
  spill(area: CellArea): void;
  finish(): { readonly sheet: Partial<IWorksheetData>; readonly spills: SheetSpills };
}

/** A sheet has at least as many cells as the sample workbook's have. */
const LEAST_ROWS = 20_000;
const LEAST_COLUMNS = 702;
/** Excel's own limit is the sheet; nobody sees a larger spill. */
const MOST_SPILT = 1_000_000;

export function createCellAllowance(most: number): CellAllowance {
  let taken = 0;
  return {
    take(count = 1) {
      taken += count;
      if (taken > most)
        throw tooLarge(`it has more than ${most.toLocaleString('en')} filled cells`);
    },
  };
}

export function createSheetBuilder(
  id: string,
  name: string,
  allowance: CellAllowance,
): SheetBuilder {
  const cellData: Record<number, Record<number, ICellData>> = {};
  const rowData: Record<number, IRowData> = {};
  const columns: { first: number; last: number; data: IColumnData }[] = [];
  const merges: IRange[] = [];
  const spills: CellArea[] = [];
  const sheet: Partial<IWorksheetData> = { id, name };
  let lastRow = 0;
  let lastColumn = 0;
  let spilt = 0;

  const reach = (row: number, column: number): void => {
    lastRow = Math.max(lastRow, row);
    lastColumn = Math.max(lastColumn, column);
  };

  return {
    sheet,
    set(row, column, cell) {
      allowance.take();
      reach(row, column);
      (cellData[row] ??= {})[column] = cell;
    },
    setRow(row, data) {
      allowance.take();
      reach(row, 0);
      rowData[row] = data;
    },
    setColumns(first, last, data) {
      allowance.take();
      columns.push({ first, last, data });
    },
    merge(area) {
      allowance.take();
      reach(area.endRow, area.endColumn);
      const { startRow, startColumn, endRow, endColumn } = area;
      merges.push({ startRow, startColumn, endRow, endColumn });
    },
    spill(area) {
      const cells = (area.endRow - area.startRow + 1) * (area.endColumn - area.startColumn + 1);
      if (cells === 1 || spilt + cells > MOST_SPILT) return;
      spilt += cells;
      reach(area.endRow, area.endColumn);
      spills.push(area);
    },
    finish() {
      const rowCount = Math.max(LEAST_ROWS, lastRow + 1);
      const columnCount = Math.max(LEAST_COLUMNS, lastColumn + 1);
      const built: Partial<IWorksheetData> = {
        ...sheet,
        rowCount,
        columnCount,
        cellData,
        rowData,
        columnData: columnDataOf(columns, columnCount),
        mergeData: apart(merges),
        hidden: sheet.hidden ?? BooleanNumber.FALSE,
      };
      return { sheet: built, spills: takeSpills(cellData, spills) };
    },
  };
}

function columnDataOf(
  columns: readonly { first: number; last: number; data: IColumnData }[],
  count: number,
): Record<number, IColumnData> {
  const all: Record<number, IColumnData> = {};
  for (const { first, last, data } of columns) {
    for (let column = first; column <= Math.min(last, count - 1); column += 1) all[column] = data;
  }
  return all;
}

/** Univer keeps what has spilled apart from the cells, which are blank. */
function takeSpills(
  cellData: Record<number, Record<number, ICellData>>,
  areas: readonly CellArea[],
): SheetSpills {
  const ranges: SheetSpills['ranges'] = {};
  const cells: SheetSpills['cells'] = {};
  for (const { startRow, startColumn, endRow, endColumn } of areas) {
    (ranges[startRow] ??= {})[startColumn] = { startRow, startColumn, endRow, endColumn };
    for (let row = startRow; row <= endRow; row += 1) {
      for (let column = startColumn; column <= endColumn; column += 1) {
        const cell = cellData[row]?.[column];
        if (cell === undefined) continue;
        const { v, t, ...rest } = cell;
        if (v === undefined || (cell.f && !(row === startRow && column === startColumn))) continue;
        (cells[row] ??= {})[column] = { v, t: t ?? CellValueType.STRING };
        if (!cell.f) (cellData[row] ??= {})[column] = rest;
      }
    }
  }
  return { ranges, cells };
}

/** Merged cells that overlap are a damage, which Excel repairs by dropping the later ones. */
function apart(merges: readonly IRange[]): IRange[] {
  const sorted = [...merges].sort((a, b) => a.startRow - b.startRow);
  const kept: IRange[] = [];
  let open: IRange[] = [];
  for (const next of sorted) {
    open = open.filter((range) => range.endRow >= next.startRow);
    const isTaken = open.some(
      (range) => range.startColumn <= next.endColumn && next.startColumn <= range.endColumn,
    );
    // Side by side across a whole sheet they could be compared for ever.
    if (isTaken || open.length > MOST_BESIDE) continue;
    open.push(next);
    kept.push(next);
  }
  return kept;
}

const MOST_BESIDE = 2_000;
