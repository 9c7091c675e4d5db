import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { CoordinatePair } from './coordinate-pair';

/** The mean radius of the Earth on WGS 84, in kilometres: (2a + b) / 3. */
const EARTH_RADIUS_KM = 6371.0088;
const DEGREE = Math.PI / 180;

/** Returns the great-circle distance between two places in kilometres, by the haversine formula. */
export function kilometresBetween(a: CoordinatePair, b: CoordinatePair): number {
  const north = Math.sin(((b.lat - a.lat) * DEGREE) / 2) ** 2;
  const east = Math.sin(((b.lng - a.lng) * DEGREE) / 2) ** 2;
  const chord = north + Math.cos(a.lat * DEGREE) * Math.cos(b.lat * DEGREE) * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** One place of a list, and how far away it is. */
export interface Nearest {
  /** Its index in the list. */
  readonly index: number;
  readonly kilometres: number;
}

/** Finds the nearest of a list of places. */
export interface NearPlaces {
  /** How many places the list has, without blank ones. */
  readonly count: number;
  /**
   * Finds the place with the shortest distance. Of several at one spot, it is the first in the
   * list.
   *
   * @param except the index of a place to leave out.
   *
   * @returns undefined if there is no other.
   */
  nearest(to: CoordinatePair, except?: number): Nearest | undefined;
}

/**
 * Indexes a list, so that finding the nearest of many places is fast.
 *
 * @param places undefined for each row without a place.
 */
export function createNearPlaces(places: readonly (CoordinatePair | undefined)[]): NearPlaces {
  const spots = new Map<string, { readonly at: CoordinatePair; readonly indices: number[] }>();
  let count = 0;
  places.forEach((place, index) => {
    if (place === undefined) return;
    count += 1;
    const key = `${String(place.lat)},${String(place.lng)}`;
    const spot = spots.get(key);
    if (spot === undefined) spots.set(key, { at: place, indices: [index] });
    else spot.indices.push(index);
  });
  const found = [...spots.values()];
  const tree = new KDBush(found.length);
  for (const { at } of found) tree.add(at.lng, at.lat);
  tree.finish();
  const firstAt = (spot: number, except?: number): number | undefined =>
    found[spot]?.indices.find((index) => index !== except);

  return {
    count,
    nearest(to, except) {
      if (found.length === 0) return undefined;
      const isOther = (spot: number): boolean => firstAt(spot, except) !== undefined;
      const [spot = -1] = around(tree, to.lng, to.lat, 1, Infinity, isOther);
      const index = firstAt(spot, except);
      const at = found[spot]?.at;
      if (index === undefined || at === undefined) return undefined;
      return { index, kilometres: kilometresBetween(to, at) };
    },
  };
}
