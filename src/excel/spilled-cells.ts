import { occupiedCells } from '../addin/spreadsheet/block-writing';
import type { BlockToWrite } from '../addin/spreadsheet/sheet';
import type { Cell } from './formula-areas';
import { hasExcelApi } from './payload-limits';

/** The number of cells in one request. */
const AT_ONCE = 500;

/** Returns those of the cells that only show what another cell's formula spills, by `cellKey`. */
export async function spilledCells(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  cells: readonly Cell[],
): Promise<Set<string>> {
  const spilled = new Set<string>();
  // Before ExcelApi 1.12 no formula spills, or Excel cannot say so.
  if (!hasExcelApi('1.12')) return spilled;
  for (let start = 0; start < cells.length; start += AT_ONCE) {
    const asked = cells.slice(start, start + AT_ONCE).map((cell) => ({
      cell,
      parent: sheet.getRangeByIndexes(cell.row, cell.column, 1, 1).getSpillParentOrNullObject(),
    }));
    for (const { parent } of asked) parent.load('rowIndex,columnIndex');
    await context.sync();
    for (const { cell, parent } of asked) {
      if (parent.isNullObject) continue;
      if (parent.rowIndex === cell.row && parent.columnIndex === cell.column) continue;
      spilled.add(cellKey(cell));
    }
  }
  return spilled;
}

/** Returns the cells that a block would fill although another cell's formula spills into them. */
export async function spilledInto(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  block: BlockToWrite,
): Promise<ReturnType<typeof occupiedCells>> {
  const { row, column, cells } = block;
  const none = { addresses: [], count: 0 };
  if (!hasExcelApi('1.12')) return none;
  const range = sheet.getRangeByIndexes(row, column, cells.length, cells[0]?.length ?? 0);
  range.load('hasSpill');
  await context.sync();
  // `hasSpill` is null if only some of the cells spill.
  const hasSpill: boolean | null = range.hasSpill;
  if (hasSpill === false) return none;
  const filled = cells.flatMap((line, r) =>
    line.flatMap((input, c) =>
      input === null || input === '' ? [] : [{ row: row + r, column: column + c }],
    ),
  );
  const spilled = await spilledCells(context, sheet, filled);
  const now = cells.map((line, r) =>
    line.map((_, c) => (spilled.has(cellKey({ row: row + r, column: column + c })) ? true : '')),
  );
  return occupiedCells(sheet.name, block, now);
}

/** Returns a text that identifies a cell within its sheet. */
export function cellKey({ row, column }: Cell): string {
  return `${row},${column}`;
}
