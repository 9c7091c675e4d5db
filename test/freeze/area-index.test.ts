import fc from 'fast-check';
import { countAreas } from '../../src/freeze/area-index';
import type { SheetArea } from '../../src/spreadsheet/sheet';

const area = fc.record({
  sheet: fc.constantFrom('Stores', 'stores', 'Other'),
  row: fc.nat(8),
  column: fc.nat(8),
  rows: fc.integer({ min: 1, max: 6 }),
  columns: fc.integer({ min: 1, max: 6 }),
});

describe('areas over a cell', () => {
  it('are as many as hold it, whatever their size and place', () => {
    fc.assert(
      fc.property(fc.array(area, { maxLength: 12 }), (areas) => {
        const count = countAreas(areas);
        for (const sheet of ['Stores', 'OTHER', 'Third']) {
          for (let cell = 0; cell < 16 * 16; cell += 1) {
            const [row, column] = [Math.floor(cell / 16), cell % 16];
            const over = areas.filter((one) => holds(one, sheet, row, column)).length;
            expect([cell, count(sheet, row, column)]).toEqual([cell, Math.min(over, 2)]);
          }
        }
      }),
    );
  });

  it('may be whole sheets, as many as a hostile file names', () => {
    const sheet = { sheet: 'Stores', row: 0, column: 0, rows: 1_048_576, columns: 16_384 };
    const areas = Array.from({ length: 5_000 }, () => sheet);
    expect(countAreas(areas)('Stores', 1_048_575, 16_383)).toBe(2);
    expect(countAreas(areas)('Stores', 1_048_576, 0)).toBe(0);
  });
});

function holds(one: SheetArea, sheet: string, row: number, column: number): boolean {
  return (
    one.sheet.toLowerCase() === sheet.toLowerCase() &&
    row >= one.row &&
    row < one.row + one.rows &&
    column >= one.column &&
    column < one.column + one.columns
  );
}
