import fc from 'fast-check';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import { createTestHost, settled, shownRows, sourceOf } from './test-host';

const length = fc.integer({ min: 1, max: 6 });
const sizes = fc.record({ rows: length, columns: length });
type Size = { readonly rows: number; readonly columns: number };

const grid = <Cell>({ rows, columns }: Size, cell: (index: number) => Cell): Cell[][] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_each, column) => cell(row * columns + column)),
  );

/** LOCATTR of as many latitudes, longitudes and names; each answer says of what it is. */
async function attributes(latitudes: Size, longitudes: Size, names: Size): Promise<unknown[][]> {
  const source = sourceOf({
    lookup: ({ place, names: asked }) => {
      const at = 'lat' in place ? place.lat : Number.NaN;
      const values = new Map(asked.map((name) => [name, at * 1_000 + Number(name.slice(2))]));
      return Promise.resolve({ kind: 'answered', values });
    },
  });
  const { host, clock } = createTestHost(source);
  const result = createFormulas(host).attributes(
    grid(latitudes, (index) => 10 + index),
    grid(longitudes, () => 77),
    grid(names, (index) => `n_${index}`),
    beginCalculation({ address: 'S!A1' }),
  );
  return shownRows(await settled(clock, result));
}

const countOf = ({ rows, columns }: Size): number => rows * columns;
const ONE: Size = { rows: 1, columns: 1 };

test('every answer has a place of its own, and no place is left over', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, sizes, async (places, names) => {
      const shown = await attributes(places, places, names);
      if (Math.min(places.rows, places.columns) > 1 && countOf(names) > 1) {
        expect(shown).toEqual([[expect.stringMatching(/^#VALUE! /)]]);
        return;
      }
      const wanted = Array.from({ length: countOf(places) }, (_, place) =>
        Array.from({ length: countOf(names) }, (_each, name) => (10 + place) * 1_000 + name),
      );
      expect(shown.flat().sort()).toEqual(wanted.flat().sort());
      expect(new Set(shown.map((row) => row.length)).size).toBe(1);
    }),
  );
});

test('a column of locations has a row each, a row of locations a column each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 20 }), length, async (count, names) => {
      const values = (place: number) =>
        Array.from({ length: names }, (_, name) => (10 + place) * 1_000 + name);
      const byPlace = Array.from({ length: count }, (_, place) => values(place));
      const row = { rows: 1, columns: names };
      const column = { rows: count, columns: 1 };
      expect(await attributes(column, column, row)).toEqual(byPlace);
      const across = { rows: 1, columns: count };
      const turned = values(0).map((_, name) => byPlace.map((each) => each[name]));
      expect(await attributes(across, across, row)).toEqual(turned);
    }),
    { numRuns: 30 },
  );
});

test('one cell stretches to any size, whichever comes first', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async (range) => {
      const shown = await attributes(range, ONE, ONE);
      expect(shown).toEqual(grid(range, (index) => (10 + index) * 1_000));
      expect(await attributes(ONE, range, ONE)).toEqual(grid(range, () => 10_000));
    }),
    { numRuns: 30 },
  );
});

test('two ranges go together exactly when they are equal, and both sizes are named if not', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, sizes, async (a, b) => {
      fc.pre(countOf(a) > 1 && countOf(b) > 1);
      const shown = await attributes(a, b, ONE);
      const isEqual = a.rows === b.rows && a.columns === b.columns;
      if (isEqual) expect(shown).toHaveLength(a.rows);
      else {
        const named = `Latitude is ${a.rows} x ${a.columns} and longitude ${b.rows} x ${b.columns}`;
        expect(shown).toEqual([[expect.stringContaining(named)]]);
      }
    }),
    { numRuns: 50 },
  );
});
