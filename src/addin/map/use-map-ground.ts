import { useMemo } from 'react';

import type { PanePorts } from '../pane/parts/pane-ports';
import { useLatest } from '../pane/parts/use-latest';
import { readCities } from './cities';
import type { City } from './cities';
import { readOutline } from './map-drawing';
import type { Outline } from './map-drawing';

/** What the places are drawn over: nothing until the data arrive, or if they never do. */
export interface MapGround {
  readonly land: Outline;
  readonly cities: readonly City[];
}

export function useMapGround({ mapData }: Pick<PanePorts, 'mapData'>): MapGround {
  const { result: land } = useLatest(async () => readOutline(await mapData('outline')), [mapData]);
  const { result: cities } = useLatest(async () => readCities(await mapData('cities')), [mapData]);
  return useMemo(() => ({ land: land ?? [], cities: cities ?? [] }), [land, cities]);
}
