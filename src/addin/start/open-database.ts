import { createKeptDatabase } from '../device/kept-database';
import type { OtherWindows } from '../device/other-windows';
import { shareAnswers } from '../device/shared-answers';
import { switchedStore } from '../device/switched-store';
import type { Clock } from '../../engine/lookup';
import type { PreferenceStore } from '../device/preferences';
import { CLEARING } from '../device/stored-names';
import type { Host } from '../spreadsheet/host';
import type { WritingStore } from './lazy-store';
import { whenHidden } from './page';

export interface AnswersParts {
  readonly clock: Clock;
  readonly host: Pick<Host, 'storage' | 'partition'>;
  readonly preferences: PreferenceStore;
}

/** The answers on this device: kept if the preference says so, and shared with other windows. */
export function openAnswers(
  { clock, host, preferences }: AnswersParts,
  others: OtherWindows,
): WritingStore {
  const { storage } = host;
  const databases = () => ({ indexedDB, IDBKeyRange });
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
