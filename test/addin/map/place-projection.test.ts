import { geoMercator } from 'd3-geo';
import fc from 'fast-check';

import type { MappedPlace } from '../../../src/addin/map/mapped-places';
import { nearPlaces, projectionOf, resized, zoomed } from '../../../src/addin/map/place-projection';

const size = { width: 300, height: 250 };

function at(latitude: number, longitude: number): MappedPlace {
  return { row: 0, latitude, longitude, label: '' };
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
          const [x, y] = [projection.x(longitude), projection.y(latitude)];
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(size.width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(size.height);
        }
      }),
    );
  });

  it('puts no place under the buttons at its right edge', () => {
    const projection = projectionOf([at(12, 70), at(13, 77), at(12.5, 92)], size);
    expect(projection.x(92)).toBeLessThanOrEqual(size.width - 48);
    expect(projection.x(70)).toBeGreaterThanOrEqual(24);
  });

  it('has north above and east to the right', () => {
    const projection = projectionOf([at(12, 77), at(19, 83)], size);
    expect(projection.y(19)).toBeLessThan(projection.y(12));
    expect(projection.x(77)).toBeLessThan(projection.x(83));
  });

  it('is Mercator’s, as the library for maps has it', () => {
    const own = projectionOf([at(8, 70), at(35, 92)], size);
    const extent: [[number, number], [number, number]] = [
      [own.x(70), own.y(35)],
      [own.x(92), own.y(8)],
    ];
    const corners = [
      [70, 8],
      [92, 35],
    ];
    const theirs = geoMercator().fitExtent(extent, { type: 'MultiPoint', coordinates: corners });
    for (const [longitude, latitude] of [
      [77.6, 12.9],
      [88.3, 22.5],
      [72.8, 19],
    ] as const) {
      const [x = NaN, y = NaN] = theirs([longitude, latitude]) ?? [];
      expect(own.x(longitude)).toBeCloseTo(x, 6);
      expect(own.y(latitude)).toBeCloseTo(y, 6);
    }
  });

  it('shows the world where there is no place, and works in no room at all', () => {
    const world = projectionOf([], size);
    expect(world.x(-170)).toBeGreaterThanOrEqual(0);
    expect(world.x(170)).toBeLessThanOrEqual(size.width);
    const nowhere = projectionOf([at(1, 1)], { width: 0, height: 0 });
    expect([nowhere.x(1), nowhere.y(1)].every(Number.isFinite)).toBe(true);
  });

  it('ends where Mercator does, rather than nowhere', () => {
    for (const pole of [90, -90]) {
      const projection = projectionOf([at(pole, 0)], size);
      expect([projection.x(0), projection.y(pole)].every(Number.isFinite)).toBe(true);
    }
  });

  it('leads back from the map to the place, zoomed or not', () => {
    const map = projectionOf([at(8, 70), at(35, 92)], size);
    for (const projection of [map, zoomed(map, { k: 7.5, x: -300, y: 40 })]) {
      expect(projection.longitude(projection.x(77.6))).toBeCloseTo(77.6, 9);
      expect(projection.latitude(projection.y(12.9))).toBeCloseTo(12.9, 9);
    }
  });
});

test('a map of another size shows the same, as large as it can', () => {
  const map = zoomed(projectionOf([at(12.9, 77.6), at(19.1, 72.8)], size), {
    k: 3,
    x: -200,
    y: -90,
  });
  const larger = { width: 840, height: 588 };
  const picture = resized(map, size, larger);
  const [middle, corner] = [
    [size.width / 2, size.height / 2],
    [0, 0],
  ].map(([x = 0, y = 0]) => ({ longitude: map.longitude(x), latitude: map.latitude(y) }));
  expect(picture.x(middle?.longitude ?? 0)).toBeCloseTo(larger.width / 2);
  expect(picture.y(middle?.latitude ?? 0)).toBeCloseTo(larger.height / 2);
  expect(picture.y(corner?.latitude ?? 0)).toBeCloseTo(0);
  expect(picture.x(corner?.longitude ?? 0)).toBeGreaterThan(0);
});

describe('a zoom near the places', () => {
  const any = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  const scale = fc.double({ min: 0.01, max: 1e6, noNaN: true });

  it('has its middle on the whole map, at the same scale', () => {
    fc.assert(
      fc.property(scale, any, any, (k, x, y) => {
        const near = nearPlaces({ k, x, y }, size);
        expect(near.k).toBe(k);
        const [right, down] = [(150 - near.x) / k, (125 - near.y) / k];
        expect(right).toBeGreaterThanOrEqual(-1e-6);
        expect(right).toBeLessThanOrEqual(300 + 1e-6);
        expect(down).toBeGreaterThanOrEqual(-1e-6);
        expect(down).toBeLessThanOrEqual(250 + 1e-6);
      }),
    );
  });

  it('is the same zoom if that is so already', () => {
    const near = nearPlaces({ k: 4, x: -450, y: -375 }, size);
    expect(near).toEqual({ k: 4, x: -450, y: -375 });
  });

  it.each([
    [Number.NaN, 0, 0],
    [0, 0, 0],
    [1, Number.NaN, 0],
    [1, 0, Infinity],
  ])('is the whole map for %d, %d, %d', (k, x, y) => {
    expect(nearPlaces({ k, x, y }, size)).toEqual({ k: 1, x: 0, y: 0 });
  });
});
