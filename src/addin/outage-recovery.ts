import type { Problems } from '../functions/problems';
import type { CallKind, Clock, LookupErrorCode, Reachability } from '../lookup';
import type { Cells } from '../spreadsheet/host';
import { askAgainFor } from './ask-again';

export interface OutageParts {
  readonly reachability: Pick<Reachability, 'mayCall' | 'isLost' | 'subscribe'>;
  readonly problems: Problems;
  readonly cells: Pick<Cells, 'recalculate'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Runs whenever the device has a network again. */
  whenOnline(run: () => void): void;
}

/**
 * Asks again for the cells that an outage left without a value, when it seems to be over. A score
 * whose call may have arrived is not among them: its code is another.
 */
export function recoverFromOutages(parts: OutageParts) {
  const { reachability, problems, cells, clock, whenOnline } = parts;
  const away = new Set<CallKind>();
  let again = 0;
  let isDue = false;

  function ask(): void {
    // Where the host is busy, they stay listed.
    askAgainFor(OFFLINE, problems, cells).catch(() => undefined);
    if (isDue || again === 0) return;
    isDue = true;
    clock.schedule(AGAIN_MS, () => {
      isDue = false;
      again -= 1;
      if (reachability.isLost) ask();
    });
  }

  reachability.subscribe(() => {
    for (const kind of KINDS) {
      if (!reachability.mayCall(kind)) away.add(kind);
      else if (away.delete(kind)) {
        // A cell may report late, and a host may be busy: until a call has been answered.
        again = MOST_AGAIN;
        ask();
      }
    }
  });
  whenOnline(() => {
    // Else a probe comes first.
    if (!reachability.isLost) ask();
  });
}

const KINDS = ['lookup', 'score'] as const;
const AGAIN_MS = 3000;
const MOST_AGAIN = 5;
const OFFLINE: ReadonlySet<LookupErrorCode> = new Set(['offline']);
