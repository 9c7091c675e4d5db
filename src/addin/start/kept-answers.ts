import type { AnswerStore } from '../../engine/lookup';
import type { DeviceStorage } from '../spreadsheet/device-storage';
import type { PreferenceStore } from '../device/preferences';
import { CLEARING } from '../device/stored-names';
import type { KeptAnswers } from '../pane/parts/kept-answers';

export interface KeptAnswersParts {
  readonly database: AnswerStore;
  readonly preferences: PreferenceStore;
  readonly storage: Pick<DeviceStorage, 'subscribe'>;
  /** Drops the answers that the engine holds in memory. */
  forget(): void;
}

/** The kept answers as the pane shows them: a switch, a size and a way to clear them. */
export function createKeptAnswers(parts: KeptAnswersParts): KeptAnswers {
  const { database, preferences, storage, forget } = parts;
  return {
    current: () => preferences.current().shouldKeepAnswers,
    subscribe: (listener) => preferences.subscribe(listener),
    whenCleared: (listener) =>
      storage.subscribe((name) => {
        if (name === CLEARING) listener();
      }),
    turn: (shouldKeepAnswers) => void preferences.save({ shouldKeepAnswers }),
    size: () => database.size(),
    async clear() {
      forget();
      await database.clear();
    },
  };
}
