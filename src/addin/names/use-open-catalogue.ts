import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

import type { Catalogue, CatalogueState } from '../../engine/catalogue/catalogue';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue-entry';
import type { PanePorts } from '../pane/parts/pane-ports';

export type CatalogueOpening = 'opening' | 'failed' | { readonly catalogue: Catalogue };

/** The catalogue: still loading, failed to load, or itself with all that it keeps. */
export function useOpenCatalogue(
  port: PanePorts['catalogue'],
): readonly [CatalogueOpening, tryAgain: () => void] {
  const [opening, setOpening] = useState<CatalogueOpening>('opening');
  const open = useCallback(() => {
    let isWanted = true;
    const opened = port.open().then(async (catalogue) => {
      await catalogue.whenLoaded();
      return catalogue;
    });
    opened.then(
      (catalogue) => isWanted && setOpening({ catalogue }),
      () => isWanted && setOpening('failed'),
    );
    return () => void (isWanted = false);
  }, [port]);
  useEffect(open, [open]);
  return [
    opening,
    () => {
      setOpening('opening');
      open();
    },
  ];
}

export function useEntries(catalogue: Catalogue): readonly CatalogueEntry[] {
  return useSyncExternalStore(catalogue.subscribe, catalogue.entries);
}

export function useCatalogueState(catalogue: Catalogue): CatalogueState {
  return useSyncExternalStore(catalogue.subscribe, catalogue.state);
}
