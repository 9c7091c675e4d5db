import type { Clock, Engine } from '../../engine/lookup';
import { createLedger } from '../device/ledger';
import type { Ledger } from '../device/ledger';
import type { DeviceStorage } from '../spreadsheet/device-storage';
import type { PreferenceStore } from '../device/preferences';
import { whenHidden } from './page';
import { recordSpending } from './spending';

export interface LedgerParts {
  readonly storage: DeviceStorage;
  readonly preferences: PreferenceStore;
  readonly engine: Pick<Engine, 'activity' | 'spending'>;
  readonly clock: Pick<Clock, 'today' | 'schedule'>;
}

/** The ledger of this device, with everything that the engine has done since it started. */
export function openLedger({ storage, preferences, engine, clock }: LedgerParts): Ledger {
  const ledger = createLedger(storage, () => preferences.current().pricePerCall);
  const keep = recordSpending({ engine, ledger, clock });
  keep();
  whenHidden(keep);
  return ledger;
}
