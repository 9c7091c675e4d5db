import { useCallback, useState, useSyncExternalStore } from 'react';

import type { Preferences, PreferenceStore } from '../../device/preferences';

/** Anything that has a current value and tells when it changes. */
export interface ValueStore<Value> {
  /** The same value until something changes. */
  current(): Value;
  subscribe(listener: () => void): () => void;
}

/** The store's value; the component redraws when it changes. */
export function useStoreValue<Value>(store: ValueStore<Value>): Value {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.current());
}

/** The preferences, and whether this device keeps them: one state shared by all their fields. */
export interface SavedPreferences {
  readonly current: Preferences;
  /** False if the last change lasts for this session only. */
  readonly isKept: boolean;
  /** False if the change is out of bounds; then nothing changes. */
  save(change: Partial<Preferences>): boolean;
}

export function useSavedPreferences(store: PreferenceStore): SavedPreferences {
  const current = useStoreValue(store);
  const [isKept, setIsKept] = useState(true);
  return {
    current,
    isKept,
    save(change) {
      const saving = store.save(change);
      if (saving.kind === 'saved') setIsKept(saving.isKept);
      return saving.kind === 'saved';
    },
  };
}
