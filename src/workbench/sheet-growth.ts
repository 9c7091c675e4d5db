import type { FRange, FWorksheet } from '@univerjs/sheets/facade';
import { MAX_COLUMNS, MAX_ROWS, type CellArea } from '../addin/spreadsheet/cell-address';

/**
 * The area as a range. Univer's sheets end where their snapshot says; this grows one to hold the
 * area, which any Excel sheet would. Undefined if even Excel's sheets have no such cells.
 */
export function rangeWithRoom(sheet: FWorksheet, area: CellArea): FRange | undefined {
  const { startRow, startColumn, endRow, endColumn } = area;
  if (endRow >= MAX_ROWS || endColumn >= MAX_COLUMNS) return undefined;
  if (endRow >= sheet.getMaxRows()) sheet.setRowCount(endRow + 1);
  if (endColumn >= sheet.getMaxColumns()) sheet.setColumnCount(endColumn + 1);
  return sheet.getRange(startRow, startColumn, endRow - startRow + 1, endColumn - startColumn + 1);
}

/** What `read` returns for the area's cells, and "" for those beyond the sheet's end. */
export function readWithinEnd(
  sheet: FWorksheet,
  { startRow, startColumn, endRow, endColumn }: CellArea,
  read: (range: FRange) => string[][],
): string[][] {
  const rowCount = Math.min(endRow + 1, sheet.getMaxRows()) - startRow;
  const columnCount = Math.min(endColumn + 1, sheet.getMaxColumns()) - startColumn;
  const texts =
    rowCount > 0 && columnCount > 0
      ? read(sheet.getRange(startRow, startColumn, rowCount, columnCount))
      : [];
  return Array.from({ length: endRow - startRow + 1 }, (_, row) =>
    Array.from({ length: endColumn - startColumn + 1 }, (__, column) => texts[row]?.[column] ?? ''),
  );
}
