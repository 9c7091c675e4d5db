import { readGrid } from '../../../src/addin/functions/argument-grid';
import type { Grid } from '../../../src/addin/functions/argument-grid';
import { writeVariables } from '../../../src/addin/functions/variables-elements';

const ROWS = 1_048_576;

test('of whole columns, the rows in use are read and no other', () => {
  const reads: number[] = [];
  const used = [
    ['area', 850],
    ['kind', 'kiosk'],
  ];
  const names = column((row) => used[row]?.[0], reads);
  const values = column((row) => used[row]?.[1], reads);
  const written = writeVariables(names, values);
  expect('at' in written && written.at(0)).toEqual({
    kind: 'read',
    value: '{"area":850,"kind":"kiosk"}',
  });
  expect(reads.length).toBeLessThan(10);
});

test('a value below the last name is not passed over', () => {
  const names = column((row) => (row === 0 ? 'area' : undefined));
  const values = column((row) => (row === 0 || row === 5_000 ? 1 : undefined));
  const written = writeVariables(names, values);
  expect('at' in written && written.at(0)).toMatchObject({ kind: 'fault' });
});

/** A whole column of a sheet. Records which cells are read. */
function column(valueAt: (row: number) => unknown, reads: number[] = []): Grid {
  const grid = readGrid(Array.from({ length: ROWS }, (_, row) => [valueAt(row) ?? '']));
  return {
    rows: grid.rows,
    columns: grid.columns,
    isBlank: (index) => grid.isBlank(index),
    cell(index) {
      reads.push(index);
      return grid.cell(index);
    },
  };
}
