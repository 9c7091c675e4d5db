import { useEffect, useState } from 'react';

import type { PanePorts } from '../pane/parts/pane-ports';
import { readCities } from './cities';
import type { City } from './cities';
import { readOutline } from './outline';
import type { Outline } from './outline';

/** What the places are drawn over. */
export interface MapGround {
  readonly land: Outline;
  readonly cities: readonly City[];
}

/** Used until the data arrive, or if they never do: the places are drawn anyway. */
const NOTHING: MapGround = { land: [], cities: [] };

export function useMapGround({ mapData }: Pick<PanePorts, 'mapData'>): MapGround {
  const [ground, setGround] = useState(NOTHING);
  useEffect(() => {
    let isWanted = true;
    const add = (part: Promise<Partial<MapGround>>): void => {
      part
        .then((known) => {
          if (isWanted) setGround((before) => ({ ...before, ...known }));
        })
        .catch(() => undefined);
    };
    add(mapData('outline').then((fetched) => ({ land: readOutline(fetched) })));
    add(mapData('cities').then((fetched) => ({ cities: readCities(fetched) })));
    return () => void (isWanted = false);
  }, [mapData]);
  return ground;
}
