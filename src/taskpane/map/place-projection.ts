import type { MappedPlace } from './mapped-places';

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

/** Mercator's, onto a map of a given size: degrees to pixels, from its left and from its top. */
export interface Projection {
  x(longitude: number): number;
  y(latitude: number): number;
}

/** Room at the edges, in pixels, so that no place lies half outside. */
const MARGIN = 14;
/** A single place is shown with its surroundings: so many degrees to each side. */
const MIN_REACH = 0.05;
/** Where this map ends, short of the poles, which Mercator never reaches. */
const MAX_LATITUDE = 85;
const MAX_LONGITUDE = 180;
const RADIANS = Math.PI / 180;

/** Puts all the places on the map, as large as they fit. */
export function projectionOf(places: readonly MappedPlace[], size: MapSize): Projection {
  const { west, south, east, north } = edgesOf(places);
  const [bottom, top] = [upwards(south), upwards(north)];
  const across = Math.max(1, size.width - 2 * MARGIN);
  const up = Math.max(1, size.height - 2 * MARGIN);
  const scale = Math.min(across / (east - west), up / (top - bottom));
  const left = (size.width - scale * (east - west)) / 2;
  const above = (size.height - scale * (top - bottom)) / 2;
  return {
    x: (longitude) => left + scale * (longitude - west),
    y: (latitude) => above + scale * (top - upwards(latitude)),
  };
}

interface Edges {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function edgesOf(places: readonly MappedPlace[]): Edges {
  if (places.length === 0) return { west: -170, south: -55, east: 170, north: 75 };
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { latitude, longitude } of places) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return {
    west: Math.max(-MAX_LONGITUDE, west - MIN_REACH),
    south: within(south, MAX_LATITUDE - MIN_REACH) - MIN_REACH,
    east: Math.min(MAX_LONGITUDE, east + MIN_REACH),
    north: within(north, MAX_LATITUDE - MIN_REACH) + MIN_REACH,
  };
}

/** Degrees from the equator on Mercator's map, where they grow towards the poles. */
function upwards(latitude: number): number {
  const angle = within(latitude, MAX_LATITUDE) * RADIANS;
  return Math.log(Math.tan(Math.PI / 4 + angle / 2)) / RADIANS;
}

function within(degrees: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, degrees));
}
