import { useCallback, useSyncExternalStore } from 'react';

import type { CellStaleValue } from '../functions/stale-values';
import type { PanePorts } from '../pane/parts/pane-ports';

/** The cells with older values, and the time from which their age counts. */
export interface StaleCells {
  readonly cells: readonly CellStaleValue[];
  /** In epoch milliseconds. */
  readonly now: number;
}

export function useStaleCells({
  staleValues,
  clock,
}: Pick<PanePorts, 'staleValues' | 'clock'>): StaleCells {
  const subscribe = useCallback((run: () => void) => staleValues.subscribe(run), [staleValues]);
  const cells = useSyncExternalStore(subscribe, () => staleValues.list());
  return { cells, now: clock.now() };
}
