import { ICommandService } from '@univerjs/core';
import type { Injector, IWorkbookData } from '@univerjs/core';
import { FormulaDataModel, SetArrayFormulaDataMutation } from '@univerjs/preset-sheets-core';
import type { ISetArrayFormulaDataMutationParams } from '@univerjs/preset-sheets-core';
import type { FWorkbook } from '@univerjs/sheets/facade';
import { SPILLS_FIELD } from './saved-spills';
import type { SavedSpills } from './saved-spills';

/**
 * Univer's own snapshot with, under `custom`, the values that spill out of their formula's cell:
 * Univer leaves those out and would show gaps until it recalculates everything.
 */
export type SavedWorkbook = Partial<IWorkbookData>;

export function saveWorkbook(workbook: FWorkbook, injector: Injector): SavedWorkbook {
  const formulas = injector.get(FormulaDataModel);
  const snapshot = workbook.save();
  const spills: SavedSpills = {
    ranges: formulas.getArrayFormulaRange()[workbook.getId()],
    cells: formulas.getArrayFormulaCellData()[workbook.getId()],
  };
  const saved = { ...snapshot, custom: { ...snapshot.custom, [SPILLS_FIELD]: spills } };
  // A plain copy, so that nothing saved changes with the open workbook.
  return JSON.parse(JSON.stringify(saved)) as SavedWorkbook;
}

/**
 * Call once the saved workbook is open. Refills Univer's objects rather than replacing them: Univer
 * passes them to commands that run later, as when a workbook closes, and such a command would put
 * the old objects back in place of new ones.
 */
export function restoreSpills(workbook: FWorkbook, saved: SavedWorkbook, injector: Injector): void {
  const spills = saved.custom?.[SPILLS_FIELD] as Partial<SavedSpills> | undefined;
  const formulas = injector.get(FormulaDataModel);
  const id = workbook.getId();
  const params: ISetArrayFormulaDataMutationParams = {
    arrayFormulaRange: holdingOnly(formulas.getArrayFormulaRange(), id, spills?.ranges ?? {}),
    arrayFormulaCellData: holdingOnly(formulas.getArrayFormulaCellData(), id, spills?.cells ?? {}),
    arrayFormulaEmbedded: {},
  };
  injector
    .get(ICommandService)
    .syncExecuteCommand(SetArrayFormulaDataMutation.id, params, { onlyLocal: true });
}

function holdingOnly<ByUnit extends object>(
  byUnit: ByUnit,
  id: string,
  value: NonNullable<ByUnit[keyof ByUnit]>,
): ByUnit {
  for (const other of Object.keys(byUnit)) Reflect.deleteProperty(byUnit, other);
  return Object.assign(byUnit, { [id]: value });
}
