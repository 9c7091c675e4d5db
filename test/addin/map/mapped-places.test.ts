import { mapPlaces, readPincodePlaces } from '../../../src/addin/map/mapped-places';
import type { SheetBlock } from '../../../src/addin/spreadsheet/sheet';
import type { CellContent } from '../../../src/engine/places/cell';
import everyPincode from '../../../assets/pincodes.json';

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

/** Of one pincode alone. */
const pincodes = (code: string) =>
  code === '560034' ? { latitude: 12.93, longitude: 77.62 } : undefined;
const map = (values: CellContent[][]) =>
  mapPlaces(blockOf(values), () => Promise.resolve(pincodes));

describe('the places of a selection', () => {
  it('keep the row they came from, their first text and what may colour them', async () => {
    const mapped = await map([
      ['lat', 'lng', 'Shop', 'w_pop_tt'],
      [12.9352, 77.6245, 'Koramangala', 82426],
      ['19.076', '72.8777', 'Mumbai', '1,5'],
    ]);
    expect(mapped?.places.map(({ row, latitude, label }) => ({ row, latitude, label }))).toEqual([
      { row: 4, latitude: 12.9352, label: 'Koramangala' },
      { row: 5, latitude: 19.076, label: 'Mumbai' },
    ]);
    expect(mapped?.measures).toEqual([]);
  });

  it('leave out rows that are no place, and say how many', async () => {
    const mapped = await map([
      ['lat', 'lng', 'people'],
      [12.9, 77.6, 5],
      [null, null, null],
      [0, 0, 1],
      [91, 77.6, 2],
      ['north', 77.6, 2],
      [12.9, { error: '#N/A' }, 2],
      [13.1, 80.2, { error: '#N/A' }],
    ]);
    expect(mapped?.skipped).toBe(5);
    const [people] = mapped?.measures ?? [];
    expect(people).toMatchObject({ title: 'people', values: [5, null] });
  });

  it('may be coloured by columns of numbers, written as the sheet does, and not by dates', async () => {
    const list = blockOf([
      ['lat', 'lng', 'rent', 'opened'],
      [12.9, 77.6, 50_000, 45_000],
    ]);
    const formats = ['0.0000', '0.0000', '"₹"#,##0', 'dd/mm/yyyy'];
    const mapped = await mapPlaces({ ...list, formats }, () => Promise.resolve(pincodes));
    expect(mapped?.measures).toEqual([
      { index: 2, title: 'rent', values: [50_000], format: '"₹"#,##0' },
    ]);
  });

  it('are plain data, so that they reach another window as they are', async () => {
    const mapped = await map([
      ['lat', 'lng', 'people'],
      [12.9, 77.6, 5],
      [13.9, 77.7, null],
    ]);
    const sent = JSON.parse(JSON.stringify({ ...mapped, swap: undefined })) as unknown;
    expect({ ...(sent as object), swap: undefined }).toEqual({ ...mapped, swap: undefined });
  });

  it('lie in the middle of their pincode where the list has no coordinates', async () => {
    const mapped = await map([
      ['Shop', 'Address', 'PIN', 'sales'],
      ['One', '80 Feet Road, Koramangala', 560034, 5],
      ['Two', 'Koramangala, Bengaluru', ' 560 034', 6],
      ['Three', 'Koramangala 560034', null, 7],
      ['Four', 'Nowhere', 999999, 8],
      ['Five', 'Phone 9845560034', null, 9],
    ]);
    expect(mapped?.isByPincode).toBe(true);
    expect(mapped?.places.map(({ label, latitude }) => [label, latitude])).toEqual([
      ['One', 12.93],
      ['Two', 12.93],
      ['Three', 12.93],
    ]);
    expect(mapped?.skipped).toBe(2);
    expect(mapped?.measures.map(({ title }) => title)).toEqual(['sales']);
  });

  it('are not looked for by pincode where the list has coordinates', async () => {
    const list = [
      ['lat', 'lng', 'PIN'],
      [12.9, 77.6, 560034],
    ];
    const fetched = jest.fn(() => Promise.reject(new Error('not wanted')));
    const mapped = await mapPlaces(blockOf(list), fetched);
    expect(mapped?.isByPincode).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('are none where nothing says where they are', async () => {
    expect(await map([['Koramangala', 5]])).toBeUndefined();
    expect(await map([])).toBeUndefined();
  });
});

describe('pincodes', () => {
  const placeOf = readPincodePlaces(everyPincode);

  it.each([
    ['110001', 28.6, 77.2],
    ['560034', 12.9, 77.6],
    ['700016', 22.5, 88.3],
  ])('%s lies where it should', (code, latitude, longitude) => {
    const found = placeOf(code);
    expect(Math.abs((found?.latitude ?? 0) - latitude)).toBeLessThan(0.15);
    expect(Math.abs((found?.longitude ?? 0) - longitude)).toBeLessThan(0.15);
  });

  it.each(['', '5', '560', '560999', '999999', '56003', '5600341', '__proto__'])(
    '%p is nowhere',
    (code) => {
      expect(placeOf(code)).toBeUndefined();
    },
  );

  it.each([[undefined], ['<html>'], [[1, 2]], [{ 560: 7 }], [{ 560: '034,north,77' }]])(
    'of %j none is known',
    (fetched) => {
      expect(readPincodePlaces(fetched)('560034')).toBeUndefined();
    },
  );
});
