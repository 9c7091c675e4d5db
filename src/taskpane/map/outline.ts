import type { GeoPermissibleObjects } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

import outline from '../../../assets/outline.json';

/** The countries of the world; made by scripts/make-outline.mjs from Natural Earth. */
export function countries(): GeoPermissibleObjects {
  const topology = outline as unknown as Topology;
  const all = topology.objects['countries'];
  if (all === undefined) throw new Error('assets/outline.json: no object "countries"');
  return feature(topology, all);
}
