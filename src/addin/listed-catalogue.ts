import { createCatalogue } from '../catalogue/catalogue';
import type { Catalogue } from '../catalogue/catalogue';
import type { CatalogueStore } from '../catalogue/catalogue-store';
import { locusCalls } from '../spreadsheet/locus-calls';
import type { DeviceNamesParts } from './device-names';

/**
 * The catalogue of this device. When a person changes it, the cells that list it are calculated
 * again; names that are merely learned do not move anybody's cells.
 */
export function createListedCatalogue(parts: DeviceNamesParts, store: CatalogueStore): Catalogue {
  const catalogue = createCatalogue({ clock: parts.clock, store });
  async function shown<Result>(acting: Promise<Result>): Promise<Result> {
    const result = await acting;
    void recalculateLists(parts);
    return result;
  }
  return {
    ...catalogue,
    take: (names, how) => shown(catalogue.take(names, how)),
    forget: (what) => shown(catalogue.forget(what)),
    offer: (names) => shown(catalogue.offer(names)),
  };
}

async function recalculateLists({ sheet, recalculate }: DeviceNamesParts): Promise<void> {
  try {
    const reading = await sheet.formulas();
    if (reading.kind === 'failed') return;
    const lists = reading.formulas.filter(({ formula }) =>
      locusCalls(formula).some(({ name }) => name === 'LOCCATALOG'),
    );
    if (lists.length > 0) await recalculate(lists.map(({ address }) => address));
  } catch {
    // The cells keep what they show, and the ribbon's button calculates them again.
  }
}
