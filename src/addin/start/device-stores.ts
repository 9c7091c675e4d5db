import type { CatalogueStore } from '../../engine/catalogue/catalogue-store';
import type { AnswerStore, Clock } from '../../engine/lookup';
import { createCatalogueDatabase } from '../device/catalogue-database';
import { createKeptDatabase } from '../device/kept-answers';
import type { Ledger } from '../device/ledger';
import { createOtherWindows, type OtherWindows } from '../device/other-windows';
import type { PreferenceStore } from '../device/preferences';
import { shareAnswers } from '../device/shared-answers';
import { createSharedAdmission, type SharedAdmission } from '../device/shared-admission';
import { createSharedRecord } from '../device/shared-record';
import { CLEARING } from '../device/stored-record';
import type { DeviceStorage, Host } from '../spreadsheet/host';
import { whenHidden } from './page-lifecycle';
import { limitsOf, spentToday } from './spending';

/** What this browser keeps and its windows share, joined to the page's own APIs. */

const databases = () => ({ indexedDB, IDBKeyRange });

export function openOtherWindows(
  clock: Pick<Clock, 'schedule'>,
  { storage, partition }: Pick<Host, 'storage' | 'partition'>,
): OtherWindows {
  return createOtherWindows({
    broadcastChannel: () => BroadcastChannel,
    locks: () => navigator.locks,
    storage,
    partition: partition?.() ?? '',
    schedule: (ms, run) => clock.schedule(ms, run),
  });
}

export interface AnswersParts {
  readonly clock: Clock;
  readonly host: Pick<Host, 'storage' | 'partition'>;
  readonly preferences: PreferenceStore;
}

/** A store that may hold answers it has not written yet. */
export interface WritingStore extends AnswerStore {
  /** Drops what has not been written, because everything was forgotten. */
  drop(): void;
}

/** The answers on this device: kept if the preference says so, and shared with other windows. */
export function openAnswers(
  { clock, host, preferences }: AnswersParts,
  others: OtherWindows,
): WritingStore {
  const { storage } = host;
  // A clearing is announced within one partition only, so each has a database of its own.
  const name = `locus-answers${host.partition?.() ?? ''}`;
  const kept = createKeptDatabase({ databases, clock, name }, storage, whenHidden);
  const switched = switchedStore(kept, () => preferences.current().shouldKeepAnswers);
  const shared = shareAnswers(switched, others, clock);
  storage.subscribe((name) => {
    if (name === CLEARING) shared.drop();
  });
  return {
    ...shared,
    drop() {
      shared.drop();
      kept.drop();
    },
  };
}

export interface AdmissionParts {
  readonly host: Pick<Host, 'partition'>;
  readonly clock: Clock;
  readonly preferences: PreferenceStore;
  readonly ledger: Ledger;
}

/** What all windows of this device share: one budget and one approval threshold. */
export function openAdmission({
  host,
  clock,
  preferences,
  ledger,
}: AdmissionParts): SharedAdmission {
  const admission = createSharedAdmission({
    record: createSharedRecord({
      databases,
      clock,
      name: `locus-spending${host.partition?.() ?? ''}`,
    }),
    clock,
    limits: () => limitsOf(preferences.current()),
    atLeast: () => spentToday(ledger, clock),
  });
  whenHidden(() => admission.release());
  return admission;
}

/** The attribute names that this device keeps. */
export function openNames(clock: Clock, storage: DeviceStorage): CatalogueStore {
  return createCatalogueDatabase({ databases, clock, storage });
}

/** While the switch is off, the store returns nothing and keeps nothing. */
function switchedStore(store: AnswerStore, isOn: () => boolean): AnswerStore {
  return {
    read: (keys) => (isOn() ? store.read(keys) : Promise.resolve(new Map())),
    write: (entries) => (isOn() ? store.write(entries) : Promise.resolve()),
    clear: () => store.clear(),
    size: () => store.size(),
  };
}
