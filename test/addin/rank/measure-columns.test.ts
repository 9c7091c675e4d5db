import { readPlaceList } from '../../../src/addin/enrich';
import { mapPlaces } from '../../../src/addin/map/mapped-places';
import { measureColumns } from '../../../src/addin/rank';
import type { SheetBlock } from '../../../src/addin/spreadsheet/sheet';
import type { CellContent } from '../../../src/engine/places/cell';

/** Beside a column of rents: offered as it stands, after the rents, or not at all. */
const COLUMNS: readonly (readonly ['offered' | 'last' | 'not', string, readonly CellContent[]])[] =
  [
    ['not', 'Sl No', [1, 2, 3, 4]],
    ['not', 'S. No.', [1, 2, 3, 4]],
    ['not', 'Sr. No', ['1', '2', '3', '4']],
    ['not', '#', [1, 2, 3, 4]],
    ['not', '', [1, 2, 3, 4]],
    ['not', 'क्रमांक', [1, 2, 3, 4]],
    ['not', 'Store ID', [10_021, 10_007, 10_044, 10_003]],
    ['not', 'storeId', [10_021, 10_007, 10_044, 10_003]],
    ['not', 'id_store', [7, 3, 9, 1]],
    ['not', 'Branch code', [401, 401, 377, 12]],
    ['not', 'Shop No', [12, 7, 40, 3]],
    ['not', 'Mobile', [9_876_543_210, 9_812_345_678, 7_012_345_678, 8_123_456_789]],
    ['not', 'Owner phone 2', ['9876543210', '9812345678', '7012345678', '8123456789']],
    ['not', 'Contact number', [9_876_543_210, 9_812_345_678, 7_012_345_678, 8_123_456_789]],
    ['not', 'Delivery PIN code', [560_034, 400_001, 110_001, 600_017]],
    ['last', 'Visit', [1, 2, 3, 4]],
    ['last', 'Year opened', [2015, 2019, 1998, 2021]],
    ['last', 'Since', [2015, 2019, 1998, 2021]],
    ['last', 'Owner', [9_876_543_210, 9_812_345_678, 7_012_345_678, 8_123_456_789]],
    ['last', 'Delivery', [560_034, 400_013, 110_001, 600_017]],
    ['offered', 'Sales', [412_300, 250_000, 187_500, 99_000]],
    ['offered', 'No of staff', [12, 7, 40, 3]],
    ['offered', 'Number', [3, 5, 3, 4]],
    ['offered', 'Mobile sales', [120, 80, 95, 40]],
    ['offered', 'Wealth index', [71, 64, 88, 59]],
    ['offered', 'Phones per 1000', [71, 64, 88, 59]],
    ['offered', 'Distance to code office', [1.2, 3.4, 0.7, 2.2]],
    ['offered', 'Rating', [4.5, 3.9, 4.1, 4.8]],
  ];
const PLACES = [
  [12.9352, 77.6245, 50_000],
  [19.076, 72.8777, 90_000],
  [28.6139, 77.209, 60_000],
  [13.0827, 80.2707, 40_000],
];

describe('the columns that places can be ranked, compared and coloured by', () => {
  it.each(COLUMNS)('%s: %s %j', async (use, header, cells) => {
    const block = blockOf([
      ['Shop', 'lat', 'lng', header, 'Rent'],
      ...cells.map((cell, row) => {
        const [lat = 0, lng = 0, rent = 0] = PLACES[row] ?? [];
        return [`Shop ${'ABCD'.charAt(row)}`, lat, lng, cell, rent];
      }),
    ]);
    const expected = { offered: [3, 4], last: [4, 3], not: [4] }[use];
    expect(measureColumns(readPlaceList(block)).map(({ index }) => index)).toEqual(expected);
    const mapped = await mapPlaces(block, () => Promise.reject(new Error('not needed')));
    expect(mapped?.measures.map(({ index }) => index)).toEqual(expected);
  });

  it('are the columns that Locus fills, whatever they look like', () => {
    const values = [
      ['lat', 'lng', 'id'],
      [12.9, 77.6, 1],
      [13.1, 80.2, 2],
    ];
    const block = { ...blockOf(values), ownColumns: new Map([[2, 'id']]) };
    expect(measureColumns(readPlaceList(block)).map(({ index }) => index)).toEqual([2]);
  });
});

function blockOf(values: readonly (readonly CellContent[])[]): SheetBlock {
  const size = { rows: values.length, columns: values[0]?.length ?? 0 };
  return {
    sheet: 'Shops',
    address: 'Shops!A1',
    row: 0,
    column: 0,
    ...size,
    values,
    table: undefined,
  };
}
