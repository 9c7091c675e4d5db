import type { Injector } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/preset-sheets-core';
import type { FWorkbook } from '@univerjs/sheets/facade';
import type { CellWithMessage } from './messages';

/** A cell of the open workbook; row and column are zero-based. */
export interface CellOfSheet {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/**
 * What a cell shows. Univer stores a value that spilled into it apart from the cell, whose own data
 * may be older.
 */
export function shownCell(
  workbook: FWorkbook,
  injector: Injector,
  { sheetId, row, column }: CellOfSheet,
): CellWithMessage {
  const spilled = injector.get(FormulaDataModel).getArrayFormulaCellData()[workbook.getId()];
  const cell = workbook.getSheetBySheetId(sheetId)?.getSheet().getCell(row, column);
  return { v: cell?.v, custom: spilled?.[sheetId]?.[row]?.[column]?.custom ?? cell?.custom };
}
