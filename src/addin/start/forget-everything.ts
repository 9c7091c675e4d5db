import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { SharedAdmission } from '../device/shared-admission';
import type { AnswerStore, Engine } from '../../engine/lookup';
import type { ForgettableStorage } from '../device/forgettable-storage';
import { CLEARING, GENERATION } from '../device/stored-record';
import type { UsedAnswers } from './used-answers';

export interface Forgetful {
  readonly storage: Pick<ForgettableStorage, 'forgetAll'>;
  /** A text never used before. */
  newGeneration(): string;
  readonly database: Pick<AnswerStore, 'clear' | 'size'>;
  readonly admission: Pick<SharedAdmission, 'forget' | 'isAlone'>;
  readonly names: { open(): Promise<Pick<Catalogue, 'forget'>> };
}

/**
 * Removes everything that this device keeps or any of its windows remembers, the key first. Rejects
 * if the device fails to delete some of it; the rest is gone all the same.
 */
export async function forgetEverything(all: Forgetful): Promise<void> {
  all.storage.forgetAll(all.newGeneration());
  const forgettings = [forgetAnswers(all.database), forgetNames(all.names), forgetSpending(all)];
  const failure = (await Promise.allSettled(forgettings)).find(
    (result) => result.status === 'rejected',
  );
  if (failure !== undefined) throw new Error('This device would not delete all that it keeps.');
}

async function forgetAnswers(database: Forgetful['database']): Promise<void> {
  await database.clear();
  const { trouble } = await database.size();
  if (trouble !== undefined) throw new Error(`answers: ${trouble}`);
}

async function forgetNames(names: Forgetful['names']): Promise<void> {
  const { trouble } = await (await names.open()).forget('all');
  if (trouble !== undefined) throw new Error(`known names: ${trouble}`);
}

async function forgetSpending({ admission }: Pick<Forgetful, 'admission'>): Promise<void> {
  await admission.forget();
  if (admission.isAlone) throw new Error('spending: blocked');
}

interface Remembering {
  readonly storage: Pick<ForgettableStorage, 'subscribe'>;
  readonly engine: Pick<Engine, 'cancelWaiting' | 'forget'> & {
    readonly spending: Pick<Engine['spending'], 'refuse'>;
  };
  readonly used: Pick<UsedAnswers, 'clear'>;
  /** What this window has not written to the device yet. */
  readonly unwritten: readonly { drop(): void }[];
}

/**
 * When everything is forgotten, here or in another window, this window drops what it remembers:
 * what waits ends, and answers in flight reach their cells but are not kept. Settings, key and
 * ledger handle this themselves.
 */
export function dropWhenForgotten({ storage, engine, used, unwritten }: Remembering): void {
  storage.subscribe((name) => {
    // Another window has cleared the kept answers.
    if (name === CLEARING) engine.forget(true);
    if (name !== GENERATION) return;
    engine.cancelWaiting();
    engine.spending.refuse();
    engine.forget(true);
    used.clear();
    for (const each of unwritten) each.drop();
  });
}
