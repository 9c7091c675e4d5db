import type { GeoPermissibleObjects } from 'd3-geo';
import { useEffect, useState } from 'react';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

import type { PanePorts } from '../pane-ports';

/** No outlines yet, or none at all: the places are drawn all the same. */
const NOTHING: GeoPermissibleObjects = { type: 'GeometryCollection', geometries: [] };

/** The countries of the world; made by scripts/make-outline.mjs from Natural Earth. */
export function useCountries({ outline }: Pick<PanePorts, 'outline'>): GeoPermissibleObjects {
  const [countries, setCountries] = useState(NOTHING);
  useEffect(() => {
    let isWanted = true;
    outline()
      .then((fetched) => {
        if (isWanted) setCountries(readOutline(fetched));
      })
      .catch(() => undefined);
    return () => void (isWanted = false);
  }, [outline]);
  return countries;
}

export function readOutline(fetched: unknown): GeoPermissibleObjects {
  const topology = fetched as Topology;
  const all = topology.objects['countries'];
  return all === undefined ? NOTHING : feature(topology, all);
}
