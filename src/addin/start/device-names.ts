import { createCatalogue } from '../../engine/catalogue/catalogue';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { CatalogueStore } from '../../engine/catalogue/catalogue-store';
import { createKnownNames } from '../../engine/catalogue/known-names';
import type { LearningNames } from '../../engine/catalogue/known-names';
import type { Fetch } from '../../engine/client/http-call';
import type { Clock } from '../../engine/lookup';
import type { ConnectionStore } from '../device/connection-store';
import { locusCalls } from '../spreadsheet/locus-calls';
import type { Sheet } from '../spreadsheet/sheet';
import { createTeamCatalogue, createTeamNames } from './team-catalogue';

export interface DeviceNamesParts {
  readonly clock: Clock;
  readonly connection: Pick<ConnectionStore, 'current' | 'subscribe'>;
  readonly fetch: Fetch;
  readonly sheet: Pick<Sheet, 'formulas'>;
  recalculate(addresses: readonly string[]): Promise<unknown>;
  openStore(): CatalogueStore;
}

/** The names known on this device, which are read when a formula or a person first needs them. */
export function createDeviceNames(parts: DeviceNamesParts): LearningNames {
  return createKnownNames({
    clock: parts.clock,
    open: () => Promise.resolve(createListedCatalogue(parts)),
  });
}

/**
 * The catalogue of this device. When a person changes it, the cells that list it are recalculated;
 * names that are merely learnt change no cells. Behind a gateway it also has the names that an
 * administrator lists for everybody.
 */
function createListedCatalogue(parts: DeviceNamesParts): Catalogue {
  const catalogue = createCatalogue({ clock: parts.clock, store: parts.openStore() });
  async function shown<Result>(acting: Promise<Result>): Promise<Result> {
    const result = await acting;
    void recalculateLists(parts);
    return result;
  }
  const listed: Catalogue = {
    ...catalogue,
    take: (names, how) => shown(catalogue.take(names, how)),
    forget: (what) => shown(catalogue.forget(what)),
    offer: (names) => shown(catalogue.offer(names)),
  };
  // Cells list the team's names whether or not the pane was ever opened.
  const { connection } = parts;
  const names = { open: () => Promise.resolve(listed) };
  void createTeamNames({ names, connection }, createTeamCatalogue(parts)).open();
  return listed;
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
