import { useState } from 'react';

import type { Preferences, PreferenceStore } from '../../device/preferences';
import { useStoreValue } from './use-store-value';

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
