import type { Engine } from '../lookup';
import type { ForgettableStorage } from '../settings/forgettable-storage';
import { CLEARING, GENERATION } from '../settings/stored-names';
import type { UsedAnswers } from './used-answers';

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
