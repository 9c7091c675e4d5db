import fc from 'fast-check';

import type { MappedPlace } from '../../../src/taskpane/map/mapped-places';
import { projectionOf } from '../../../src/taskpane/map/place-projection';

const size = { width: 300, height: 250 };

function at(latitude: number, longitude: number): MappedPlace {
  return { row: 0, latitude, longitude, label: '', cells: [] };
}

describe('the map’s projection', () => {
  it('puts every place on the map, the poles aside', () => {
    const place = fc
      .tuple(
        fc.double({ min: -84, max: 84, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
      )
      .map(([latitude, longitude]) => at(latitude, longitude));
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
        const projection = projectionOf(places, size);
        for (const { latitude, longitude } of places) {
          const [x = NaN, y = NaN] = projection([longitude, latitude]) ?? [];
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(size.width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(size.height);
        }
      }),
    );
  });

  it('has north above and east to the right', () => {
    const projection = projectionOf([at(12, 77), at(19, 83)], size);
    const [west = 0, south = 0] = projection([77, 12]) ?? [];
    const [east = 0, north = 0] = projection([83, 19]) ?? [];
    expect(north).toBeLessThan(south);
    expect(west).toBeLessThan(east);
  });

  it('shows the world where there is no place, and works in no room at all', () => {
    expect(projectionOf([], size)([0, 0])?.every(Number.isFinite)).toBe(true);
    expect(projectionOf([at(1, 1)], { width: 0, height: 0 })([1, 1])?.every(Number.isFinite)).toBe(
      true,
    );
  });
});
