import type { CatalogueStore } from '../../engine/catalogue/catalogue-store';
import { createKnownNames } from '../../engine/catalogue/known-names';
import type { LearningNames } from '../../engine/catalogue/known-names';
import type { ListedCatalogueParts } from './listed-catalogue';

export interface DeviceNamesParts extends ListedCatalogueParts {
  /** Fetches the code that keeps names on this device, and opens the store. */
  readonly openStore: () => Promise<CatalogueStore>;
}

/** The names known on this device; the code behind them is fetched when it is first needed. */
export function createDeviceNames(parts: DeviceNamesParts): LearningNames {
  return createKnownNames({
    clock: parts.clock,
    async open() {
      const fetching = import(/* webpackChunkName: "names" */ './listed-catalogue');
      const [{ createListedCatalogue }, store] = await Promise.all([fetching, parts.openStore()]);
      return createListedCatalogue(parts, store);
    },
  });
}
