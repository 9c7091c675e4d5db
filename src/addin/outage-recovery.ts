import type { Problems } from '../functions/problems';
import type { CallKind, LookupErrorCode, Reachability } from '../lookup';
import type { Cells } from '../spreadsheet/host';
import { askAgainFor } from './ask-again';

export interface OutageParts {
  readonly reachability: Pick<Reachability, 'mayCall' | 'isLost' | 'subscribe'>;
  readonly problems: Problems;
  readonly cells: Pick<Cells, 'recalculate'>;
  /** Runs whenever the device has a network again. */
  whenOnline(run: () => void): void;
}

/**
 * Asks again for the cells that an outage left without a value, when it seems to be over. A score
 * whose call may have arrived is not among them: its code is another.
 */
export function recoverFromOutages({ reachability, problems, cells, whenOnline }: OutageParts) {
  const away = new Set<CallKind>();

  function ask(): void {
    // Where the host is busy, they stay listed.
    askAgainFor(OFFLINE, problems, cells).catch(() => undefined);
  }

  reachability.subscribe(() => {
    for (const kind of ['lookup', 'score'] as const) {
      if (!reachability.mayCall(kind)) away.add(kind);
      else if (away.delete(kind)) ask();
    }
  });
  whenOnline(() => {
    // Else a probe comes first.
    if (!reachability.isLost) ask();
  });
}

const OFFLINE: ReadonlySet<LookupErrorCode> = new Set(['offline']);
