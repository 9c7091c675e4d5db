import fc from 'fast-check';
import { attributeElements, shapeOf } from '../../../src/addin/functions/attribute-elements';
import { readGrid } from '../../../src/addin/functions/argument-grid';
import type { Grid, Size } from '../../../src/addin/functions/argument-grid';
import { commonSize, coordinateLocations } from '../../../src/addin/functions/locations';
import type { Sized } from '../../../src/addin/functions/locations';

const length = fc.integer({ min: 1, max: 6 });
const sizes = fc.record({ rows: length, columns: length });

function sized(rows: number, columns: number, label = 'latitude'): Sized {
  return { rows, columns, label };
}

test('one cell stretches to any size, whichever comes first', () => {
  fc.assert(
    fc.property(sizes, ({ rows, columns }) => {
      const range = sized(rows, columns);
      const one = sized(1, 1, 'longitude');
      expect(commonSize([range, one])).toEqual({ rows, columns });
      expect(commonSize([one, range])).toEqual({ rows, columns });
      expect(commonSize([range, range, one])).toEqual({ rows, columns });
    }),
  );
});

test('two ranges go together exactly when they are equal, and both sizes are named if not', () => {
  fc.assert(
    fc.property(sizes, sizes, (a, b) => {
      fc.pre(a.rows * a.columns > 1 && b.rows * b.columns > 1);
      const common = commonSize([sized(a.rows, a.columns), sized(b.rows, b.columns, 'longitude')]);
      const isEqual = a.rows === b.rows && a.columns === b.columns;
      if (isEqual) expect(common).toEqual(a);
      else {
        const named = `Latitude is ${a.rows} x ${a.columns} and longitude ${b.rows} x ${b.columns}`;
        expect(common).toMatchObject({ fault: { message: expect.stringContaining(named) } });
      }
    }),
  );
});

test('every answer has a place of its own, and no place is left over', () => {
  fc.assert(
    fc.property(sizes, sizes, (locations, names) => {
      const shape = shapeOf(locations, names);
      const locationCount = locations.rows * locations.columns;
      const nameCount = names.rows * names.columns;
      if ('kind' in shape) {
        expect(Math.min(locations.rows, locations.columns)).toBeGreaterThan(1);
        expect(nameCount).toBeGreaterThan(1);
        return;
      }
      const grid = ({ rows, columns }: Size, value: unknown): Grid =>
        readGrid(Array.from({ length: rows }, () => new Array(columns).fill(value)));
      const places = coordinateLocations(grid(locations, 12), grid(locations, 77));
      const elements = attributeElements(places, grid(names, 'w_pop_tt'));
      const positions = new Set<number>();
      for (let location = 0; location < locationCount; location++) {
        for (let name = 0; name < nameCount; name++) {
          positions.add(elements.position(location * nameCount + name));
        }
      }
      expect(elements).toMatchObject({ rows: shape.rows, columns: shape.columns });
      expect(shape.rows * shape.columns).toBe(locationCount * nameCount);
      expect([...positions].sort((a, b) => a - b)).toEqual(
        Array.from({ length: locationCount * nameCount }, (_, index) => index),
      );
    }),
  );
});

test('a column of locations has a row each, a row of locations a column each', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), length, (count, names) => {
      const row = { rows: 1, columns: names };
      expect(shapeOf({ rows: count, columns: 1 }, row)).toMatchObject({
        rows: count,
        columns: names,
      });
      expect(shapeOf({ rows: 1, columns: count }, row)).toMatchObject({
        rows: names,
        columns: count,
      });
    }),
  );
});
