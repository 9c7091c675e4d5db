import type { Clock } from './clock';
import { SLICE_MS } from './time-slicer';

/** To be awaited between steps of long work: now and then the page gets its turn. */
export type Slicer = () => Promise<void> | undefined;

/**
 * @param callsPerLook for steps that are shorter than it takes to ask for the time.
 * @param startedAt when this slice began; left out, nobody knows, and the page gets its turn first.
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

/** Does something short with each item, in order, and lets the page have its turn in between. */
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
