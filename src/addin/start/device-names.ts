import type { CatalogueStore } from '../../engine/catalogue/catalogue-store';
import { createKnownNames } from '../../engine/catalogue/known-names';
import type { LearningNames } from '../../engine/catalogue/known-names';
import type { Fetch } from '../../engine/client/service-call';
import type { Clock } from '../../engine/lookup';
import type { ConnectionStore } from '../device/connection-store';
import type { Sheet } from '../spreadsheet/sheet';

export interface DeviceNamesParts {
  readonly clock: Clock;
  readonly connection: Pick<ConnectionStore, 'current' | 'subscribe'>;
  readonly fetch: Fetch;
  /** Fetches the code that keeps names on this device, and opens the store. */
  readonly openStore: () => Promise<CatalogueStore>;
  readonly sheet: Pick<Sheet, 'formulas'>;
  recalculate(addresses: readonly string[]): Promise<unknown>;
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
