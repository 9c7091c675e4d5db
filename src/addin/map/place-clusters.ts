import Supercluster from 'supercluster';

import { withinWorld, type LatLng, type MapSize, type Projection } from './place-projection';

/** A place on the map, or several that lie too close together to be told apart. */
export interface Dot {
  readonly x: number;
  readonly y: number;
  /** The fill; undefined if there is no number to colour it by. */
  readonly colour: string | undefined;
  /** The place's index; undefined for several. */
  readonly index: number | undefined;
  /** How many places it represents, and their cluster's id if there are several. */
  readonly count: number;
  readonly cluster: number | undefined;
  /** Written into it, such as a place's rank. */
  readonly mark?: string;
}

export interface PlaceClusters {
  /** The dots in sight, and those just outside. */
  dots(projection: Projection, size: MapSize): readonly Dot[];
  /** Indices of the places in a cluster. */
  members(cluster: number): readonly number[];
  /** How wide the world has to be for a cluster to open; undefined if it never does. */
  opensAt(cluster: number): number | undefined;
}

/** A type, because GeoJSON's properties cannot be an interface: that could gain members. */
type PlaceProperties = { readonly index: number };

/** The sum and the count of the numbers in a cluster. */
type Numbers = { sum: number; count: number };

/** How wide the world is at the library's zoom 0, in pixels. */
const WORLD = 512;
/** In pixels: three or more places nearer to each other than this are drawn as one. */
const RADIUS = 36;
/** The library's zoom at which a street fills the map. */
const MAX_ZOOM = 18;
/** Zoomed in further than this, places at one point would no longer be drawn as one. */
export const WIDEST_WORLD = WORLD * 2 ** (MAX_ZOOM + 0.4);
/** In pixels beyond the edges, so that what is half in sight is drawn. */
const EDGE = 30;

/** @param values by place, null for none; a cluster has the colour of their mean. */
export function createPlaceClusters(
  places: readonly LatLng[],
  values: readonly (number | null)[],
  colourOf: (value: number) => string | undefined,
): PlaceClusters {
  const index = new Supercluster<PlaceProperties, Numbers>({
    radius: RADIUS,
    extent: WORLD,
    maxZoom: MAX_ZOOM,
    minPoints: 3,
    map: ({ index: place }) => {
      const value = values[place] ?? undefined;
      return value === undefined ? { sum: 0, count: 0 } : { sum: value, count: 1 };
    },
    reduce: (all, more) => {
      all.sum += more.sum;
      all.count += more.count;
    },
  }).load(
    places.map(({ latitude, longitude }, place) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { index: place },
    })),
  );
  return {
    dots: (projection, { width, height }) => {
      const zoom = Math.max(0, Math.round(Math.log2(projection.worldWidth / WORLD)));
      const box = withinWorld({
        west: projection.longitude(-EDGE),
        south: projection.latitude(height + EDGE),
        east: projection.longitude(width + EDGE),
        north: projection.latitude(-EDGE),
      });
      return index
        .getClusters([box.west, box.south, box.east, box.north], zoom)
        .map(({ geometry, properties, id }) => {
          const [longitude = 0, latitude = 0] = geometry.coordinates;
          const at = { x: projection.x(longitude), y: projection.y(latitude) };
          if (!('cluster' in properties)) {
            const { index: place } = properties;
            const colour = colourOf(values[place] ?? Number.NaN);
            return { ...at, colour, index: place, count: 1, cluster: undefined };
          }
          const colour = colourOf(properties.sum / properties.count);
          const { point_count: count } = properties;
          return { ...at, colour, index: undefined, count, cluster: Number(id) };
        });
    },
    members: (cluster) =>
      index.getLeaves(cluster, Infinity).map(({ properties }) => properties.index),
    opensAt: (cluster) => {
      const zoom = index.getClusterExpansionZoom(cluster);
      return zoom > MAX_ZOOM ? undefined : WORLD * 2 ** zoom;
    },
  };
}

/**
 * The index of the nearest dot within reach of a point; of two equally near, the one drawn last,
 * which lies on top. Looks at each dot once: 20,000 take less than a hundredth of a frame.
 */
export function nearestDot<Dot extends { readonly x: number; readonly y: number }>(
  dots: readonly Dot[],
  x: number,
  y: number,
  reachOf: (dot: Dot) => number,
): number | undefined {
  let nearest: number | undefined;
  let least = Infinity;
  dots.forEach((dot, index) => {
    const distance = (dot.x - x) ** 2 + (dot.y - y) ** 2;
    if (distance > least || distance > reachOf(dot) ** 2) return;
    nearest = index;
    least = distance;
  });
  return nearest;
}
