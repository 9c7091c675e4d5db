import type { Catalogue, Keeping } from '../catalogue/catalogue';
import type { CatalogueStore } from '../catalogue/catalogue-store';
import { createKnownNames } from '../catalogue/known-names';
import type { LearningNames } from '../catalogue/known-names';
import type { Clock } from '../lookup';
import type { Sheet } from '../taskpane/sheet';

export interface DeviceNamesParts {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Fetches the code of what this device keeps. */
  readonly openStore: () => Promise<CatalogueStore>;
  readonly sheet: Pick<Sheet, 'formulas'>;
  recalculate(addresses: readonly string[]): Promise<unknown>;
}

/**
 * The names known on this device. When a person changes them, the cells that list them are
 * calculated again; names that are merely learned do not move anybody's cells.
 */
export function createDeviceNames(parts: DeviceNamesParts): LearningNames {
  const { clock, openStore } = parts;
  async function open(): Promise<Catalogue> {
    const fetching = import(/* webpackChunkName: "names" */ '../catalogue/catalogue');
    const [{ createCatalogue }, store] = await Promise.all([fetching, openStore()]);
    const catalogue = createCatalogue({ clock, store });
    async function shown<Result extends Keeping>(acting: Promise<Result>): Promise<Result> {
      const result = await acting;
      void recalculateLists(parts);
      return result;
    }
    return {
      ...catalogue,
      take: (names, how) => shown(catalogue.take(names, how)),
      forget: (what) => shown(catalogue.forget(what)),
    };
  }
  return createKnownNames({ clock, open });
}

async function recalculateLists({ sheet, recalculate }: DeviceNamesParts): Promise<void> {
  try {
    const reading = await sheet.formulas();
    if (reading.kind === 'failed') return;
    const lists = reading.formulas.filter(({ formula }) => /LOCCATALOG\s*\(/i.test(formula));
    if (lists.length > 0) await recalculate(lists.map(({ address }) => address));
  } catch {
    // The cells keep what they show, and the ribbon's button calculates them again.
  }
}
