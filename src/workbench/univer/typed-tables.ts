import { ICommandService } from '@univerjs/core';
import type { Injector } from '@univerjs/core';
import { IDefinedNamesService, SetRangeValuesMutation } from '@univerjs/preset-sheets-core';
import type { ISetRangeValuesMutationParams } from '@univerjs/preset-sheets-core';
import type { FWorkbook } from '@univerjs/sheets/facade';
import { enterTablesAsCells } from '../files/entered-formulas';

/**
 * Univer knows no tables, and a formula that names one would be an error. This puts the table's
 * cells into it as it is entered; Univer calculates them, and moves them as rows come and go.
 */
export function readTypedTables(injector: Injector, workbook: () => FWorkbook): void {
  const names = injector.get(IDefinedNamesService);
  injector.get(ICommandService).beforeCommandExecuted((command) => {
    if (command.id !== SetRangeValuesMutation.id) return;
    const { unitId, subUnitId, cellValue } = command.params as ISetRangeValuesMutationParams;
    const open = workbook().getWorkbook();
    const sheet = open.getSheetBySheetId(subUnitId)?.getName();
    if (open.getUnitId() !== unitId || sheet === undefined || !cellValue) return;
    const namesNow = () => names.getDefinedNameMap(unitId) ?? {};
    enterTablesAsCells(cellValue, sheet, open.getSnapshot(), namesNow);
  });
}
