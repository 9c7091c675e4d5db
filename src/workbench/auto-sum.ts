import { formatArea } from '../addin/spreadsheet/cell-address';
import type { Region } from '../addin/spreadsheet/sheet-region';

/** The cells of a sheet, as far as AutoSum needs them. */
export interface CellsToSum {
  isNumber(row: number, column: number): boolean;
  isFilled(row: number, column: number): boolean;
  isFilteredOut(row: number): boolean;
}

/** Formulas from a cell on, row by row; null leaves a cell unchanged. */
export interface Sums {
  readonly row: number;
  readonly column: number;
  readonly cells: readonly (readonly (string | null)[])[];
}

/**
 * Returns the sums that Excel's Alt+= writes: of the numbers above or beside an empty cell, or of
 * selected numbers, after them. In a column with rows that a filter hides, only visible rows are
 * summed, with `SUBTOTAL`. Overwrites nothing. Undefined if there is nothing to sum.
 */
export function autoSum(selected: Region, sheet: CellsToSum): Sums | undefined {
  const { startRow, endRow, startColumn, endColumn } = selected;
  const isOneRow = startRow === endRow;
  const isOneColumn = startColumn === endColumn;
  if (!isEmpty(selected, sheet)) {
    return isOneRow && isOneColumn ? undefined : sumsAfter(selected, sheet);
  }
  if (!isOneRow && !isOneColumn) return undefined;
  return formulasIn(selected, sheet, (row, column) => {
    let [firstRow, firstColumn] = [row, column];
    while (firstRow > 0 && sheet.isNumber(firstRow - 1, column)) firstRow -= 1;
    if (firstRow < row) return sumOf(sheet, firstRow, column, row - 1, column);
    while (firstColumn > 0 && sheet.isNumber(row, firstColumn - 1)) firstColumn -= 1;
    return firstColumn < column ? sumOf(sheet, row, firstColumn, row, column - 1) : null;
  });
}

/**
 * The sums go into the last row and column of the selection if these are empty, else after its end.
 */
function sumsAfter(selected: Region, sheet: CellsToSum): Sums | undefined {
  const { startRow, endRow, startColumn, endColumn } = selected;
  const hasRow = endRow > startRow && isEmpty({ ...selected, startRow: endRow }, sheet);
  const hasColumn =
    endColumn > startColumn && isEmpty({ ...selected, startColumn: endColumn }, sheet);
  // One row is summed beside it, everything else below.
  const isBeside = hasColumn || startRow === endRow;
  const isBelow = hasRow || !isBeside;
  const [lastRow, lastColumn] = [endRow - Number(hasRow), endColumn - Number(hasColumn)];
  const [below, beside] = [lastRow + 1, lastColumn + 1];

  /** Starts at the first number, so that a header is not summed. */
  function sumOfColumn(column: number): string | null {
    for (let row = startRow; row <= lastRow; row += 1) {
      if (sheet.isNumber(row, column)) return sumOf(sheet, row, column, lastRow, column);
    }
    return null;
  }
  function sumOfRow(row: number): string | null {
    for (let column = startColumn; column <= lastColumn; column += 1) {
      if (sheet.isNumber(row, column)) return sumOf(sheet, row, column, row, lastColumn);
    }
    return null;
  }

  const area = {
    startRow: isBeside ? startRow : below,
    endRow: isBelow ? below : lastRow,
    startColumn: isBelow ? startColumn : beside,
    endColumn: isBeside ? beside : lastColumn,
  };
  return formulasIn(area, sheet, (row, column) => {
    if (column === beside)
      return row === below ? sumOf(sheet, startRow, column, lastRow, column) : sumOfRow(row);
    return row === below ? sumOfColumn(column) : null;
  });
}

function formulasIn(
  { startRow, endRow, startColumn, endColumn }: Region,
  sheet: CellsToSum,
  formula: (row: number, column: number) => string | null,
): Sums | undefined {
  const cells = Array.from({ length: endRow - startRow + 1 }, (_, r) =>
    Array.from({ length: endColumn - startColumn + 1 }, (__, c) => {
      const [row, column] = [startRow + r, startColumn + c];
      return sheet.isFilled(row, column) ? null : formula(row, column);
    }),
  );
  const isAny = cells.some((line) => line.some((cell) => cell !== null));
  return isAny ? { row: startRow, column: startColumn, cells } : undefined;
}

function isEmpty(
  { startRow, endRow, startColumn, endColumn }: Region,
  { isFilled }: Pick<CellsToSum, 'isFilled'>,
): boolean {
  for (let row = startRow; row <= endRow; row += 1) {
    for (let column = startColumn; column <= endColumn; column += 1) {
      if (isFilled(row, column)) return false;
    }
  }
  return true;
}

function sumOf(
  { isFilteredOut }: Pick<CellsToSum, 'isFilteredOut'>,
  startRow: number,
  startColumn: number,
  endRow: number,
  endColumn: number,
): string {
  const area = formatArea({ sheet: undefined, startRow, startColumn, endRow, endColumn });
  // A sum across a row ignores what a filter hides.
  for (let row = startRow; startRow < endRow && row <= endRow; row += 1) {
    if (isFilteredOut(row)) return `=SUBTOTAL(9,${area})`;
  }
  return `=SUM(${area})`;
}
