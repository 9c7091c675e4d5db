import fc from 'fast-check';

import { readColumns } from '../../../src/engine/places/column-roles';
import type { CellContent } from '../../../src/engine/places/cell';

const rolesOf = (values: CellContent[][]) => readColumns({ values, table: undefined });

describe('what the columns of a list are for', () => {
  it('a table says itself whether its first row is a header', () => {
    const values = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    const headers = (isHeaderFirst: boolean) =>
      readColumns({ values, table: { isHeaderFirst } }).columns.map(({ header }) => header);
    expect([headers(true), headers(false)]).toEqual([
      ['a', 'b'],
      ['', ''],
    ]);
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
