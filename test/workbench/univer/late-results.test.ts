import { ICommandService } from '@univerjs/core';
import { SetFormulaCalculationResultMutation } from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import { dropLateResults } from '../../../src/workbench/univer/calculated-results';
import { cellsOf, openUniver } from './open-univer';

test('a result is written where its formula still is, not over what was typed meanwhile', async () => {
  const rows = [[{ f: '=1+1' }], [{ v: 'typed' }], [{}], [{ si: 'shared' }]];
  const { injector, sheet } = openUniver({ cellData: cellsOf(rows) }, UniverSheetsPlugin);
  dropLateResults(injector, () => false);
  const results = cellsOf(rows.map(() => [{ v: 2 }]));
  await injector.get(ICommandService).executeCommand(SetFormulaCalculationResultMutation.id, {
    unitData: { w: { s: results } },
    unitOtherData: {},
  });
  expect(rows.map((_, row) => sheet.getCellRaw(row, 0)?.v)).toEqual([2, 'typed', undefined, 2]);
});

test('a formula that is entered takes the format of its result; one of a file, and one calculated again, keep theirs', async () => {
  const rows = [[{ f: '=TODAY()' }], [{ f: '=TODAY()', v: 5 }], [{ si: 'shared', v: 0 }]];
  const { injector, sheet } = openUniver({ cellData: cellsOf(rows) }, UniverSheetsPlugin);
  let isOpening = true;
  dropLateResults(injector, () => isOpening);
  const formats = async () => {
    const results = cellsOf(rows.map(() => [{ v: 7, s: { n: { pattern: 'yyyy-mm-dd' } } }]));
    await injector.get(ICommandService).executeCommand(SetFormulaCalculationResultMutation.id, {
      unitData: { w: { s: results } },
      unitOtherData: {},
    });
    return rows.map((_, row) => sheet.getComposedCellStyle(row, 0).n?.pattern);
  };
  expect(await formats()).toEqual([undefined, undefined, undefined]);
  isOpening = false;
  expect(await formats()).toEqual([undefined, undefined, undefined]);
  delete sheet.getCellRaw(0, 0)?.v;
  expect(await formats()).toEqual(['yyyy-mm-dd', undefined, undefined]);
});
