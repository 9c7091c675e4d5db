import type { CatalogueStore } from '../../engine/catalogue/catalogue-store';
import type { Claims, Clock } from '../../engine/lookup';
import type { OtherWindows } from '../device/other-windows';
import type { DeviceStorage } from '../spreadsheet/device-storage';
import type { Host } from '../spreadsheet/host';
import type { SharedAdmission } from '../device/shared-admission';
import type { AdmissionParts } from './open-admission';
import type { WritingStore } from './lazy-store';
import type { AnswersParts } from './open-database';

/** Fetches the code that talks to the other windows, and opens it. */
export async function openOtherWindows(
  clock: Pick<Clock, 'schedule'>,
  { storage, partition }: Pick<Host, 'storage' | 'partition'>,
): Promise<OtherWindows> {
  const { createOtherWindows } = await import(
    /* webpackChunkName: "device" */ '../device/other-windows'
  );
  return createOtherWindows({
    broadcastChannel: () => BroadcastChannel,
    locks: () => navigator.locks,
    storage,
    partition: partition?.() ?? '',
    schedule: (ms, run) => clock.schedule(ms, run),
  });
}

/** Fetches the code of the budget that windows share, and opens it. */
export async function openAdmission(parts: AdmissionParts): Promise<SharedAdmission> {
  return (await import(/* webpackChunkName: "device" */ './open-admission')).openAdmission(parts);
}

const databases = () => ({ indexedDB, IDBKeyRange });

/** Fetches the code that keeps answers on this device, and opens the store. */
export async function openAnswers(
  parts: AnswersParts,
  others: Promise<OtherWindows>,
): Promise<WritingStore> {
  const answers = import(/* webpackChunkName: "device" */ './open-database');
  return (await answers).openAnswers(parts, await others);
}

/** Fetches the code that keeps windows from asking the same thing at once. */
export async function openClaims(clock: Clock, others: Promise<OtherWindows>): Promise<Claims> {
  const claims = import(/* webpackChunkName: "device" */ '../device/call-claims');
  return (await claims).createCallClaims({ windows: await others, clock });
}

/** Fetches the code that keeps names on this device, and opens the store. */
export async function openNames(clock: Clock, storage: DeviceStorage): Promise<CatalogueStore> {
  const { createCatalogueDatabase } = await import(
    /* webpackChunkName: "device" */ '../device/catalogue-database'
  );
  return createCatalogueDatabase({ databases, clock, storage });
}
