import type { Catalogue } from '../catalogue/catalogue';
import type { SharedAdmission } from '../device/shared-admission';
import type { AnswerStore, Engine } from '../lookup';
import type { ConnectionStore } from '../settings/connection-store';
import type { DeviceStorage } from '../settings/device-storage';
import type { FavouriteNames } from '../settings/favourite-names';
import type { Ledger } from '../settings/ledger';
import type { PreferenceStore } from '../settings/preferences';

export interface Forgetful {
  readonly connection: ConnectionStore;
  readonly preferences: PreferenceStore;
  readonly ledger: Ledger;
  readonly favourites: Pick<FavouriteNames, 'forget'>;
  readonly engine: Pick<Engine, 'cancelWaiting' | 'forget'>;
  readonly database: Pick<AnswerStore, 'clear'>;
  openAdmission(): Promise<Pick<SharedAdmission, 'forget'>>;
  readonly names: { open(): Promise<Pick<Catalogue, 'forget'>> };
  readonly storage: DeviceStorage;
}

/**
 * Removes all that this device keeps, the key first, and what this page remembers. Rejects when the
 * device would not delete some of it; the rest is gone all the same.
 */
export async function forgetEverything(all: Forgetful): Promise<void> {
  all.connection.forget();
  all.engine.cancelWaiting();
  all.preferences.forget();
  all.ledger.forget();
  all.favourites.forget();
  all.storage.remove(SALT);
  all.engine.forget(true);
  const forgetSpending = all.openAdmission().then((admission) => admission.forget());
  const forgettings = [all.database.clear(), forgetNames(all.names), forgetSpending];
  const failure = (await Promise.allSettled(forgettings)).find(
    (result) => result.status === 'rejected',
  );
  all.storage.remove(NAMES_TALLY);
  if (failure !== undefined) throw new Error('This device would not delete all that it keeps.');
}

/** What account hashes were mixed with: without answers it is good for nothing. */
const SALT = 'locus.salt';
/** How many names were imported: none, from now on. */
const NAMES_TALLY = 'locus.catalogue';

async function forgetNames(names: Forgetful['names']): Promise<void> {
  const { trouble } = await (await names.open()).forget('all');
  if (trouble !== undefined) throw new Error(`known names: ${trouble}`);
}
