import type { Clock } from '../lookup';

/** As long as work may hold up a page that somebody types in. */
const PIECE_MS = 8;
/** Asking for the time costs more than most items do. */
const ITEMS_BETWEEN_LOOKS = 16;

/** Does something with each item, in order, and lets the page breathe in between. */
export async function inPieces<Item>(
  items: readonly Item[],
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
  run: (item: Item, index: number) => void,
): Promise<void> {
  let startedAt = clock.elapsed();
  for (let index = 0; index < items.length; index += 1) {
    run(items[index] as Item, index);
    if (index % ITEMS_BETWEEN_LOOKS !== 0 || clock.elapsed() - startedAt < PIECE_MS) continue;
    await new Promise<void>((resolve) => clock.schedule(0, resolve));
    startedAt = clock.elapsed();
  }
}
