import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Does a long work slice by slice; requests have their turn in between. A report of 10,000 people
 * would otherwise hold up everybody's answers.
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => Promise<Result> | Result,
  turn: () => Promise<unknown> = nextTurn,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += MOST_AT_ONCE) {
    if (at > 0) await turn();
    results.push(await work(items.slice(at, at + MOST_AT_ONCE)));
  }
  return results;
}

/** Takes some milliseconds, with all that is read and written for each. */
export const MOST_AT_ONCE = 250;
