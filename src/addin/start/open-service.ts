import { createReachability, type WatchedReachability } from '../../engine/client/reachability';
import { isServerThere } from '../../engine/client/http-call';
import { createServiceSource, type ServiceSourceOptions } from '../../engine/client/service-source';
import type { Source, CallKind, Clock, LookupErrorCode } from '../../engine/lookup';
import { readServiceAddress } from '../../engine/client/service-address';
import type { Problems } from '../functions/problems';
import type { Cells } from '../spreadsheet/host';
import { addressesWith, askAgain } from './ask-again';

export type OpenServiceOptions = ServiceSourceOptions & Pick<OutageParts, 'problems' | 'cells'>;

/** The service over the page's network, with a watch on whether it can be reached. */
export function openService({ problems, cells, ...options }: OpenServiceOptions): Source {
  const reachability = createReachability({
    clock: options.clock,
    random: () => Math.random(),
    whenOnline,
    async probe(kind) {
      const { attributeUrl, modelUrl } = options.connection().addresses;
      const reading = readServiceAddress(kind === 'lookup' ? attributeUrl : modelUrl);
      if (reading.kind !== 'address') return false;
      return isServerThere(reading.url, { ...options, timeoutMs: PROBE_MS });
    },
  });
  recoverFromOutages({ reachability, problems, cells, clock: options.clock, whenOnline });
  return createServiceSource({ ...options, online: () => navigator.onLine, reachability });
}

/** Runs whenever the device has a network again. */
function whenOnline(run: () => void): void {
  window.addEventListener('online', run);
}

const PROBE_MS = 10_000;

interface OutageParts {
  readonly reachability: Pick<WatchedReachability, 'mayCall' | 'isTrying' | 'subscribe'>;
  readonly problems: Problems;
  readonly cells: Pick<Cells, 'recalculate'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Runs whenever the device has a network again. */
  whenOnline(run: () => void): void;
}

/**
 * When an outage seems to be over, asks again for the cells that it left without a value, each once
 * per outage. Where only a call can tell, one cell is asked first, so that a sheet of 10,000 does
 * not turn busy every few seconds. A score whose call may have arrived is not among them: it has
 * another error code.
 */
export function recoverFromOutages(parts: OutageParts) {
  const { reachability, problems, cells, clock, whenOnline } = parts;
  const away = new Set<CallKind>();
  let asked = new Set<string>();
  let again = 0;
  let isDue = false;

  async function ask(most = Infinity): Promise<void> {
    const unasked = addressesWith(OFFLINE, problems)
      .filter((address) => !asked.has(address))
      .slice(0, most);
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
      else if (reachability.isTrying(kind)) void ask(1);
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
