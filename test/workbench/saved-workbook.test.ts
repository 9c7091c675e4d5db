import { inWholeOrder } from '../../src/workbench/saved-workbook';

const sheets = { a: { id: 'a' }, b: { id: 'b' }, c: { id: 'c' } };
const orderOf = (sheetOrder: string[] | undefined) =>
  inWholeOrder({ sheets, ...(sheetOrder && { sheetOrder }) }).sheetOrder;

test.each([
  [
    ['c', 'a', 'b'],
    ['c', 'a', 'b'],
  ],
  [
    ['gone', 'b', 'toString'],
    ['b', 'a', 'c'],
  ],
  [
    ['b', 'b'],
    ['b', 'a', 'c'],
  ],
  [[], ['a', 'b', 'c']],
  [undefined, undefined],
])('the order %j of three sheets shows %j', (given, shown) => {
  expect(orderOf(given)).toEqual(shown);
});
