import { geoMercator } from 'd3-geo';
import type { GeoProjection } from 'd3-geo';

import type { MappedPlace } from './mapped-places';

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

/** Room at the edges, in pixels, so that no place lies half outside. */
const MARGIN = 14;
/** A single place is shown with its surroundings: so many degrees to each side. */
const MIN_REACH = 0.05;
/** Where Mercator ends. */
const MAX_LATITUDE = 85;
/** Short of the line where east becomes west. */
const MAX_LONGITUDE = 179.999;

/** Puts all the places on the map, as large as they fit. */
export function projectionOf(places: readonly MappedPlace[], size: MapSize): GeoProjection {
  const projection = geoMercator();
  const area: [[number, number], [number, number]] = [
    [MARGIN, MARGIN],
    [Math.max(MARGIN + 1, size.width - MARGIN), Math.max(MARGIN + 1, size.height - MARGIN)],
  ];
  const reach = { type: 'MultiPoint' as const, coordinates: cornersOf(places) };
  return projection.fitExtent(area, reach);
}

function cornersOf(places: readonly MappedPlace[]): [number, number][] {
  if (places.length === 0) {
    return [
      [-170, -55],
      [170, 75],
    ];
  }
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { latitude, longitude } of places) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return [
    [within(west - MIN_REACH, MAX_LONGITUDE), within(south - MIN_REACH, MAX_LATITUDE)],
    [within(east + MIN_REACH, MAX_LONGITUDE), within(north + MIN_REACH, MAX_LATITUDE)],
  ];
}

function within(degrees: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, degrees));
}
