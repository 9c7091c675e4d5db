import {
  adjustTally,
  emptyPages,
  readTally,
  removePages,
  trimPages,
  visitPages,
  type Keep,
  type PageSize,
} from './answer-pages';
import type { DatabaseConnection, Transaction } from './database-connection';

/** What a sweep drops, and when. */
export interface Sweep {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Answers from before this time are dropped. */
  readonly oldest: number;
  /** How many of the given number of answers may stay; the oldest go. */
  readonly quota: (answers: number) => number;
}

interface Survey extends PageSize {
  readonly pages: readonly PageAge[];
  /** How many answers were given in each minute since the epoch. */
  readonly byMinute: ReadonlyMap<number, number>;
}

interface PageAge {
  readonly key: IDBValidKey;
  readonly answers: number;
  /**
   * The times of its oldest and newest answer; `-Infinity` for a record that holds anything but
   * answers.
   */
  readonly from: number;
  readonly to: number;
}

/** Pages in one transaction: cells that wait for an answer get their turn in between. */
const PAGES_AT_ONCE = 8;
const MINUTE_MS = 60_000;

/**
 * Surveys all pages, then drops answers that are too old or too many, a few pages at a time.
 * Corrects the tally on the way.
 */
export async function sweepPages(connection: DatabaseConnection, sweep: Sweep): Promise<void> {
  const seen = await connection.transact('readonly', survey);
  if (!seen.isDone) return;
  const { pages, byMinute, answers } = seen.value;
  const { now, oldest, quota } = sweep;
  const drift = await connection.transact('readwrite', (transaction) =>
    adjustTally(transaction, [seen.value.drift], now),
  );
  if (!drift.isDone && drift.trouble !== 'full') return;
  const tooMany = answers - quota(answers);
  const { keep, until } = keepNewest(byMinute, tooMany, oldest);
  const affected = pages.filter(({ from }) => from < until).map(({ key }) => key);
  for (let next = 0; next < affected.length; next += PAGES_AT_ONCE) {
    const keys = affected.slice(next, next + PAGES_AT_ONCE);
    const trimmed = await connection.transact('readwrite', (transaction) =>
      trimPages(transaction, keys, keep),
    );
    if (trimmed.isDone) continue;
    if (trimmed.trouble === 'full') await removeOldest(connection, pages, tooMany);
    return;
  }
}

/**
 * Clears all pages and notes it. If there is no room even for the note, the pages go first: a
 * deletion needs none.
 *
 * @returns whether both are done.
 */
export async function clearNow(
  connection: DatabaseConnection,
  clear: (transaction: Transaction) => Promise<void>,
): Promise<boolean> {
  const cleared = await connection.transact('readwrite', clear);
  if (cleared.isDone || cleared.trouble !== 'full') return cleared.isDone;
  await connection.transact('readwrite', emptyPages);
  return (await connection.transact('readwrite', clear)).isDone;
}

/** Drops whole pages if there is no room even for a smaller page: a deletion needs none. */
async function removeOldest(
  connection: DatabaseConnection,
  pages: readonly PageAge[],
  tooMany: number,
): Promise<void> {
  let left = tooMany;
  const oldest: IDBValidKey[] = [];
  for (const { key, answers } of [...pages].sort((a, b) => a.to - b.to)) {
    if (left <= 0) break;
    oldest.push(key);
    left -= answers;
  }
  const removed = await connection.transact('readwrite', (transaction) =>
    removePages(transaction, oldest),
  );
  if (!removed.isDone) return;
  await connection.transact('readwrite', (transaction) =>
    adjustTally(transaction, [removed.value]),
  );
}

async function survey(transaction: Transaction): Promise<Survey & { readonly drift: PageSize }> {
  const pages: PageAge[] = [];
  const byMinute = new Map<number, number>();
  let answers = 0;
  let bytes = 0;
  await visitPages(transaction, (key, size, entries) => {
    answers += size.answers;
    bytes += size.bytes;
    const isSound = entries.length > 0 && entries.length === size.answers;
    let from = isSound ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (const { at } of entries) {
      from = Math.min(from, at);
      to = Math.max(to, at);
      const minute = Math.floor(at / MINUTE_MS);
      byMinute.set(minute, (byMinute.get(minute) ?? 0) + 1);
    }
    pages.push({ key, answers: size.answers, from, to });
  });
  // Read in the same transaction: other windows count what they write meanwhile.
  const tally = await readTally(transaction);
  const drift = { answers: answers - tally.answers, bytes: bytes - tally.bytes };
  return { answers, bytes, pages, byMinute, drift };
}

/**
 * Keeps all but the `tooMany` oldest answers and those from before `oldest`. Drops nothing from
 * `until` on.
 */
function keepNewest(
  byMinute: ReadonlyMap<number, number>,
  tooMany: number,
  oldest: number,
): { readonly keep: Keep; readonly until: number } {
  let left = tooMany;
  let before = Number.NEGATIVE_INFINITY;
  let within = Number.NEGATIVE_INFINITY;
  for (const minute of [...byMinute.keys()].sort((a, b) => a - b)) {
    if (left <= 0) break;
    before = minute * MINUTE_MS;
    within = before + MINUTE_MS;
    const count = byMinute.get(minute) ?? 0;
    if (count > left) break;
    left -= count;
    before = within;
  }
  const keep: Keep = ({ at }) => {
    if (at < before || at < oldest) return false;
    if (at >= within || left <= 0) return true;
    left -= 1;
    return false;
  };
  return { keep, until: Math.max(within, oldest) };
}
