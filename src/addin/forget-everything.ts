import type { Catalogue } from '../catalogue/catalogue';
import type { SharedAdmission } from '../device/shared-admission';
import type { AnswerStore } from '../lookup';
import type { ForgettableStorage } from '../settings/forgettable-storage';

export interface Forgetful {
  readonly storage: Pick<ForgettableStorage, 'forgetAll'>;
  /** A text never used before. */
  newGeneration(): string;
  readonly database: Pick<AnswerStore, 'clear'>;
  openAdmission(): Promise<Pick<SharedAdmission, 'forget'>>;
  readonly names: { open(): Promise<Pick<Catalogue, 'forget'>> };
}

/**
 * Removes everything that this device keeps or any of its windows remembers, the key first. Rejects
 * if the device fails to delete some of it; the rest is gone all the same.
 */
export async function forgetEverything(all: Forgetful): Promise<void> {
  all.storage.forgetAll(all.newGeneration());
  const forgetSpending = all.openAdmission().then((admission) => admission.forget());
  const forgettings = [all.database.clear(), forgetNames(all.names), forgetSpending];
  const failure = (await Promise.allSettled(forgettings)).find(
    (result) => result.status === 'rejected',
  );
  if (failure !== undefined) throw new Error('This device would not delete all that it keeps.');
}

async function forgetNames(names: Forgetful['names']): Promise<void> {
  const { trouble } = await (await names.open()).forget('all');
  if (trouble !== undefined) throw new Error(`known names: ${trouble}`);
}
