import { createCatalogue } from '../catalogue/catalogue';
import type { Catalogue, Keeping } from '../catalogue/catalogue';
import type { CatalogueStore } from '../catalogue/catalogue-store';
import type { Clock } from '../lookup';
import type { Sheet } from '../taskpane/sheet';

export interface KnownNamesParts {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Fetches the code of what this device keeps. */
  readonly loadStore: () => Promise<CatalogueStore>;
  readonly sheet: Pick<Sheet, 'formulas'>;
  recalculate(addresses: readonly string[]): Promise<unknown>;
}

/**
 * The catalogue of this device. When a person changes it, the cells that list it are calculated
 * again; names that are merely learned do not move anybody's cells.
 */
export function createKnownNames(parts: KnownNamesParts): Catalogue {
  const { clock, loadStore } = parts;
  const catalogue = createCatalogue({ clock, store: lazyCatalogueStore(loadStore) });
  const shown = async <Result extends Keeping>(acting: Promise<Result>): Promise<Result> => {
    const result = await acting;
    void recalculateLists(parts);
    return result;
  };
  return {
    ...catalogue,
    take: (names, how) => shown(catalogue.take(names, how)),
    forget: (what) => shown(catalogue.forget(what)),
  };
}

/** A store whose code is fetched when it is first needed, and again where that failed. */
function lazyCatalogueStore(load: () => Promise<CatalogueStore>): CatalogueStore {
  let loading: Promise<CatalogueStore> | undefined;
  async function use<Result>(
    run: (store: CatalogueStore) => Promise<Result>,
    otherwise: Result,
  ): Promise<Result> {
    try {
      return await run(await (loading ??= load()));
    } catch {
      loading = undefined;
      return otherwise;
    }
  }
  return {
    read: (account) =>
      use((store) => store.read(account), { imported: [], learned: [], trouble: 'blocked' }),
    writeImported: (names) => use((store) => store.writeImported(names), 'blocked'),
    addLearned: (account, names) => use((store) => store.addLearned(account, names), 'blocked'),
    forgetLearned: () => use((store) => store.forgetLearned(), 'blocked'),
  };
}

async function recalculateLists({ sheet, recalculate }: KnownNamesParts): Promise<void> {
  try {
    const reading = await sheet.formulas();
    if (reading.kind === 'failed') return;
    const lists = reading.formulas.filter(({ formula }) => /LOCCATALOG\s*\(/i.test(formula));
    if (lists.length > 0) await recalculate(lists.map(({ address }) => address));
  } catch {
    // The cells keep what they show, and the ribbon's button calculates them again.
  }
}
