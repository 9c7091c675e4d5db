import { lazy } from '../lookup';
import type { Activity, Clock } from '../lookup';
import type { Ledger } from '../settings/ledger';

export interface LazyLedgerParts {
  readonly activity: Activity;
  readonly clock: Pick<Clock, 'schedule'>;
  load(): Promise<Ledger>;
}

/**
 * The ledger, its code fetched when something has been asked, or when somebody wants to see it: what
 * was done before is not lost, for the engine counts by itself.
 *
 * @returns opens it now; rejects where its code cannot be fetched.
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

/** A network that is away for a while is not asked at every answer. */
const AGAIN_MS = 10_000;
