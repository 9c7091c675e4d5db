import { useMemo } from 'react';

import { useLatest } from '../pane/parts/use-latest';
import { readCities, type City } from './cities';
import { readOutline, type Outline } from './map-drawing';

/** What the places are drawn over: nothing until the data arrive, or if they never do. */
export interface MapGround {
  readonly land: Outline;
  readonly cities: readonly City[];
}

/** What scripts/make/map.mjs made, as JSON. Rejects if it cannot be fetched. */
export type MapData = (part: 'outline' | 'cities' | 'pincodes') => Promise<unknown>;

export function useMapGround({ mapData }: { readonly mapData: MapData }): MapGround {
  const { result: land } = useLatest(async () => readOutline(await mapData('outline')), [mapData]);
  const { result: cities } = useLatest(async () => readCities(await mapData('cities')), [mapData]);
  return useMemo(() => ({ land: land ?? [], cities: cities ?? [] }), [land, cities]);
}
