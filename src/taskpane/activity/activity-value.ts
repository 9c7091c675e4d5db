import { useCallback, useSyncExternalStore } from 'react';

import type { Activity, ActivitySnapshot } from '../../lookup';

/**
 * One value out of the activity. A component that uses it draws again only when that value
 * changes, not ten times a second. `select` gives a primitive: snapshots need not be the same
 * object twice.
 */
export function useActivityValue<Value extends string | number | boolean | undefined>(
  activity: Activity,
  select: (snapshot: ActivitySnapshot) => Value,
): Value {
  const subscribe = useCallback((listener: () => void) => activity.subscribe(listener), [activity]);
  return useSyncExternalStore(subscribe, () => select(activity.snapshot()));
}
