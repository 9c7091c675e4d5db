import { useEffect, useState } from 'react';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

import type { PanePorts } from '../pane-ports';

/** The shores and borders of countries, each a closed line that does not go round the globe. */
export type Outline = readonly Ring[];

/** Longitude and latitude, in degrees. */
export type Ring = readonly (readonly number[])[];

/** No outlines yet, or none at all: the places are drawn all the same. */
const NOTHING: Outline = [];

/** The countries of the world; made by scripts/make-outline.mjs from Natural Earth. */
export function useCountries({ outline }: Pick<PanePorts, 'outline'>): Outline {
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

export function readOutline(fetched: unknown): Outline {
  const topology = fetched as Topology;
  const all = topology.objects['countries'];
  if (all?.type !== 'GeometryCollection') return NOTHING;
  return feature(topology, all).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
}
