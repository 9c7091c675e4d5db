import fc from 'fast-check';

import { readColumns } from '../../../src/engine/places/column-roles';
import type { CellContent } from '../../../src/engine/places/cell';
import { REAL_LISTS } from '../../addin/enrich/real-lists';

const rolesOf = (values: CellContent[][]) => readColumns({ values, table: undefined });

const POINTS: CellContent[][] = [
  ['A1', 12.9352, 77.6245],
  ['A2', 19.076, 72.8777],
  ['A3', 28.6139, 77.209],
];

describe('of lists as people have them', () => {
  it.each(REAL_LISTS.map((list) => [list.title, list] as const))('%s', (_title, list) => {
    const { hasHeader, roles } = readColumns({ values: list.values, table: undefined });
    expect(roles).toEqual(list.roles);
    // Where nothing is found, nobody needs to know.
    if (Object.keys(roles).length > 0) expect(hasHeader).toBe(list.hasHeader);
  });

  it('those are many', () => {
    expect(REAL_LISTS.length).toBeGreaterThanOrEqual(60);
  });
});

describe('what the columns of a list are for', () => {
  it.each([
    ['Lat', 'Lng'],
    ['latitude', 'longitude'],
    ['store_lat', 'store_long'],
    ['storeLat', 'storeLon'],
    ['Y', 'X'],
    ['LATITUDE (deg)', 'LONGITUDE (deg)'],
  ])('is read from headers such as %s and %s', (lat, lng) => {
    const { hasHeader, roles } = rolesOf([['id', lat, lng], ...POINTS]);
    expect({ hasHeader, roles }).toEqual({ hasHeader: true, roles: { latitude: 1, longitude: 2 } });
  });

  it('is read from the headers even where they stand the other way round', () => {
    const { roles } = rolesOf([
      ['lng', 'lat'],
      [77.6, 12.9],
    ]);
    expect(roles).toEqual({ latitude: 1, longitude: 0 });
  });

  it('is read from what the columns hold where nothing is written above', () => {
    const { hasHeader, roles } = rolesOf(POINTS);
    expect({ hasHeader, roles }).toEqual({
      hasHeader: false,
      roles: { latitude: 1, longitude: 2 },
    });
  });

  it('knows an address and a pincode by their look, as number or text', () => {
    const { roles } = rolesOf([
      ['Koramangala 5th Block, Bengaluru', 560034, 'open'],
      ['Bandra West, Mumbai', '400050', 'open'],
    ]);
    expect(roles).toEqual({ address: 0, pincode: 1 });
  });

  it('knows an address and a pincode by their headers', () => {
    const { hasHeader, roles } = rolesOf([
      ['Shop', 'Shop address', 'PIN Code'],
      ['One', 'Koramangala', '560034'],
    ]);
    expect({ hasHeader, roles }).toEqual({ hasHeader: true, roles: { address: 1, pincode: 2 } });
  });

  it('a few bad rows change nothing', () => {
    const rows: CellContent[][] = Array.from({ length: 20 }, (_, row) => [
      12.5123 + row / 10,
      77.2512,
    ]);
    rows[3] = ['n/a', null];
    rows[7] = [{ error: '#N/A' }, ''];
    expect(rolesOf(rows).roles).toEqual({ latitude: 0, longitude: 1 });
  });

  it('counts, whole numbers and codes are no coordinates', () => {
    expect(
      rolesOf([
        [12, 77],
        [13, 80],
      ]).roles,
    ).toEqual({});
    expect(
      rolesOf([
        ['Lat', 'Lng'],
        ['north', 'east'],
      ]).roles,
    ).toEqual({});
  });

  it('a table says itself whether its first row is a header', () => {
    const values = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(readColumns({ values, table: undefined }).hasHeader).toBe(false);
    const table = { name: 'Table1', isHeaderFirst: true };
    expect(readColumns({ values, table }).columns.map(({ header }) => header)).toEqual(['a', 'b']);
  });

  it('is read of a full cell, whatever a person has pasted there', () => {
    // Each way to read it as an address of mail would be tried: half an hour of them.
    const hostile = `${'@.'.repeat(16_000)} a`;
    expect(rolesOf([['Address'], [hostile], [hostile]]).hasHeader).toBe(true);
    expect(rolesOf([['Store'], ['me@example.com'], ['you@example.com']]).roles).toEqual({});
  });

  it('whatever the cells hold, no column has two roles, and coordinates come as a pair', () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('lat', 'lng', 'address', 'pin', 'x', '560034', '12.5', '77.25', 'a, b c d e'),
      fc.string(),
      fc.constant({ error: '#N/A' }),
    );
    const table = fc
      .integer({ min: 0, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
    fc.assert(
      fc.property(table, (values) => {
        const { roles, columns } = rolesOf(values);
        const indexes = Object.values(roles);
        expect(new Set(indexes).size).toBe(indexes.length);
        expect(indexes.every((index) => index < columns.length)).toBe(true);
        expect(roles.latitude === undefined).toBe(roles.longitude === undefined);
      }),
    );
  });
});
