import { IUniverInstanceService, UniverInstanceType } from '@univerjs/core';
import type { Injector, Workbook } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/preset-sheets-core';
import { verticalRuns } from './vertical-runs';

/**
 * Univer takes a formula's kept result of 0, and of an empty text, for none, and would calculate it
 * when the workbook opens. Here only a formula without any result counts as one.
 */
export function keepEveryResult(injector: Injector): void {
  const formulas = injector.get(FormulaDataModel);
  const instances = injector.get(IUniverInstanceService);
  const withoutResult = formulas.getFormulaDirtyRanges.bind(formulas);
  formulas.getFormulaDirtyRanges = () =>
    withoutResult().flatMap(({ unitId, sheetId, range }) => {
      const workbook = instances.getUnit<Workbook>(unitId, UniverInstanceType.UNIVER_SHEET);
      const sheet = workbook?.getSheetBySheetId(sheetId);
      const { startRow, endRow, startColumn: column } = range;
      const rows = Array.from({ length: endRow - startRow + 1 }, (_, index) => startRow + index);
      const waiting = rows.filter((row) => (sheet?.getCellRaw(row, column)?.v ?? null) === null);
      return verticalRuns(waiting.map((row) => ({ unitId, sheetId, row, column })));
    });
}
