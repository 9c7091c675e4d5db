import type { AnswerStore } from '../lookup';
import type { PreferenceStore } from '../settings/preferences';
import type { KeptAnswers } from '../taskpane/kept-answers';

export interface KeptAnswersParts {
  readonly database: AnswerStore;
  readonly preferences: PreferenceStore;
  /** Drops what the engine remembers by itself. */
  forget(): void;
}

/** The switch, the size and the clearing that a person sees. */
export function createKeptAnswers(parts: KeptAnswersParts): KeptAnswers {
  const { database, preferences, forget } = parts;
  return {
    current: () => preferences.current().shouldKeepAnswers,
    subscribe: (listener) => preferences.subscribe(listener),
    turn: (shouldKeepAnswers) => void preferences.save({ shouldKeepAnswers }),
    size: () => database.size(),
    async clear() {
      forget();
      await database.clear();
    },
  };
}

/**
 * A store whose code is fetched when it is first needed, so that functions are there the sooner.
 * While the switch is off it knows nothing and keeps nothing.
 */
export function lazyStore(load: () => Promise<AnswerStore>, isOn: () => boolean): AnswerStore {
  let loading: Promise<AnswerStore> | undefined;
  const loaded = (): Promise<AnswerStore> => (loading ??= load());
  return {
    read: async (keys) => (isOn() ? (await loaded()).read(keys) : new Map()),
    write: async (entries) => (isOn() ? (await loaded()).write(entries) : undefined),
    clear: async () => (await loaded()).clear(),
    size: async () => (await loaded()).size(),
  };
}
