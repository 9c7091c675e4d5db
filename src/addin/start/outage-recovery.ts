import type { Problems } from '../functions/problems';
import type { CallKind, Clock, LookupErrorCode, Reachability } from '../../engine/lookup';
import type { Cells } from '../spreadsheet/host';
import { addressesWith, askAgain } from './ask-again';

export interface OutageParts {
  readonly reachability: Pick<Reachability, 'mayCall' | 'subscribe'>;
  readonly problems: Problems;
  readonly cells: Pick<Cells, 'recalculate'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Runs whenever the device has a network again. */
  whenOnline(run: () => void): void;
}

/**
 * When an outage seems to be over, asks again for the cells that it left without a value, each once
 * per outage. A score whose call may have arrived is not among them: it has another error code.
 */
export function recoverFromOutages(parts: OutageParts) {
  const { reachability, problems, cells, clock, whenOnline } = parts;
  const away = new Set<CallKind>();
  let asked = new Set<string>();
  let again = 0;
  let isDue = false;

  async function ask(): Promise<void> {
    const unasked = addressesWith(OFFLINE, problems).filter((address) => !asked.has(address));
    if (unasked.length === 0) return;
    for (const address of unasked) asked.add(address);
    const { failures } = await askAgain(unasked, problems, cells).catch(() => ({
      failures: [{ addresses: unasked }],
    }));
    // If the host was busy, they stay listed.
    for (const { addresses } of failures) for (const address of addresses) asked.delete(address);
  }

  /** Repeats, because a cell may report late and a host may be busy. */
  function askOften(): void {
    void ask();
    if (isDue || again === 0) return;
    isDue = true;
    clock.schedule(AGAIN_MS, () => {
      isDue = false;
      again -= 1;
      askOften();
    });
  }

  reachability.subscribe(() => {
    for (const kind of KINDS) {
      if (!reachability.mayCall(kind)) away.add(kind);
      else if (away.delete(kind)) {
        asked = new Set();
        again = MOST_AGAIN;
        askOften();
      }
    }
  });
  whenOnline(() => {
    // During an outage, a probe comes first.
    if (away.size > 0) return;
    asked = new Set();
    void ask();
  });
}

const OFFLINE: ReadonlySet<LookupErrorCode> = new Set(['offline']);
const KINDS = ['lookup', 'score'] as const;
const AGAIN_MS = 3000;
const MOST_AGAIN = 5;
