import { useCallback, useSyncExternalStore } from 'react';

import type { Activity, ActivitySnapshot } from '../../engine/lookup';

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
