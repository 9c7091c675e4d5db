import { IUniverInstanceService, UniverInstanceType, ICommandService } from '@univerjs/core';
import type { ICellData, Injector, Nullable, Workbook } from '@univerjs/core';
import {
  FormulaDataModel,
  IFormulaCurrentConfigService,
  IFormulaDependencyGenerator,
  SetFormulaCalculationResultMutation,
} from '@univerjs/engine-formula';
import type { ISetFormulaCalculationResultMutation } from '@univerjs/engine-formula';
import type { FormulaCell } from '../async-function';
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

/**
 * While a workbook opens, formulas without a result are calculated, or all if the file asks for it;
 * Univer then calculates what depends on them, too. With this, a formula that would ask a service
 * keeps its result, so that opening costs nothing. Call `begin` before a workbook opens, and `end`
 * once it is calculated.
 */
export function keepAskedResults(
  injector: Injector,
  findKept: () => (cell: FormulaCell) => boolean,
): { begin(): void; end(): void; isOpening(): boolean } {
  let isOpening = false;
  const config = injector.get(IFormulaCurrentConfigService);
  const generator = injector.get(IFormulaDependencyGenerator);
  const generate = generator.generate.bind(generator);
  generator.generate = async (...params) => {
    const trees = await generate(...params);
    if (!isOpening) return trees;
    const isKept = findKept();
    return trees.filter((tree) => {
      const { unitId, subUnitId: sheetId, row, column } = tree;
      if (!isKept({ unitId, sheetId, row, column })) return true;
      return config
        .getDirtyRanges()
        .some(
          (asked) =>
            asked.unitId === unitId && asked.sheetId === sheetId && tree.inRangeData(asked.range),
        );
    });
  };
  return {
    begin: () => void (isOpening = true),
    end: () => void (isOpening = false),
    isOpening: () => isOpening,
  };
}

/**
 * A person may type over a formula, or empty its cell, while it is being calculated. Univer would
 * still write the result there, over what they typed; this drops it.
 *
 * Also keeps a cell's number format, as Excel does: a formula takes that of its result (a date for
 * `=TODAY()`) when somebody enters it, not when it is calculated again or comes from a file.
 */
export function dropLateResults(injector: Injector, isOpening: () => boolean): void {
  const instances = injector.get(IUniverInstanceService);
  injector.get(ICommandService).beforeCommandExecuted((command) => {
    if (command.id !== SetFormulaCalculationResultMutation.id) return;
    const { unitData } = command.params as ISetFormulaCalculationResultMutation;
    for (const [unitId, sheets] of Object.entries(unitData)) {
      const workbook = instances.getUnit<Workbook>(unitId, UniverInstanceType.UNIVER_SHEET);
      for (const [sheetId, rows] of Object.entries(sheets ?? {})) {
        const sheet = workbook?.getSheetBySheetId(sheetId);
        for (const [row, cells] of Object.entries(rows)) {
          for (const [column, result] of Object.entries<Nullable<ICellData>>(cells)) {
            const present = sheet?.getCellRaw(Number(row), Number(column));
            if (!present?.f && !present?.si) delete cells[Number(column)];
            else if (result && (isOpening() || (present.v ?? null) !== null)) delete result.s;
          }
        }
      }
    }
  });
}
