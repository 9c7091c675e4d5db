import { useCallback, useState, useSyncExternalStore } from 'react';

import type { Preferences, PreferenceStore } from '../../device/preferences';
import type { Activity, ActivitySnapshot } from '../../../engine/lookup';

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

/**
 * One value from the activity. A component that uses it redraws only when that value changes, not
 * ten times a second. `select` returns a primitive, because each snapshot may be another object.
 */
export function useActivityValue<Value extends string | number | boolean | undefined>(
  activity: Activity,
  select: (snapshot: ActivitySnapshot) => Value,
): Value {
  const subscribe = useCallback((listener: () => void) => activity.subscribe(listener), [activity]);
  return useSyncExternalStore(subscribe, () => select(activity.snapshot()));
}
