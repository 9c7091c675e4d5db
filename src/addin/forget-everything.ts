import type { Catalogue } from '../catalogue/catalogue';
import type { SharedAdmission } from '../device/shared-admission';
import type { AnswerStore, Engine } from '../lookup';
import type { ForgettableStorage } from '../settings/forgettable-storage';
import { CLEARING, GENERATION } from '../settings/stored-names';
import type { UsedAnswers } from './used-answers';

export interface Forgetful {
  readonly storage: Pick<ForgettableStorage, 'forgetAll'>;
  /** A text never given before. */
  newGeneration(): string;
  readonly database: Pick<AnswerStore, 'clear'>;
  openAdmission(): Promise<Pick<SharedAdmission, 'forget'>>;
  readonly names: { open(): Promise<Pick<Catalogue, 'forget'>> };
}

/**
 * Removes all that this device keeps, the key first, and what any of its windows remembers. Rejects
 * when the device would not delete some of it; the rest is gone all the same.
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

export interface Remembering {
  readonly storage: Pick<ForgettableStorage, 'subscribe'>;
  readonly engine: Pick<Engine, 'cancelWaiting' | 'forget'> & {
    readonly spending: Pick<Engine['spending'], 'refuse'>;
  };
  readonly used: Pick<UsedAnswers, 'clear'>;
  /** What of this window is not on the device yet. */
  readonly unwritten: readonly { drop(): void }[];
}

/**
 * Once everything is forgotten, here or in another window, this one remembers none of it: what
 * waits ends, and what is in flight is told to its cells and kept nowhere. Settings, key and ledger
 * see to it themselves.
 */
export function dropWhenForgotten({ storage, engine, used, unwritten }: Remembering): void {
  storage.subscribe((name) => {
    // Another window has cleared the answers that are kept.
    if (name === CLEARING) engine.forget(true);
    if (name !== GENERATION) return;
    engine.cancelWaiting();
    engine.spending.refuse();
    engine.forget(true);
    used.clear();
    for (const each of unwritten) each.drop();
  });
}
