import {
  IUniverInstanceService,
  UniverInstanceType,
  type Injector,
  type Workbook,
} from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { verticalRuns } from '../vertical-runs';

/**
 * Univer treats a formula's saved result of 0, or an empty text, as missing, and would recalculate
 * it when the workbook opens. With this, only formulas without any result are calculated.
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
