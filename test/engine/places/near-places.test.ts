import fc from 'fast-check';
import { createNearPlaces, kilometresBetween } from '../../../src/engine/places/near-places';

/** Distances by the angle between vectors: cities, the date line, a pole, antipodes. */
test.each([
  [[12.9352, 77.6245], [19.076, 72.8777], 850.498],
  [[51.5074, -0.1278], [40.7128, -74.006], 5570.23],
  [[10, 179.5], [10, -179.5], 109.506],
  [[89.9, 10], [89.9, -170], 22.239],
  [[1, 1], [-1, -179], 20_015.115],
] as const)('from %j to %j are %d km', ([lat, lng], [otherLat, otherLng], kilometres) => {
  const distance = kilometresBetween({ lat, lng }, { lat: otherLat, lng: otherLng });
  expect(Math.abs(distance - kilometres)).toBeLessThan(0.001);
});

const place = fc.record({
  lat: fc.integer({ min: -9000, max: 9000 }).map((hundredths) => hundredths / 100),
  lng: fc.integer({ min: -18_000, max: 18_000 }).map((hundredths) => hundredths / 100),
});

test('the nearest is the one that looking at each would find', () => {
  const list = fc.array(fc.option(place, { nil: undefined }), { maxLength: 300 });
  fc.assert(
    fc.property(list, place, fc.nat(300), (places, to, except) => {
      const found = createNearPlaces(places).nearest(to, except);
      const distances = places.flatMap((each, index) =>
        each === undefined || index === except ? [] : [kilometresBetween(to, each)],
      );
      if (found === undefined) return distances.length === 0;
      return found.index !== except && found.kilometres - Math.min(...distances) < 1e-6;
    }),
  );
});

test('of several at one spot, the first in the list is the nearest', () => {
  const at = { lat: 12, lng: 77 };
  const places = createNearPlaces([undefined, at, { lat: 20, lng: 80 }, at]);
  expect(places.nearest(at)).toEqual({ index: 1, kilometres: 0 });
  expect(places.nearest(at, 1)).toEqual({ index: 3, kilometres: 0 });
  expect(places.count).toBe(3);
});
