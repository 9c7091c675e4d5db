import type { Clock } from '../lookup';

/**
 * To be awaited between steps of work: now and then the page gets its turn, and it does the first
 * time, since nobody knows what was done before.
 */
export type Breather = () => Promise<void>;

/** No step may take longer than what is left of 50 ms. */
const SLICE_MS = 8;

export function createBreather(clock: Pick<Clock, 'elapsed' | 'schedule'>): Breather {
  let startedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.elapsed() - startedAt < SLICE_MS) return;
    await new Promise<void>((resolve) => clock.schedule(0, resolve));
    startedAt = clock.elapsed();
  };
}
