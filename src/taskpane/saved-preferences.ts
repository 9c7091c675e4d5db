import { useState } from 'react';

import type { Preferences, PreferenceStore } from '../settings/preferences';
import { useStoreValue } from './store-value';

/** The preferences, and whether this device keeps them: one state for all that change them. */
export interface SavedPreferences {
  readonly current: Preferences;
  /** False: the last change holds for this session alone. */
  readonly isKept: boolean;
  /** False where the change is out of bounds, and nothing changes. */
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
