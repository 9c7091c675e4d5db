import type { CancelSignal, Clock } from '../lookup';

export interface TimeLimit<T> {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Ends the work early. */
  readonly signal: CancelSignal;
  /** The result of work that was given up. */
  readonly otherwise: T;
}

/**
 * Runs work that may hang, and settles in time whether or not the work minds being aborted. What
 * the work rejects with before that is passed on.
 */
export async function withinTime<T>(
  { clock, timeoutMs, signal, otherwise }: TimeLimit<T>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) return otherwise;
  const controller = new AbortController();
  let giveUp = () => {};
  const givenUp = new Promise<T>((resolve) => {
    giveUp = () => {
      // First, because the work may reject at once when it is aborted.
      resolve(otherwise);
      controller.abort();
    };
  });
  const cancelTimeout = clock.schedule(timeoutMs, giveUp);
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([givenUp, work(controller.signal)]);
  } finally {
    cancelTimeout();
    signal.removeEventListener('abort', giveUp);
  }
}
