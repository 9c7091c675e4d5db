import type { Clock } from './clock';
import { SLICE_MS } from './time-slicer';

/** Awaited between steps of long work, so that the page gets its turn now and then. */
export type Slicer = () => Promise<void> | undefined;

/**
 * @param callsPerLook how many steps to take between readings of the clock, for very short steps.
 * @param startedAt when this slice began. If unknown, the page gets its turn first.
 */
export function createSlicer(
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
  callsPerLook = 1,
  startedAt = Number.NEGATIVE_INFINITY,
): Slicer {
  let calls = 0;
  const nextTurn = async (): Promise<void> => {
    await new Promise<void>((resolve) => clock.schedule(0, resolve));
    startedAt = clock.elapsed();
  };
  return () => {
    calls += 1;
    if (calls % callsPerLook !== 0 || clock.elapsed() - startedAt < SLICE_MS) return undefined;
    return nextTurn();
  };
}

/** Runs a short step for each item, in order, and gives the page its turn in between. */
export async function eachInSlices<Item>(
  items: readonly Item[],
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
  run: (item: Item) => void,
): Promise<void> {
  const slice = createSlicer(clock, 16, clock.elapsed());
  for (const item of items) {
    run(item);
    const turn = slice();
    if (turn !== undefined) await turn;
  }
}
