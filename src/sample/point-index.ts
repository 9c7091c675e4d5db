import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { boxAbout, kilometresBetween } from './point';
import type { Point } from './point';

/** Finds points by their position. */
export interface PointIndex<T extends Point> {
  /** Every point within that distance, and some a little further away. */
  about(place: Point, kilometres: number): readonly T[];
  /** The nearest points within that distance, nearest first. */
  nearest(place: Point, count: number, withinKm: number): readonly Neighbour<T>[];
}

export interface Neighbour<T> {
  readonly point: T;
  readonly kilometres: number;
}

export function createPointIndex<T extends Point>(points: readonly T[]): PointIndex<T> {
  const index = new KDBush(points.length);
  for (const { lat, lng } of points) index.add(lng, lat);
  index.finish();
  const pointsOf = (ids: readonly number[]): T[] => ids.map((id) => points[id] as T);

  return {
    about(place, kilometres) {
      const { south, north, west, east } = boxAbout(place, kilometres);
      return pointsOf(index.range(west, south, east, north));
    },
    nearest(place, count, withinKm) {
      return pointsOf(around(index, place.lng, place.lat, count, withinKm)).map((point) => {
        return { point, kilometres: kilometresBetween(place, point) };
      });
    },
  };
}
