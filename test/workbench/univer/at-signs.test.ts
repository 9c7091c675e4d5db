import { takeOneByAt } from '../../../src/workbench/univer/formula-parsing';
import { calculateAll, cellsOf, openUniver } from './open-univer';

/** What the second row's formula shows, beside a column of 1, 2 and 3. */
async function shown(formula: string): Promise<unknown> {
  const rows = [[{ v: 1 }], [{ v: 2 }, {}, { f: formula }], [{ v: 3 }]];
  const { injector } = openUniver({ cellData: cellsOf(rows) });
  takeOneByAt(injector);
  return (await calculateAll(injector))['w']?.['s']?.[1]?.[2]?.v;
}

test.each([
  ['=SUM(SEQUENCE(1,2,7))', 15],
  ['=SUM(@SEQUENCE(1,2,7))', 7],
  ['=@SEQUENCE(1,2,7)', 7],
  ['=1+@SEQUENCE(1,2,7)', 8],
  ['=@A3', 3],
  ['=SUM(@A1:A3)', 2],
  ['=@A1:B3', '#VALUE!'],
  ['=@(1/0)', '#DIV/0!'],
  ['="@"', '@'],
])('%s shows %s', async (formula, value) => {
  expect(await shown(formula)).toBe(value);
});
