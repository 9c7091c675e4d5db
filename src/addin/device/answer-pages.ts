import type { StoredAnswer, StoredEntry } from '../../engine/lookup';
import { mergedAnswers, packPages, sizeOfPage, unpackPage, type PageSize } from './answer-page';
import type { StoreLayout, Transaction } from './database-connection';

const PAGES = 'pages';
const TALLY = 'tally';

export const ANSWER_STORES: readonly StoreLayout[] = [
  { name: PAGES, keyPath: 'low' },
  { name: TALLY, keyPath: null },
];

/** What the database holds, updated with each write so that nothing need be counted. */
export interface Tally extends PageSize {
  /** When old answers were last looked for, in epoch milliseconds. */
  readonly sweptAt: number;
  /** The last clearing; undefined if nothing was ever cleared. */
  readonly clearing: string | undefined;
}

/** Decides whether an answer stays. */
export type Keep = (answer: StoredAnswer) => boolean;
const KEEP_ALL: Keep = () => true;

/** Pages read at once: about a thousand subjects, a few milliseconds of work. */
const PAGES_AT_ONCE = 4;
/** Fewer keys than this are looked up one by one. */
const FEW = 12;

/**
 * Reads the answers of the wanted subjects into `found`.
 *
 * Does not sort the keys if most pages are wanted anyway: it then reads all pages between the first
 * and the last wanted key.
 */
export async function readPages(
  transaction: Transaction,
  wanted: ReadonlySet<string>,
  keep: Keep,
  found: Map<string, StoredAnswer[]>,
): Promise<void> {
  const take = (record: unknown): void => {
    unpackPage(
      record,
      (key) => wanted.has(key),
      (key, answers) => {
        const kept = answers.every(keep) ? answers : answers.filter(keep);
        if (kept.length > 0) found.set(key, kept);
      },
    );
  };
  if (wanted.size <= FEW) {
    await Promise.all([...wanted].map(async (key) => take(await pageOf(transaction, key))));
    return;
  }
  const { first, last } = extremes(wanted);
  const lows = await lowsBetween(transaction, first, last);
  const touched =
    wanted.size >= lows.length ? lows : [...byPage([...wanted].sort(), lows, String).keys()];
  await Promise.all(
    runsOf(touched, lows).map(async ({ from, to }) => {
      const range = transaction.keyRange.bound(from, to);
      const pages = transaction.store(PAGES).getAll(range);
      for (const record of await transaction.request(pages)) take(record);
    }),
  );
}

/** Adds subjects, given in the order of their keys. Returns what is held now. */
export async function mergeIntoPages(
  transaction: Transaction,
  entries: readonly StoredEntry[],
  now: number,
): Promise<Tally> {
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return readTally(transaction);
  const lows = await lowsBetween(transaction, first.key, last.key);
  const changes = await Promise.all(
    [...byPage(entries, lows, ({ key }) => key)].map(([low, added]) =>
      // Each page is merged in a turn of its own.
      rewritePage(transaction, low, KEEP_ALL, added, now),
    ),
  );
  return adjustTally(transaction, changes);
}

/** Drops answers from some pages, named by their lows. */
export async function trimPages(
  transaction: Transaction,
  lows: readonly string[],
  keep: Keep,
): Promise<Tally> {
  const changes: PageSize[] = [];
  for (const low of lows) changes.push(await rewritePage(transaction, low, keep, []));
  return adjustTally(transaction, changes);
}

/** Deletes whole pages, named by their lows, without changing the tally. Returns the change. */
export async function removePages(
  transaction: Transaction,
  lows: readonly string[],
): Promise<PageSize> {
  const store = transaction.store(PAGES);
  let answers = 0;
  let bytes = 0;
  for (const low of lows) {
    const size = sizeOfPage(await transaction.request(store.get(low)));
    answers -= size.answers;
    bytes -= size.bytes;
    await transaction.request(store.delete(low));
  }
  return { answers, bytes };
}

/** Visits all pages, a few at a time. A record that is not a page is visited without answers. */
export async function visitPages(
  transaction: Transaction,
  visit: (low: string, size: PageSize, answers: readonly StoredAnswer[]) => void,
): Promise<void> {
  const store = transaction.store(PAGES);
  for (let lows = await transaction.request(store.getAllKeys()); lows.length > 0;) {
    const some = lows.slice(0, PAGES_AT_ONCE);
    lows = lows.slice(PAGES_AT_ONCE);
    const range = transaction.keyRange.bound(some[0], some.at(-1));
    for (const record of await transaction.request<{ low: string }[]>(store.getAll(range))) {
      const all: StoredAnswer[] = [];
      unpackPage(
        record,
        () => true,
        (_key, answers) => all.push(...answers),
      );
      visit(record.low, sizeOfPage(record), all);
    }
  }
}

export async function clearPages(
  transaction: Transaction,
  clearing: string | undefined,
): Promise<void> {
  const tally: Tally = { answers: 0, bytes: 0, sweptAt: 0, clearing };
  await emptyPages(transaction);
  await transaction.request(transaction.store(TALLY).put(tally, TALLY));
}

/** Deletes all pages, without noting it. */
export async function emptyPages({ store, request }: Transaction): Promise<void> {
  await request(store(PAGES).clear());
}

export async function readTally(transaction: Transaction): Promise<Tally> {
  const record: unknown = await transaction.request(transaction.store(TALLY).get(TALLY));
  const found = (record ?? {}) as Partial<Record<keyof Tally, unknown>>;
  return {
    answers: toCount(found.answers),
    bytes: toCount(found.bytes),
    sweptAt: toCount(found.sweptAt),
    clearing: typeof found.clearing === 'string' ? found.clearing : undefined,
  };
}

/** Returns the tally after these changes. */
export async function adjustTally(
  transaction: Transaction,
  changes: readonly PageSize[],
  sweptNow?: number,
): Promise<Tally> {
  const held = await readTally(transaction);
  const sum = (field: keyof PageSize): number =>
    Math.max(
      0,
      changes.reduce((total, change) => total + change[field], held[field]),
    );
  const sweptAt = sweptNow ?? held.sweptAt;
  const tally: Tally = { ...held, answers: sum('answers'), bytes: sum('bytes'), sweptAt };
  await transaction.request(transaction.store(TALLY).put(tally, TALLY));
  return tally;
}

/** Returns by how much the page has grown. */
async function rewritePage(
  transaction: Transaction,
  low: string,
  keep: Keep,
  added: readonly StoredEntry[],
  now = Number.POSITIVE_INFINITY,
): Promise<PageSize> {
  const store = transaction.store(PAGES);
  const record: unknown = await transaction.request(store.get(low));
  const subjects = new Map<string, readonly StoredAnswer[]>();
  unpackPage(
    record,
    () => true,
    (key, answers) => subjects.set(key, answers),
  );
  for (const { key, answers } of added) {
    subjects.set(key, mergedAnswers(subjects.get(key) ?? [], answers, now));
  }
  const kept = [...subjects]
    .map(([key, answers]) => ({ key, answers: answers.filter(keep) }))
    .filter(({ answers }) => answers.length > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const pages = packPages(low, kept);
  if (pages.length === 0) await transaction.request(store.delete(low));
  await Promise.all(pages.map((page) => transaction.request(store.put(page))));
  const before = sizeOfPage(record);
  const after = pages.map(sizeOfPage);
  const growth = (field: keyof PageSize): number =>
    after.reduce((total, size) => total + size[field], -before[field]);
  return { answers: growth('answers'), bytes: growth('bytes') };
}

async function pageOf(transaction: Transaction, key: string): Promise<unknown> {
  const upTo = transaction.keyRange.upperBound(key);
  const cursor = transaction.store(PAGES).openCursor(upTo, 'prev');
  return (await transaction.request<IDBCursorWithValue | null>(cursor))?.value;
}

/** The lows of the pages that may hold keys from `first` to `last`, in order; at least one. */
async function lowsBetween(
  transaction: Transaction,
  first: string,
  last: string,
): Promise<string[]> {
  const { keyRange } = transaction;
  const store = transaction.store(PAGES);
  const floor = store.openKeyCursor(keyRange.upperBound(first), 'prev');
  // A range with an open lower bound must not be empty.
  const between = first < last ? keyRange.bound(first, last, true) : keyRange.only(last);
  const [cursor, lows] = await Promise.all([
    transaction.request<IDBCursor | null>(floor),
    transaction.request<IDBValidKey[]>(store.getAllKeys(between)),
  ]);
  const lowest = typeof cursor?.key === 'string' ? cursor.key : LOWEST;
  const isAbove = (low: IDBValidKey): low is string => typeof low === 'string' && low > lowest;
  return [lowest, ...lows.filter(isAbove)];
}

/** The first page starts here, whatever its first key, so that every key has a page. */
const LOWEST = '';

/** Assigns the items, in the order of their keys, to their pages. */
function byPage<Item>(
  items: readonly Item[],
  lows: readonly string[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> {
  const pages = new Map<string, Item[]>();
  let page = 0;
  for (const item of items) {
    const key = keyOf(item);
    while (page + 1 < lows.length && (lows[page + 1] as string) <= key) page += 1;
    const low = lows[page] as string;
    const held = pages.get(low);
    if (held === undefined) pages.set(low, [item]);
    else held.push(item);
  }
  return pages;
}

/** Groups of neighbouring pages, each fetched by one request. */
function runsOf(
  touched: readonly string[],
  lows: readonly string[],
): { readonly from: string; readonly to: string }[] {
  const runs: { from: string; to: string; length: number }[] = [];
  let next = 0;
  for (const low of touched) {
    const run = runs.at(-1);
    const isNeighbour = lows[next] === low;
    if (run !== undefined && isNeighbour && run.length < PAGES_AT_ONCE) {
      run.to = low;
      run.length += 1;
    } else {
      runs.push({ from: low, to: low, length: 1 });
    }
    while (lows[next] !== low) next += 1;
    next += 1;
  }
  return runs;
}

function extremes(keys: ReadonlySet<string>): { readonly first: string; readonly last: string } {
  let first: string | undefined;
  let last: string | undefined;
  for (const key of keys) {
    if (first === undefined || key < first) first = key;
    if (last === undefined || key > last) last = key;
  }
  return { first: first ?? LOWEST, last: last ?? LOWEST };
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
