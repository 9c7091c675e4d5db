import type { ICellData, IRange, IWorkbookData } from '@univerjs/core';
import type { FormulaDataModel } from '@univerjs/preset-sheets-core';

/** The spilled values and the spill ranges of one sheet, by row and column. */
export interface SheetSpills {
  readonly ranges: Record<number, Record<number, IRange>>;
  /** The formula's own cell included. */
  readonly cells: Record<number, Record<number, ICellData>>;
}

/** The spills by sheet id. A workbook from elsewhere may hold anything there. */
export function spillsOf(saved: Partial<IWorkbookData>): (sheetId: string) => SheetSpills {
  const spills = saved.custom?.[SPILLS_FIELD] as Partial<SavedSpills> | undefined;
  return (sheetId) => ({
    ranges: (spills?.ranges?.[sheetId] ?? {}) as SheetSpills['ranges'],
    cells: (spills?.cells?.[sheetId] ?? {}) as SheetSpills['cells'],
  });
}

export function withSpills(
  saved: Partial<IWorkbookData>,
  spills: readonly (SheetSpills & { readonly sheetId: string })[],
): Partial<IWorkbookData> {
  const kept: SavedSpills = {
    ranges: Object.fromEntries(spills.map(({ sheetId, ranges }) => [sheetId, ranges])),
    cells: Object.fromEntries(spills.map(({ sheetId, cells }) => [sheetId, cells])),
  };
  return { ...saved, custom: { ...saved.custom, [SPILLS_FIELD]: kept } };
}

/** What a saved workbook has under `custom`. */
export interface SavedSpills {
  readonly ranges: RangesByUnit[string];
  readonly cells: CellsByUnit[string];
}

export const SPILLS_FIELD = 'locusSpills';

type RangesByUnit = ReturnType<FormulaDataModel['getArrayFormulaRange']>;
type CellsByUnit = ReturnType<FormulaDataModel['getArrayFormulaCellData']>;
