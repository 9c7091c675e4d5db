import { isGrouped, isLastSummed } from '../../../src/engine/places/row-doubts';
import type { CellContent } from '../../../src/engine/places/cell';

type Row = readonly [name: string, lat: number, lng: number];
const A: Row = ['A', 12.9352, 77.6245];
const B: Row = ['B', 19.0596, 72.8295];
const C: Row = ['C', 28.6139, 77.209];

it.each<[string, readonly Row[], boolean]>([
  ['the mean', [A, B, ['', 15.9974, 75.227]], true],
  ['the mean of three, rounded', [A, B, C, ['', 20.2, 75.89]], false],
  ['the mean of three, to two places', [A, B, C, ['', 20.2029, 75.8877]], true],
  ['the sum', [A, B, ['', 31.9948, 150.454]], true],
  ['the largest of each', [A, B, ['Max', 19.0596, 77.6245]], true],
  ['the mean, in words of another language', [A, B, ['Média geral', 15.9974, 75.227]], true],
  ['a station called Total', [A, B, ['Total Energies', 28.6139, 77.209]], false],
  ['a shop of that name in the north-east', [A, B, ['Max', 28.6139, 77.6245]], false],
  ['a place with a name', [A, B, ['D', 15.9974, 75.227]], false],
  ['the same place again', [A, A, ['', 12.9352, 77.6245]], false],
  [
    'the middle of a grid',
    [
      ['', 12, 77],
      ['', 14, 79],
      ['', 13, 78],
    ],
    false,
  ],
  ['a word for it, and left out', [A, B, ['Mean', 15.9974, 75.227]], false],
])('a list ends with %s', (_, rows, expected) => {
  expect(isLastSummed(['Name', 'Lat', 'Lng'], rows, 1, 2)).toBe(expected);
});

it.each<[string, readonly (string | null)[], boolean]>([
  ['of each group', ['Pune', null, null, 'Mumbai', null], true],
  ['of the only group', ['Pune', null, null], true],
  ['of most rows', ['Pune', 'Mumbai', 'Delhi', null], false],
  ['of rows here and there', ['Pune', null, 'Pune', null], false],
  ['of no row', [null, null, null], false],
])('a town stands in the first row %s', (_, towns, expected) => {
  const rows = towns.map((town): CellContent[] => [town, '12 MG Road', 5]);
  // Between two places a row may be blank.
  const apart = rows.flatMap((row) => [row, [null, null, null]]);
  const total: CellContent[] = [null, 'Grand Total', 25];
  expect(isGrouped(['City', 'Address', 'Sales'], [...apart, total], 0, 1)).toBe(expected);
});
