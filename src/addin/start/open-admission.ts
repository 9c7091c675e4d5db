import { createSharedAdmission } from '../device/shared-admission';
import type { SharedAdmission } from '../device/shared-admission';
import { createSharedRecord } from '../device/shared-record';
import type { Clock } from '../../engine/lookup';
import type { Ledger } from '../device/ledger';
import type { PreferenceStore } from '../device/preferences';
import type { Host } from '../spreadsheet/host';
import { whenHidden } from './page';
import { spentToday } from './spending';
import { limitsOf } from './spending-limits';

export interface AdmissionParts {
  readonly host: Pick<Host, 'partition'>;
  readonly clock: Clock;
  readonly preferences: PreferenceStore;
  /** Undefined until it is opened. */
  readonly ledger: () => Ledger | undefined;
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
      databases: () => ({ indexedDB, IDBKeyRange }),
      clock,
      name: `locus-spending${host.partition?.() ?? ''}`,
    }),
    clock,
    limits: () => limitsOf(preferences.current()),
    atLeast() {
      const opened = ledger();
      return opened === undefined ? undefined : spentToday(opened, clock);
    },
  });
  whenHidden(() => admission.release());
  return admission;
}
