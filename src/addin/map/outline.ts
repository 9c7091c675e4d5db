import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

/** The shores of the world's land, each a closed line that does not go round the globe. */
export type Outline = readonly Ring[];

/** Longitude and latitude, in degrees. */
export type Ring = readonly (readonly number[])[];

/** Reads what scripts/make/map.mjs made from Natural Earth; empty if it holds no land. */
export function readOutline(fetched: unknown): Outline {
  const topology = fetched as Topology;
  const land = topology.objects['land'];
  if (land?.type !== 'GeometryCollection') return [];
  return feature(topology, land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
}
