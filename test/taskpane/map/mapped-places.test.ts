import { mapPlaces, measureOf } from '../../../src/taskpane/map/mapped-places';
import type { CellContent, SheetBlock } from '../../../src/spreadsheet/sheet';

export function blockOf(values: CellContent[][]): SheetBlock {
  const [first = []] = values;
  const columns = first.length;
  const size = { rows: values.length, columns };
  return {
    sheet: 'Sales',
    address: 'Sales!B4:F9',
    row: 3,
    column: 1,
    ...size,
    values,
    table: undefined,
  };
}

describe('the places of a selection', () => {
  it('keep the row they came from, their first text and what may colour them', () => {
    const mapped = mapPlaces(
      blockOf([
        ['lat', 'lng', 'Shop', 'w_pop_tt'],
        [12.9352, 77.6245, 'Koramangala', 82426],
        ['19.076', '72.8777', 'Mumbai', '1,5'],
      ]),
    );
    expect(mapped?.places.map(({ row, latitude, label }) => ({ row, latitude, label }))).toEqual([
      { row: 4, latitude: 12.9352, label: 'Koramangala' },
      { row: 5, latitude: 19.076, label: 'Mumbai' },
    ]);
    expect(mapped?.measures).toEqual([]);
  });

  it('leave out rows that are no place, and say how many', () => {
    const mapped = mapPlaces(
      blockOf([
        ['lat', 'lng', 'people'],
        [12.9, 77.6, 5],
        [null, null, null],
        [0, 0, 1],
        [91, 77.6, 2],
        ['north', 77.6, 2],
        [12.9, { error: '#N/A' }, 2],
        [13.1, 80.2, { error: '#N/A' }],
      ]),
    );
    expect(mapped?.skipped).toBe(5);
    const [people] = mapped?.measures ?? [];
    expect(people?.header).toBe('people');
    expect(people && mapped ? measureOf(mapped.places, people) : []).toEqual([5, Number.NaN]);
  });

  it('are none where no column reads as coordinates', () => {
    expect(mapPlaces(blockOf([['Koramangala, Bengaluru', 560034]]))).toBeUndefined();
    expect(mapPlaces(blockOf([]))).toBeUndefined();
  });
});
