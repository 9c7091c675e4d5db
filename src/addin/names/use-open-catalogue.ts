import { useSyncExternalStore } from 'react';

import type { Catalogue, CatalogueState } from '../../engine/catalogue/catalogue';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue-entry';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useLatest, type Latest } from '../pane/parts/use-latest';

/** The catalogue with all that it keeps, once it has loaded. */
export function useOpenCatalogue(port: PanePorts['catalogue']): Latest<Catalogue> {
  return useLatest(async () => {
    const catalogue = await port.open();
    await catalogue.whenLoaded();
    return catalogue;
  }, [port]);
}

/** None while there is no catalogue. */
export function useEntries(catalogue: Catalogue | undefined): readonly CatalogueEntry[] {
  return useSyncExternalStore(catalogue?.subscribe ?? noChanges, catalogue?.entries ?? noEntries);
}

const NO_ENTRIES: readonly CatalogueEntry[] = [];
const noEntries = (): readonly CatalogueEntry[] => NO_ENTRIES;
const noChanges = () => () => undefined;

export function useCatalogueState(catalogue: Catalogue): CatalogueState {
  return useSyncExternalStore(catalogue.subscribe, catalogue.state);
}
