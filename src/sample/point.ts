import { around } from 'geokdbush';
import KDBush from 'kdbush';

/** In degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

const KM_PER_DEGREE = 111.195;
const DEGREE = Math.PI / 180;

/**
 * Returns the distance on a flat earth. It differs by less than 0.1 % from that on a sphere, up to
 * 100 km and at India's latitudes.
 */
export function kilometresBetween(a: Point, b: Point): number {
  const east = (a.lng - b.lng) * Math.cos(((a.lat + b.lat) / 2) * DEGREE);
  return Math.hypot(a.lat - b.lat, east) * KM_PER_DEGREE;
}

/** Returns the point that far away in a direction, in radians clockwise from north. */
export function pointAway(from: Point, kilometres: number, direction: number): Point {
  const degrees = kilometres / KM_PER_DEGREE;
  return {
    lat: from.lat + degrees * Math.cos(direction),
    lng: from.lng + (degrees * Math.sin(direction)) / Math.cos(from.lat * DEGREE),
  };
}

/** Returns a box in degrees that holds everything within that distance. */
function boxAbout({ lat, lng }: Point, kilometres: number): Box {
  const up = kilometres / KM_PER_DEGREE;
  const aside = up / Math.max(LEAST_SHRINKING, Math.cos(lat * DEGREE));
  return { south: lat - up, north: lat + up, west: lng - aside, east: lng + aside };
}

interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** At the poles a degree of longitude has no length. */
const LEAST_SHRINKING = 0.01;

/** Returns the median of each coordinate; undefined without points. */
export function medianPoint(points: readonly Point[]): Point | undefined {
  const lat = median(points.map((point) => point.lat));
  const lng = median(points.map((point) => point.lng));
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function median(numbers: readonly number[]): number | undefined {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}

/** Finds points by their position. */
export interface PointIndex<T extends Point> {
  /** Returns every point within that distance, and some a little further away. */
  about(place: Point, kilometres: number): readonly T[];
  /** Returns at most `count` points within that distance, nearest first. */
  nearest(place: Point, count: number, withinKm: number): readonly Neighbour<T>[];
}

interface Neighbour<T> {
  readonly point: T;
  readonly kilometres: number;
}

/** Creates an index of points. They must not change. */
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
