import type { Injector, IRange, Worksheet } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import type { IFindReplaceService } from '@univerjs/preset-sheets-find-replace';
import type { FWorkbook } from '@univerjs/sheets/facade';
import { contains } from '../../addin/spreadsheet/cell-address';

/**
 * Univer's search visits every cell that a sheet has room for, fourteen million in the sample
 * workbook, and freezes the page meanwhile. This makes it visit only cells that hold something.
 */
export function searchContentAlone(
  search: Pick<IFindReplaceService, 'getProviders' | 'start'>,
  injector: Injector,
  workbook: () => FWorkbook,
): void {
  const known = new WeakSet<object>();
  const start = search.start.bind(search);
  search.start = (revealReplace) => {
    for (const provider of search.getProviders()) {
      if (known.has(provider)) continue;
      known.add(provider);
      const find = provider.find.bind(provider);
      provider.find = (query) => {
        for (const sheet of workbook().getSheets()) skipUnused(sheet.getSheet(), injector);
        return find(query);
      };
    }
    return start(revealReplace);
  };
}

type Iterated = ReturnType<Worksheet['iterateByRow']> extends Iterable<infer Each> ? Each : never;

function skipUnused(sheet: Worksheet, injector: Injector): void {
  const content = (range: IRange): Iterated[] =>
    usedCells(sheet, injector).flatMap(([row, col]) => {
      const value = contains(range, { row, column: col }) ? sheet.getCell(row, col) : undefined;
      if (!value) return [];
      const merged = sheet.getMergedCell(row, col);
      if (!merged) return [{ row, col, value }];
      const { startRow, startColumn, endRow, endColumn } = merged;
      if (row !== startRow || col !== startColumn) return [];
      const spans = { rowSpan: endRow - startRow + 1, colSpan: endColumn - startColumn + 1 };
      return [{ row, col, value, ...spans }];
    });
  const byRow = sheet.iterateByRow.bind(sheet);
  const byColumn = sheet.iterateByColumn.bind(sheet);
  if (Object.hasOwn(sheet, 'iterateByRow')) return;
  sheet.iterateByRow = (range, skipEmpty = true) =>
    skipEmpty ? content(range) : byRow(range, skipEmpty);
  sheet.iterateByColumn = (range, skipEmpty = true, skipNonTopLeft = true) =>
    skipEmpty && skipNonTopLeft
      ? content(range).sort((a, b) => a.col - b.col || a.row - b.row)
      : byColumn(range, skipEmpty, skipNonTopLeft);
}

/** Row and column of each, row by row. Univer stores spilled values apart from the cells. */
function usedCells(sheet: Worksheet, injector: Injector): readonly (readonly [number, number])[] {
  const spilled = injector.get(FormulaDataModel).getArrayFormulaCellData();
  const columnsOf = new Map<number, Set<number>>();
  for (const rows of [
    sheet.getCellMatrix().getMatrix(),
    spilled[sheet.getUnitId()]?.[sheet.getSheetId()] ?? {},
  ]) {
    for (const [row, cells] of Object.entries(rows)) {
      const columns = columnsOf.get(Number(row)) ?? new Set();
      for (const column of Object.keys(cells ?? {})) columns.add(Number(column));
      columnsOf.set(Number(row), columns);
    }
  }
  return [...columnsOf]
    .sort(([a], [b]) => a - b)
    .flatMap(([row, columns]) =>
      [...columns].sort((a, b) => a - b).map((column) => [row, column] as const),
    );
}
