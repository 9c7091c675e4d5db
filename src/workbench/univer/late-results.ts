import {
  ICommandService,
  IUniverInstanceService,
  UniverInstanceType,
  type Injector,
  type Workbook,
} from '@univerjs/core';
import {
  SetFormulaCalculationResultMutation,
  type ISetFormulaCalculationResultMutation,
} from '@univerjs/engine-formula';

/**
 * A person may type over a formula, or empty its cell, while it is being calculated. Univer would
 * still write the result there, over what they typed; this drops it.
 */
export function dropLateResults(injector: Injector): void {
  const instances = injector.get(IUniverInstanceService);
  injector.get(ICommandService).beforeCommandExecuted((command) => {
    if (command.id !== SetFormulaCalculationResultMutation.id) return;
    const { unitData } = command.params as ISetFormulaCalculationResultMutation;
    for (const [unitId, sheets] of Object.entries(unitData)) {
      const workbook = instances.getUnit<Workbook>(unitId, UniverInstanceType.UNIVER_SHEET);
      for (const [sheetId, rows] of Object.entries(sheets ?? {})) {
        const sheet = workbook?.getSheetBySheetId(sheetId);
        for (const [row, cells] of Object.entries(rows)) {
          for (const column of Object.keys(cells).map(Number)) {
            const present = sheet?.getCellRaw(Number(row), column);
            if (!present?.f && !present?.si) delete cells[column];
          }
        }
      }
    }
  });
}
