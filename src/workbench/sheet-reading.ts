import { CellValueType, type ICellData, type Nullable } from '@univerjs/core';
import { ERROR_TYPE_SET, FormulaDataModel, type ErrorType } from '@univerjs/engine-formula';
import type { FWorksheet } from '@univerjs/sheets/facade';
import { textAsInput } from '../addin/spreadsheet/block-writing';
import { contains, formatArea } from '../addin/spreadsheet/cell-address';
import type { BlockReading, CellInput, ReadLimits, SheetArea } from '../addin/spreadsheet/sheet';
import type { CellContent } from '../engine/places/cell';
import {
  filledRegion,
  toCellArea,
  toSheetArea,
  withinContent,
  type Region,
} from '../addin/spreadsheet/sheet-region';
import type { Spreadsheet } from './spreadsheet';

/** The cells of one sheet at this moment, with the values that spill into them. */
export interface SheetCells {
  /** Returns the last filled row and column within a region; -1 if it is empty. */
  endOf(region: Region): { readonly row: number; readonly column: number };
  /** Returns the filled region around a cell. */
  regionAround(row: number, column: number): Region;
  content(row: number, column: number): CellContent;
  /** Returns a cell's number format, in Excel's notation. */
  format(row: number, column: number): string;
  /** Returns the cells with formulas that show an error. */
  failing(): { readonly row: number; readonly column: number; readonly error: string }[];
  /**
   * Returns a cell's content as a person would type it. A value that spills into the cell counts,
   * because it is in the way.
   */
  input(row: number, column: number): CellInput;
  /** Whether the cell only shows what another cell's formula spills. */
  isSpilled(row: number, column: number): boolean;
}

/** Returns the inputs of everything that a sheet holds, from A1 on. */
export function allInputsOf(spreadsheet: Spreadsheet, sheet: FWorksheet): CellInput[][] {
  const cells = cellsOf(spreadsheet, sheet);
  const end = cells.endOf(EVERYWHERE);
  const area = { row: 0, column: 0, rows: end.row + 1, columns: end.column + 1 };
  return gridOf(area, cells.input);
}

/** Reads a region as a block, without its empty edges. */
export function readRegion(
  spreadsheet: Spreadsheet,
  sheet: FWorksheet,
  region: Region,
  { rows: most = Infinity, hasFormats = false, hasCellFormats = false }: ReadLimits,
): BlockReading {
  const cells = cellsOf(spreadsheet, sheet);
  const filled = withinContent(region, cells.endOf(region));
  if (filled === undefined) return { kind: 'nothing' };
  const area = toSheetArea(sheet.getSheetName(), filled);
  const rows = Math.min(area.rows, most);
  const last = { ...area, row: area.row + rows - 1, rows: 1 };
  return {
    kind: 'block',
    block: {
      ...area,
      address: formatArea(toCellArea(area)),
      values: gridOf({ ...area, rows }, (row, column) => cells.content(row, column)),
      // Univer has no tables of Excel's kind.
      table: undefined,
      ...(hasFormats ? { formats: gridOf(last, cells.format)[0] ?? [] } : {}),
      ...(hasCellFormats ? { cellFormats: gridOf({ ...area, rows }, cells.format) } : {}),
    },
  };
}

/** Returns the cells of a sheet. Call it again after any change. */
export function cellsOf({ injector, workbook }: Spreadsheet, sheet: FWorksheet): SheetCells {
  const unitId = workbook().getId();
  const sheetId = sheet.getSheetId();
  const formulas = injector.get(FormulaDataModel);
  const matrix = sheet.getSheet().getCellMatrix();
  const spills = formulas.getArrayFormulaCellData()[unitId]?.[sheetId];
  const spilledAt = (row: number, column: number) => spills?.[row]?.[column];
  const ownAt = (row: number, column: number): Nullable<ICellData> => matrix.getValue(row, column);
  const isFilled = (row: number, column: number): boolean =>
    holds(ownAt(row, column)) || holds(spilledAt(row, column));
  const endOf: SheetCells['endOf'] = (region) => {
    const end = { row: -1, column: -1 };
    const extend = (row: number, column: number, cell: Nullable<ICellData>): void => {
      if (!holds(cell) || !contains(region, { row, column })) return;
      end.row = Math.max(end.row, row);
      end.column = Math.max(end.column, column);
    };
    // Only the rows of the region: a large sheet is often read a part at a time.
    const rows = matrix.getMatrix();
    const lastRow = Math.min(region.endRow, matrix.getLength() - 1);
    for (let row = region.startRow; row <= lastRow; row += 1) {
      for (const [column, cell] of Object.entries(rows[row] ?? {})) {
        extend(row, Number(column), cell as Nullable<ICellData>);
      }
    }
    for (const [row, line] of Object.entries(spills ?? {})) {
      for (const [column, cell] of Object.entries(line ?? {})) {
        extend(Number(row), Number(column), cell as Nullable<ICellData>);
      }
    }
    return end;
  };
  return {
    endOf,
    regionAround: (row, column) => filledRegion(isFilled, { row, column }, endOf(EVERYWHERE)),
    content: (row, column) =>
      contentOf(ownAt(row, column), true) ?? contentOf(spilledAt(row, column), true),
    format(row, column) {
      const style = sheet.getSheet().getComposedCellStyle(row, column);
      return style.n?.pattern ?? 'General';
    },
    failing: () =>
      Object.entries(matrix.getMatrix()).flatMap(([row, line]) =>
        Object.entries(line as Record<string, Nullable<ICellData>>).flatMap(([column, cell]) =>
          (cell?.f || cell?.si) && ERROR_TYPE_SET.has(cell.v as ErrorType)
            ? [{ row: Number(row), column: Number(column), error: String(cell.v) }]
            : [],
        ),
      ),
    input(row, column) {
      const own = ownAt(row, column);
      const formula = formulas.getFormulaStringByCell(row, column, sheetId, unitId);
      if (formula) return formula;
      const constant = contentOf(holds(own) ? own : spilledAt(row, column), false);
      if (constant === null || typeof constant === 'object') return '';
      return typeof constant === 'string' ? textAsInput(constant) : constant;
    },
    isSpilled: (row, column) => !holds(ownAt(row, column)) && holds(spilledAt(row, column)),
  };
}

/** Calls the function for each cell of an area, row by row. */
export function gridOf<Cell>(
  { row, column, rows, columns }: Omit<SheetArea, 'sheet'>,
  cell: (row: number, column: number) => Cell,
): Cell[][] {
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (__, c) => cell(row + r, column + c)),
  );
}

/** A region with all cells of a sheet. */
export const EVERYWHERE: Region = {
  startRow: 0,
  startColumn: 0,
  endRow: Infinity,
  endColumn: Infinity,
};

function holds(cell: Nullable<ICellData>): boolean {
  if (!cell) return false;
  if (cell.f || cell.si) return true;
  return cell.v !== undefined && cell.v !== null && cell.v !== '';
}

/** @param mayBeError whether a text that names an error can be one: a constant cannot. */
function contentOf(cell: Nullable<ICellData>, mayBeError: boolean): CellContent {
  const value = cell?.v;
  if (!cell || value === undefined || value === null) return null;
  if (cell.t === CellValueType.BOOLEAN) return Boolean(value);
  const isCalculated = Boolean(cell.f || cell.si) || cell.t !== CellValueType.STRING;
  if (mayBeError && isCalculated && ERROR_TYPE_SET.has(value as ErrorType)) {
    return { error: String(value) };
  }
  return value;
}
