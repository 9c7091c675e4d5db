import fc from 'fast-check';
import { coveringAreas, halves } from '../../src/excel/formula-areas';
import type { Area, Cell } from '../../src/excel/formula-areas';
import { CELLS_AT_ONCE, rowParts } from '../../src/excel/payload-limits';

const cell = fc.record({
  row: fc.integer({ min: 0, max: 60 }),
  column: fc.integer({ min: 0, max: 12 }),
});
const keyOf = ({ row, column }: Cell): string => `${row},${column}`;

function cellsOf({ row, column, rows, columns }: Area): string[] {
  return Array.from({ length: rows * columns }, (_, index) =>
    keyOf({ row: row + Math.floor(index / columns), column: column + (index % columns) }),
  );
}

describe('the areas that cover cells', () => {
  it('without a gap hold each of them once, and no other', () => {
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const covered = coveringAreas(cells, 0).flatMap(cellsOf);
        expect(covered.sort()).toEqual([...new Set(cells.map(keyOf))].sort());
      }),
    );
  });

  it('with a gap hold each of them, and no cell twice', () => {
    fc.assert(
      fc.property(fc.array(cell), fc.integer({ min: 1, max: 20 }), (cells, gap) => {
        const covered = coveringAreas(cells, gap).flatMap(cellsOf);
        expect(new Set(covered).size).toBe(covered.length);
        expect(covered).toEqual(expect.arrayContaining(cells.map(keyOf)));
      }),
    );
  });

  it('are one for a block that was filled down and across', () => {
    const cells = Array.from({ length: 800 }, (_, index) => ({
      row: 1 + Math.floor(index / 8),
      column: 2 + (index % 8),
    }));
    expect(coveringAreas(cells, 0)).toEqual([{ row: 1, column: 2, rows: 100, columns: 8 }]);
  });

  it('are one for a column with a few cells missing, if a gap is allowed', () => {
    const cells = [0, 1, 5, 6].map((row) => ({ row, column: 0 }));
    expect(coveringAreas(cells, 3)).toEqual([{ row: 0, column: 0, rows: 7, columns: 1 }]);
    expect(coveringAreas(cells, 2)).toHaveLength(2);
  });

  it('are no larger than one request takes', () => {
    const cells = Array.from({ length: CELLS_AT_ONCE + 1 }, (_, row) => ({ row, column: 0 }));
    expect(coveringAreas(cells, 0).map(({ row, rows }) => [row, rows])).toEqual([
      [0, CELLS_AT_ONCE],
      [CELLS_AT_ONCE, 1],
    ]);
  });
});

it('the halves of an area are the area', () => {
  const area = fc.record({
    row: fc.nat(9),
    column: fc.nat(9),
    rows: fc.integer({ min: 1, max: 9 }),
    columns: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(area, (whole) => {
      const parts = halves(whole);
      if (parts === undefined) expect(whole.rows * whole.columns).toBe(1);
      else expect(parts.flatMap(cellsOf).sort()).toEqual(cellsOf(whole).sort());
    }),
  );
});

it('a row wider than a request is a part of its own', () => {
  expect(rowParts(2, CELLS_AT_ONCE + 1)).toEqual([
    { start: 0, count: 1 },
    { start: 1, count: 1 },
  ]);
  expect(rowParts(0, 5)).toEqual([]);
});
