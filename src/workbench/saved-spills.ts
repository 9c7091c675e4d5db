import type { ICellData, IRange } from '@univerjs/core';
import type { FormulaDataModel } from '@univerjs/preset-sheets-core';
import type { SavedWorkbook } from './saved-workbook';

/** The values that spill on one sheet, and from where to where, by row and column. */
export interface SheetSpills {
  readonly ranges: Record<number, Record<number, IRange>>;
  /** The formula's own cell included. */
  readonly cells: Record<number, Record<number, ICellData>>;
}

/** By the sheets' ids. A workbook from elsewhere may hold anything there. */
export function spillsOf(saved: SavedWorkbook): (sheetId: string) => SheetSpills {
  const spills = saved.custom?.[SPILLS_FIELD] as Partial<SavedSpills> | undefined;
  return (sheetId) => ({
    ranges: (spills?.ranges?.[sheetId] ?? {}) as SheetSpills['ranges'],
    cells: (spills?.cells?.[sheetId] ?? {}) as SheetSpills['cells'],
  });
}

export function withSpills(
  saved: SavedWorkbook,
  spills: readonly (SheetSpills & { readonly sheetId: string })[],
): SavedWorkbook {
  const kept: SavedSpills = {
    ranges: Object.fromEntries(spills.map(({ sheetId, ranges }) => [sheetId, ranges])),
    cells: Object.fromEntries(spills.map(({ sheetId, cells }) => [sheetId, cells])),
  };
  return { ...saved, custom: { ...saved.custom, [SPILLS_FIELD]: kept } };
}

/** What stands under `custom` of a saved workbook. */
export interface SavedSpills {
  readonly ranges: RangesByUnit[string];
  readonly cells: CellsByUnit[string];
}

export const SPILLS_FIELD = 'locusSpills';

type RangesByUnit = ReturnType<FormulaDataModel['getArrayFormulaRange']>;
type CellsByUnit = ReturnType<FormulaDataModel['getArrayFormulaCellData']>;
