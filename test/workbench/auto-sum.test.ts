import { parseArea } from '../../src/addin/spreadsheet/cell-address';
import { columnLetters } from '../../src/engine/places/column-letters';
import { autoSum } from '../../src/workbench/auto-sum';

type Cell = string | number | null;

/** The formulas that Alt+= writes, by their cells. */
function sums(
  rows: readonly (readonly Cell[])[],
  selected: string,
  filteredOut: readonly number[] = [],
): Record<string, string> {
  const area = parseArea(selected);
  if (area === undefined) throw new Error(selected);
  const at = (row: number, column: number): Cell => rows[row]?.[column] ?? null;
  const found = autoSum(area, {
    isNumber: (row, column) => typeof at(row, column) === 'number',
    isFilled: (row, column) => at(row, column) !== null,
    isFilteredOut: (row) => filteredOut.includes(row),
  });
  const cells = found?.cells.flatMap((line, r) =>
    line.flatMap((formula, c) => {
      const name = `${columnLetters(found.column + c)}${String(found.row + r + 1)}`;
      return formula === null ? [] : [[name, formula] as const];
    }),
  );
  return Object.fromEntries(cells ?? []);
}

const TABLE = [
  ['Shop', 'Rent', 'Staff'],
  ['Pune', 7, 2],
  ['Thane', 8, 3],
];

describe('Alt+= sums', () => {
  test.each([
    ['the numbers above an empty cell', 'B4', { B4: '=SUM(B2:B3)' }],
    ['those above each cell of an empty row', 'B4:C4', { B4: '=SUM(B2:B3)', C4: '=SUM(C2:C3)' }],
    ['those to the left where none are above', 'D2', { D2: '=SUM(B2:C2)' }],
    ['each row, down an empty column', 'D2:D3', { D2: '=SUM(B2:C2)', D3: '=SUM(B3:C3)' }],
    ['selected numbers, below them', 'B2:C3', { B4: '=SUM(B2:B3)', C4: '=SUM(C2:C3)' }],
    ['without their headers', 'A1:B3', { B4: '=SUM(B2:B3)' }],
    ['a selected row, beside it', 'A2:C2', { D2: '=SUM(B2:C2)' }],
    ['into the empty row that is selected with them', 'B2:B4', { B4: '=SUM(B2:B3)' }],
    [
      'into the empty row and column, and in their corner all',
      'B2:D4',
      {
        ...{ D2: '=SUM(B2:C2)', D3: '=SUM(B3:C3)' },
        ...{ B4: '=SUM(B2:B3)', C4: '=SUM(C2:C3)', D4: '=SUM(D2:D3)' },
      },
    ],
  ])('%s', (_, selected, expected) => expect(sums(TABLE, selected)).toEqual(expected));

  test.each([
    ['where no number is beside', 'A4'],
    ['where numbers are further off', 'B5'],
    ['over what is there', 'B3'],
    ['below texts', 'A1:A3'],
    ['into an empty block', 'F6:G7'],
  ])('nothing %s', (_, selected) => expect(sums(TABLE, selected)).toEqual({}));

  test('only the rows that show, where a filter hides some', () => {
    expect(sums(TABLE, 'B2:D4', [1])).toEqual({
      ...{ D2: '=SUM(B2:C2)', D3: '=SUM(B3:C3)' },
      ...{ B4: '=SUBTOTAL(9,B2:B3)', C4: '=SUBTOTAL(9,C2:C3)', D4: '=SUBTOTAL(9,D2:D3)' },
    });
    expect(sums(TABLE, 'B4', [7])).toEqual({ B4: '=SUM(B2:B3)' });
  });

  test('nothing over what stands below', () => {
    expect(sums([...TABLE, [null, 'see below', null]], 'B2:C3')).toEqual({ C4: '=SUM(C2:C3)' });
  });
});
