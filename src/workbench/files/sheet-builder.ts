import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IColumnData,
  type IRange,
  type IRowData,
  type IWorksheetData,
} from '@univerjs/core';
import { t } from '../../engine/language/speech';
import type { CellArea } from '../../addin/spreadsheet/cell-address';
import type { SheetSpills } from '../saved-workbook';
import { tooLarge } from './unreadable-file';

/** Limits how much a workbook may contain, over all of its sheets. */
export interface Allowance {
  /** @throws UnreadableFile if there is more than the workbench can handle. */
  take(): void;
}

/** Collects what is read from one sheet. */
export interface SheetBuilder {
  readonly sheet: Partial<IWorksheetData>;
  set(row: number, column: number, cell: ICellData): void;
  setRow(row: number, data: IRowData): void;
  setColumns(first: number, last: number, data: IColumnData): void;
  merge(area: CellArea): void;
  /** Notes that the area has the results of the formula in its first cell. */
  spill(area: CellArea): void;
  finish(): { readonly sheet: Partial<IWorksheetData>; readonly spills: SheetSpills };
}

/** The minimum size of a sheet, as in the sample workbook. */
const LEAST_ROWS = 20_000;
const LEAST_COLUMNS = 702;
/** Excel's own limit is the sheet, but nobody looks at a larger spill. */
const MOST_SPILT = 1_000_000;

/**
 * @param what the name of what is counted, for the message: "filled cells".
 */
export function createAllowance(most: number, what: string): Allowance {
  let taken = 0;
  return {
    take() {
      taken += 1;
      if (taken > most) throw tooLarge(t('it has more than {most} {what}', { most, what }));
    },
  };
}

/**
 * Creates the builder of one sheet.
 *
 * @param allowance counts the sheet's cells, rows, columns and merged areas.
 */
export function createSheetBuilder(id: string, name: string, allowance: Allowance): SheetBuilder {
  const cellData: Record<number, Record<number, ICellData>> = {};
  const rowData: Record<number, IRowData> = {};
  const columns: { first: number; last: number; data: IColumnData }[] = [];
  const merges: IRange[] = [];
  const spills: CellArea[] = [];
  /** Formulas that several cells share, and the cells that have nothing else of them. */
  const shared = new Set<string>();
  const sharing: ICellData[] = [];
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
      if (cell.si && cell.f) shared.add(cell.si);
      else if (cell.si) sharing.push(cell);
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
      for (const cell of sharing) if (!shared.has(cell.si ?? '')) delete cell.si;
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

/** If several elements describe the same column, the last counts; sets each column once. */
function columnDataOf(
  columns: readonly { first: number; last: number; data: IColumnData }[],
  count: number,
): Record<number, IColumnData> {
  const all: Record<number, IColumnData> = {};
  // For each column, one at or before the next that is not set yet.
  const hints = Uint16Array.from({ length: count + 1 }, (_, column) => column);
  const notSetFrom = (column: number): number => {
    let found = column;
    while (hints[found] !== found) found = hints[found] ?? count;
    for (let at = column; at < found;) {
      const next = hints[at] ?? count;
      hints[at] = found;
      at = next;
    }
    return found;
  };
  for (const { first, last, data } of [...columns].reverse()) {
    const end = Math.min(last, count - 1);
    if (first > end) continue;
    for (let column = notSetFrom(first); column <= end; column = notSetFrom(column)) {
      all[column] = data;
      hints[column] = column + 1;
    }
  }
  return all;
}

/** Moves spilled values out of the cells: Univer stores them apart, and the cells are blank. */
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

/** Overlapping merged cells are damage, which Excel repairs by dropping the later ones. */
function apart(merges: readonly IRange[]): IRange[] {
  const sorted = [...merges].sort((a, b) => a.startRow - b.startRow);
  const kept: IRange[] = [];
  /** The lowest ones so far, from left to right; no two share a column. */
  const lowest: IRange[] = [];
  for (const next of sorted) {
    const start = placeOf(next, lowest);
    let end = start;
    let isTaken = false;
    for (; !isTaken && (lowest[end]?.startColumn ?? Infinity) <= next.endColumn; end += 1) {
      isTaken = (lowest[end]?.endRow ?? 0) >= next.startRow;
    }
    if (isTaken) continue;
    lowest.splice(start, end - start, next);
    kept.push(next);
  }
  return kept;
}

/** Index of the first that reaches into the range's columns or lies to their right. */
function placeOf({ startColumn }: IRange, lowest: readonly IRange[]): number {
  let from = 0;
  let to = lowest.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lowest[middle]?.endColumn ?? 0) < startColumn) from = middle + 1;
    else to = middle;
  }
  return from;
}
