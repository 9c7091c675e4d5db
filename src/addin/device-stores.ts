import type { CatalogueStore } from '../catalogue/catalogue-store';
import type { AnswerStore, Clock } from '../lookup';
import type { DeviceStorage } from '../settings/device-storage';
import { whenHidden } from './page';

const databases = () => ({ indexedDB, IDBKeyRange });

/** Fetches the code of the kept answers, and opens them. */
export async function openAnswers(clock: Clock, storage: DeviceStorage): Promise<AnswerStore> {
  const { createKeptDatabase } = await import(
    /* webpackChunkName: "device" */ '../device/kept-database'
  );
  return createKeptDatabase({ databases, clock }, storage, whenHidden);
}

/** Fetches the code of the kept names, and opens them. */
export async function openNames(clock: Clock, storage: DeviceStorage): Promise<CatalogueStore> {
  const { createCatalogueDatabase } = await import(
    /* webpackChunkName: "device" */ '../device/catalogue-database'
  );
  return createCatalogueDatabase({ databases, clock, storage });
}
