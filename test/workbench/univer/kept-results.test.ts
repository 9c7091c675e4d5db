import { keepAskedResults } from '../../../src/workbench/univer/calculated-results';
import { calculateAll, cellsOf, openUniver } from './open-univer';

/** A row whose third formula would ask a service; each has a result that a program made up. */
function openRow() {
  const row = [
    { v: 6, t: 2 },
    { f: '=A1*2', v: 0, t: 2 },
    { f: '=B1*100', v: 7, t: 2 },
    { f: '=B1+C1', v: 0, t: 2 },
  ];
  const { injector } = openUniver({ cellData: cellsOf([row]) });
  const kept = keepAskedResults(injector, () => (cell) => cell.column === 2);
  return {
    ...kept,
    async calculate(...columns: readonly number[]): Promise<unknown[]> {
      const changed = columns.map((column) => ({
        unitId: 'w',
        sheetId: 's',
        range: { startRow: 0, endRow: 0, startColumn: column, endColumn: column },
      }));
      const cells = (await calculateAll(injector, changed))['w']?.['s']?.[0];
      return [1, 2, 3].map((column) => cells?.[column]?.v);
    },
  };
}

test('a formula that would ask a service keeps its result while a workbook opens, unless it is asked for itself', async () => {
  const { calculate, begin, end } = openRow();
  begin();
  expect(await calculate(1, 3)).toEqual([12, undefined, 19]);
  expect(await calculate(1, 2, 3)).toEqual([12, 1200, 1212]);
  expect(await calculate(1, 3)).toEqual([12, undefined, 19]);
  end();
  expect(await calculate(1, 3)).toEqual([12, 1200, 1212]);
});
