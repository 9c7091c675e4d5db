import fc from 'fast-check';
import type { FormulaCell } from '../../src/workbench/async-function';
import { verticalRuns } from '../../src/workbench/vertical-runs';

const cell: fc.Arbitrary<FormulaCell> = fc.record({
  unitId: fc.constant('book'),
  sheetId: fc.constantFrom('one', 'two'),
  row: fc.nat(30),
  column: fc.nat(3),
});

it('covers exactly the cells that were given', () => {
  fc.assert(
    fc.property(fc.array(cell), (cells) => {
      const covered = verticalRuns(cells).flatMap(({ sheetId, range }) =>
        Array.from({ length: range.endRow - range.startRow + 1 }, (_, index) =>
          [sheetId, range.startColumn, range.startRow + index].join(),
        ),
      );
      const given = new Set(cells.map((at) => [at.sheetId, at.column, at.row].join()));
      expect(covered.sort()).toEqual([...given].sort());
    }),
  );
});

it('is one range for a column of ten thousand cells', () => {
  const column = Array.from({ length: 10_000 }, (_, row) => ({
    unitId: 'book',
    sheetId: 'one',
    row: 9_999 - row,
    column: 2,
  }));
  expect(verticalRuns(column)).toEqual([
    {
      unitId: 'book',
      sheetId: 'one',
      range: { startRow: 0, endRow: 9_999, startColumn: 2, endColumn: 2 },
    },
  ]);
});
