import { createKeptDatabase } from '../device/kept-database';
import type { OtherWindows } from '../device/other-windows';
import { shareAnswers } from '../device/shared-answers';
import { switchedStore } from '../device/switched-store';
import type { Clock } from '../lookup';
import type { DeviceStorage } from '../settings/device-storage';
import type { PreferenceStore } from '../settings/preferences';
import { CLEARING } from '../settings/stored-names';
import type { WritingStore } from './lazy-store';
import { whenHidden } from './page';

export interface AnswersParts {
  readonly clock: Clock;
  readonly storage: DeviceStorage;
  readonly preferences: PreferenceStore;
}

/** The answers that this device keeps, if it is to keep any, and those that other windows are told. */
export function openAnswers(
  { clock, storage, preferences }: AnswersParts,
  others: OtherWindows,
): WritingStore {
  const databases = () => ({ indexedDB, IDBKeyRange });
  const kept = createKeptDatabase({ databases, clock }, storage, whenHidden);
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
