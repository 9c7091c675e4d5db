import { lazy } from '../../engine/lookup';
import type { Activity, Clock } from '../../engine/lookup';
import type { Ledger } from '../device/ledger';

export interface LazyLedgerParts {
  readonly activity: Activity;
  readonly clock: Pick<Clock, 'schedule'>;
  load(): Promise<Ledger>;
}

/**
 * The ledger. Its code is fetched when the engine first reports activity, or somebody opens the
 * ledger. Nothing that happens before is lost, because the engine keeps its own counts.
 *
 * @returns a function that opens it now, and rejects if its code cannot be fetched.
 */
export function createLazyLedger({
  activity,
  clock,
  load,
}: LazyLedgerParts): () => Promise<Ledger> {
  const open = lazy(load);

  function openOnce(): void {
    const leave = activity.subscribe(() => {
      leave();
      open().catch(() => clock.schedule(AGAIN_MS, openOnce));
    });
  }

  openOnce();
  return open;
}

/** While the network is away, not every answer triggers another attempt. */
const AGAIN_MS = 10_000;
