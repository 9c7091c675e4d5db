import type { CancelSignal, Outcome } from '../../../src/engine/lookup';
import type { CacheEntry } from '../../../src/engine/lookup/cache/cache-entry';
import type { CallTarget } from '../../../src/engine/lookup/queue/pending-questions';
import type { PendingQuestion } from '../../../src/engine/lookup/queue/pending-questions';

/** A first asker wants this name of the target; resolves with what it is told. */
export function wanting(
  target: CallTarget,
  name: number,
  stale?: CacheEntry,
  now = 0,
  signal?: CancelSignal,
): Promise<Outcome> {
  return new Promise((resolve) => target.want(name, stale, now, { whenEnded: resolve, signal }));
}

/** Another asker joins; resolves with what it is told. */
export function joining(pending: PendingQuestion, signal?: CancelSignal): Promise<Outcome> {
  return new Promise((resolve) => pending.join({ whenEnded: resolve, signal }));
}
