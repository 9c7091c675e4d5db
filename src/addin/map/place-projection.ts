/** In degrees. */
export interface LatLng {
  readonly latitude: number;
  readonly longitude: number;
}

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

/** Mercator's projection onto a map of a given size: degrees to pixels from its left and top. */
export interface Projection {
  x(longitude: number): number;
  y(latitude: number): number;
  /** The inverse: pixels to degrees. */
  longitude(x: number): number;
  latitude(y: number): number;
  /** How wide the whole world would be. */
  readonly worldWidth: number;
}

/** A zoomed map: a point of the whole map at (x, y) appears at (k x + x', k y + y'). */
export interface Zoom {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Room at the edges, in pixels, so that no place lies half outside. On the right, where the map's
 * buttons are, it is twice that.
 */
const MARGIN = 24;
/** A single place is shown with its surroundings: this many degrees on each side. */
const MIN_REACH = 0.05;
/** Where this map ends, short of the poles, which Mercator never reaches. */
const MAX_LATITUDE = 85;
const MAX_LONGITUDE = 180;
const RADIANS = Math.PI / 180;

/** Fits all the places onto the map, as large as possible. */
export function projectionOf(places: readonly LatLng[], size: MapSize): Projection {
  return fitted(edgesOf(places), size, MARGIN);
}

/** What a map shows, on a map of another size. */
export function resized(map: Projection, from: MapSize, to: MapSize): Projection {
  const { west, east, north, south } = {
    west: map.longitude(0),
    east: map.longitude(from.width),
    north: map.latitude(0),
    south: map.latitude(from.height),
  };
  return fitted({ west, east, north, south }, to, 0);
}

function fitted({ west, south, east, north }: Edges, size: MapSize, margin: number): Projection {
  const [bottom, top] = [upwards(south), upwards(north)];
  const across = Math.max(1, size.width - 3 * margin);
  const up = Math.max(1, size.height - 2 * margin);
  const scale = Math.min(across / (east - west), up / (top - bottom));
  const left = (size.width - margin - scale * (east - west)) / 2;
  const above = (size.height - scale * (top - bottom)) / 2;
  return {
    x: (longitude) => left + scale * (longitude - west),
    y: (latitude) => above + scale * (top - upwards(latitude)),
    longitude: (x) => west + (x - left) / scale,
    latitude: (y) => downwards(top - (y - above) / scale),
    worldWidth: scale * 2 * MAX_LONGITUDE,
  };
}

export function zoomed(map: Projection, { k, x: right, y: down }: Zoom): Projection {
  return {
    x: (longitude) => k * map.x(longitude) + right,
    y: (latitude) => k * map.y(latitude) + down,
    longitude: (x) => map.longitude((x - right) / k),
    latitude: (y) => map.latitude((y - down) / k),
    worldWidth: k * map.worldWidth,
  };
}

/**
 * The zoom, moved so that the middle of what is seen is among the places: they lie within the whole
 * map, and nobody can lose them by moving it. What is no number, as two fingers at one point make
 * it, shows all.
 */
export function nearPlaces({ k, x, y }: Zoom, { width, height }: MapSize): Zoom {
  const [right, down] = [(width / 2 - x) / k, (height / 2 - y) / k];
  if (!Number.isFinite(right) || !Number.isFinite(down)) return { k: 1, x: 0, y: 0 };
  return {
    k,
    x: width / 2 - k * Math.max(0, Math.min(width, right)),
    y: height / 2 - k * Math.max(0, Math.min(height, down)),
  };
}

export interface Edges {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function edgesOf(places: readonly LatLng[]): Edges {
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

/** The part of an area that lies on the map. */
export function withinWorld({ west, south, east, north }: Edges): Edges {
  return {
    west: within(west, MAX_LONGITUDE),
    south: within(south, MAX_LATITUDE),
    east: within(east, MAX_LONGITUDE),
    north: within(north, MAX_LATITUDE),
  };
}

/** Degrees from the equator on Mercator's map, where they grow towards the poles. */
function upwards(latitude: number): number {
  const angle = within(latitude, MAX_LATITUDE) * RADIANS;
  return Math.log(Math.tan(Math.PI / 4 + angle / 2)) / RADIANS;
}

function downwards(degrees: number): number {
  return (2 * Math.atan(Math.exp(degrees * RADIANS)) - Math.PI / 2) / RADIANS;
}

function within(degrees: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, degrees));
}
