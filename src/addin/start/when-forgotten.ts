import type { Engine } from '../../engine/lookup';
import type { ForgettableStorage } from '../device/forgettable-storage';
import { CLEARING, GENERATION } from '../device/stored-names';
import type { UsedAnswers } from './used-answers';

export interface Remembering {
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
