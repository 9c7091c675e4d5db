import type { ICellData, Nullable } from '@univerjs/core';
import type { SavedWorkbook } from '../saved-workbook';
import { createTableReferences } from './table-references';
import { mayNameTable, noteNamed, openTables } from './tables';

/** Cells that are being changed, by row and column. */
export type EnteredCells = Readonly<
  Record<number, Nullable<Readonly<Record<number, Nullable<ICellData>>>>>
>;

/**
 * Puts cells in the place of the tables that formulas name as they are entered, as the formulas of
 * a file have them once they are read: `=SUM(Stores[Sales])` becomes `=SUM($C$2:$C$9)`. A formula
 * that names what is not there stays as it is.
 *
 * @param open the workbook's own snapshot, which is told which tables are named
 * @param names the workbook's names as Univer has them
 */
export function enterTablesAsCells(
  entered: EnteredCells,
  sheet: string,
  open: SavedWorkbook,
  names: () => Parameters<typeof openTables>[1],
): void {
  let references: ReturnType<typeof createTableReferences> | undefined;
  for (const [row, cells] of Object.entries(entered)) {
    for (const [column, cell] of Object.entries(cells ?? {})) {
      if (!cell?.f || !mayNameTable(cell.f, open)) continue;
      references ??= createTableReferences(openTables(open, names()));
      const at = { sheet, row: Number(row), column: Number(column) };
      const shown = references.asCells(cell.f.slice(1), at);
      if (shown !== undefined) cell.f = `=${shown}`;
    }
  }
  if (references !== undefined) noteNamed(open, references.named());
}
