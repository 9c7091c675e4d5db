import { ICommandService } from '@univerjs/core';
import { SetFormulaCalculationResultMutation } from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import { dropLateResults } from '../../../src/workbench/univer/calculated-results';
import { cellsOf, openUniver } from './open-univer';

test('a result is written where its formula still is, not over what was typed meanwhile', async () => {
  const rows = [[{ f: '=1+1' }], [{ v: 'typed' }], [{}], [{ si: 'shared' }]];
  const { injector, sheet } = openUniver({ cellData: cellsOf(rows) }, UniverSheetsPlugin);
  dropLateResults(injector);
  const results = cellsOf(rows.map(() => [{ v: 2 }]));
  await injector.get(ICommandService).executeCommand(SetFormulaCalculationResultMutation.id, {
    unitData: { w: { s: results } },
    unitOtherData: {},
  });
  expect(rows.map((_, row) => sheet.getCellRaw(row, 0)?.v)).toEqual([2, 'typed', undefined, 2]);
});
