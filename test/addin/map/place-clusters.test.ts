import fc from 'fast-check';

import { createPlaceClusters, nearestDot } from '../../../src/addin/map/place-clusters';
import { projectionOf, zoomed } from '../../../src/addin/map/place-projection';

const size = { width: 300, height: 250 };
const colourOf = (value: number) => (Number.isFinite(value) ? String(value) : undefined);
const place = fc.record({
  latitude: fc.double({ min: -84, max: 84, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const mapOf = (places: { latitude: number; longitude: number }[]) =>
  projectionOf(
    places.map((point, row) => ({ ...point, row, label: '' })),
    size,
  );

describe('places that lie close together', () => {
  const close = [12.93, 12.931, 12.932].map((latitude) => ({ latitude, longitude: 77.6 }));
  const far = { latitude: 28.6, longitude: 77.2 };
  const places = [...close, far];
  const clusters = createPlaceClusters(places, [1, 2, null, 9], colourOf);
  const map = mapOf(places);

  it('are one, with the colour of their mean, and others stay what they are', () => {
    const dots = clusters.dots(map, size);
    expect(dots.map(({ count, colour, index }) => ({ count, colour, index }))).toEqual([
      { count: 3, colour: '1.5', index: undefined },
      { count: 1, colour: '9', index: 3 },
    ]);
    expect([...clusters.members(dots[0]?.cluster ?? 0)].sort()).toEqual([0, 1, 2]);
  });

  it('are told apart where the map is as large as it is said they open', () => {
    const [several] = clusters.dots(map, size);
    const k = (clusters.opensAt(several?.cluster ?? 0) ?? 0) / map.worldWidth;
    const x = size.width / 2 - k * map.x(77.6);
    const y = size.height / 2 - k * map.y(12.931);
    const opened = clusters.dots(zoomed(map, { k: k * 1.1, x: x * 1.1, y: y * 1.1 }), size);
    expect(opened.length).toBeGreaterThan(1);
  });

  it('never open where they are at one point', () => {
    const same = [far, far, far, far];
    const together = createPlaceClusters(same, [], colourOf);
    const [all] = together.dots(mapOf(same), size);
    expect(all).toMatchObject({ count: 4, colour: undefined });
    expect(together.opensAt(all?.cluster ?? 0)).toBeUndefined();
  });
});

test('every place is on the whole map exactly once, alone or with others', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (places) => {
      const clusters = createPlaceClusters(places, [], colourOf);
      const found = clusters
        .dots(mapOf(places), size)
        .flatMap(({ index, cluster }) =>
          index === undefined ? clusters.members(cluster ?? 0) : [index],
        );
      expect(found.sort((a, b) => a - b)).toEqual(places.map((_, index) => index));
    }),
  );
});

const dots = [
  { x: 10, y: 10 },
  { x: 20, y: 10 },
  { x: 20, y: 10 },
];

test.each([
  ['the one under it', 10, 10, 0],
  ['the nearest within reach', 13, 10, 0],
  ['of two in one place the upper', 19, 12, 2],
  ['none beyond reach', 10, 19, undefined],
])('a pointer finds %s', (_, x, y, found) => {
  expect(nearestDot(dots, x, y, () => 8)).toBe(found);
});

test('where there are no dots there is none to find', () => {
  expect(nearestDot([], 0, 0, () => 8)).toBeUndefined();
});

test('a large one is found from farther away, but not before one that is nearer', () => {
  const large = { x: 10, y: 10, reach: 20 };
  const small = { x: 25, y: 10, reach: 5 };
  const at = (x: number) => nearestDot([large, small], x, 10, ({ reach }) => reach);
  expect([at(19), at(24), at(31)]).toEqual([0, 1, undefined]);
});
