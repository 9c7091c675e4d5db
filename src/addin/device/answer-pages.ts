import { fingerprint } from '../../engine/async/fingerprint';
import { groupBy } from '../../engine/async/groups';
import type { StoredAnswer, StoredEntry } from '../../engine/lookup';
import { isStorable } from '../../engine/lookup/cache/answer-store';
import type { StoreLayout, Transaction } from './database-connection';
import { mergedAnswers } from './pending-answers';

/**
 * A record of the database: the answers of all subjects whose keys belong to it (see `pageOf`).
 * Many subjects in one record make reading and writing a sheet ten times faster than one record
 * each (docs/decisions/2026-11-21-device-answers.md).
 */
export interface AnswerPage {
  readonly number: number;
  readonly keys: readonly string[];
  /** How many answers each key has; they follow one another in the three lists below. */
  readonly counts: readonly number[];
  /** Each answer's name, as an index into `names`. */
  readonly nameOf: readonly number[];
  readonly values: readonly (number | null)[];
  readonly ats: readonly number[];
  readonly names: readonly string[];
}

/** How much pages hold. `bytes` is an estimate. */
export interface PageSize {
  readonly answers: number;
  readonly bytes: number;
}

const PAGES = 'pages';
const TALLY = 'tally';

/** The stores of the database. */
export const ANSWER_STORES: readonly StoreLayout[] = [
  { name: PAGES, keyPath: 'number' },
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

/**
 * The number of pages never changes. A page has about 200 answers if 50,000 are kept, and 2,000,
 * which is some 100 kB, if as many are kept as may be.
 */
const PAGE_COUNT = 256;

/** Pages read at once: 1,600 answers if 50,000 are kept, a few milliseconds of work. */
const PAGES_AT_ONCE = 8;
/** Up to this many pages are read one by one; if more are wanted, all are read. */
const FEW = PAGE_COUNT / 4;

/** Reads the answers of the wanted subjects into `found`. */
export async function readPages(
  transaction: Transaction,
  wanted: ReadonlySet<string>,
  keep: Keep,
  found: Map<string, StoredAnswer[]>,
): Promise<void> {
  const take = (record: unknown): void => {
    for (const [key, answers] of subjectsOf(record, wanted)) {
      const kept = answers.every(keep) ? answers : answers.filter(keep);
      if (kept.length > 0) found.set(key, kept);
    }
  };
  const store = transaction.store(PAGES);
  const numbers = new Set<number>();
  for (const key of wanted) if (numbers.add(pageOf(key)).size > FEW) break;
  if (numbers.size <= FEW) {
    const read = async (number: number) => take(await transaction.request(store.get(number)));
    await Promise.all([...numbers].map(read));
    return;
  }
  const reads: Promise<void>[] = [];
  for (let from = 0; from < PAGE_COUNT; from += PAGES_AT_ONCE) {
    const range = transaction.keyRange.bound(from, from + PAGES_AT_ONCE, false, true);
    const pages = transaction.request<unknown[]>(store.getAll(range));
    reads.push(pages.then((records) => records.forEach(take)));
  }
  await Promise.all(reads);
}

/** Adds answers. Returns what is stored then. */
export async function mergeIntoPages(
  transaction: Transaction,
  entries: readonly StoredEntry[],
  now: number,
): Promise<Tally> {
  const added = groupBy(entries, ({ key }) => pageOf(key));
  const changes = await Promise.all(
    // Each page is merged in a turn of its own.
    [...added].map(([number, own]) => rewritePage(transaction, number, KEEP_ALL, own, now)),
  );
  return adjustTally(transaction, changes);
}

/** Drops the answers of these records that need not be kept. Returns what is stored then. */
export async function trimPages(
  transaction: Transaction,
  keys: readonly IDBValidKey[],
  keep: Keep,
): Promise<Tally> {
  const changes: PageSize[] = [];
  for (const key of keys) changes.push(await rewritePage(transaction, key, keep, []));
  return adjustTally(transaction, changes);
}

/** Deletes whole records without changing the tally. Returns by how much they change it. */
export async function removePages(
  transaction: Transaction,
  keys: readonly IDBValidKey[],
): Promise<PageSize> {
  const store = transaction.store(PAGES);
  let answers = 0;
  let bytes = 0;
  for (const key of keys) {
    const size = sizeOfPage(await transaction.request(store.get(key)));
    answers -= size.answers;
    bytes -= size.bytes;
    await transaction.request(store.delete(key));
  }
  return { answers, bytes };
}

/** Visits all records, a few at a time. One that is not a page is visited without answers. */
export async function visitPages(
  transaction: Transaction,
  visit: (key: IDBValidKey, size: PageSize, answers: readonly StoredAnswer[]) => void,
): Promise<void> {
  const store = transaction.store(PAGES);
  for (let keys = await transaction.request(store.getAllKeys()); keys.length > 0;) {
    const some = keys.slice(0, PAGES_AT_ONCE);
    keys = keys.slice(PAGES_AT_ONCE);
    const range = transaction.keyRange.bound(some[0], some.at(-1));
    const records = await transaction.request<unknown[]>(store.getAll(range));
    records.forEach((record, index) => {
      const all = [...subjectsOf(record).values()].flat();
      visit(some[index] as IDBValidKey, sizeOfPage(record), all);
    });
  }
}

/** Deletes all pages, and notes the clearing in the tally. */
export async function clearPages(
  transaction: Transaction,
  clearing: string | undefined,
): Promise<void> {
  const tally: Tally = { answers: 0, bytes: 0, sweptAt: 0, clearing };
  await emptyPages(transaction);
  await transaction.request(transaction.store(TALLY).put(tally, TALLY));
}

/** Deletes all pages without changing the tally. */
export async function emptyPages({ store, request }: Transaction): Promise<void> {
  await request(store(PAGES).clear());
}

/** Reads the tally; zeros for one that is missing or damaged. */
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

/** Adds changes to the tally, and the time of a sweep. Returns the tally then. */
export async function adjustTally(
  transaction: Transaction,
  changes: readonly PageSize[],
  sweptNow?: number,
): Promise<Tally> {
  const before = await readTally(transaction);
  const sum = (field: keyof PageSize): number =>
    Math.max(
      0,
      changes.reduce((total, change) => total + change[field], before[field]),
    );
  const sweptAt = sweptNow ?? before.sweptAt;
  const tally: Tally = { ...before, answers: sum('answers'), bytes: sum('bytes'), sweptAt };
  await transaction.request(transaction.store(TALLY).put(tally, TALLY));
  return tally;
}

/** Returns by how much the page has grown. A key that is no page's number is one to delete. */
async function rewritePage(
  transaction: Transaction,
  key: IDBValidKey,
  keep: Keep,
  added: readonly StoredEntry[],
  now = Number.POSITIVE_INFINITY,
): Promise<PageSize> {
  const store = transaction.store(PAGES);
  const record: unknown = await transaction.request(store.get(key));
  const subjects = subjectsOf(record);
  for (const { key: subject, answers } of added) {
    subjects.set(subject, mergedAnswers(subjects.get(subject) ?? [], answers, now));
  }
  const kept = [...subjects]
    .map(([subject, answers]) => ({ key: subject, answers: answers.filter(keep) }))
    .filter(({ answers }) => answers.length > 0);
  const page = kept.length > 0 ? packPage(key as number, kept) : undefined;
  if (page === undefined) await transaction.request(store.delete(key));
  else await transaction.request(store.put(page));
  const [before, after] = [sizeOfPage(record), sizeOfPage(page)];
  return { answers: after.answers - before.answers, bytes: after.bytes - before.bytes };
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/**
 * The answers of the wanted subjects, or of all, leaving out anything that is not an answer. A
 * record that is not a page has none.
 */
function subjectsOf(record: unknown, wanted?: ReadonlySet<string>): Map<string, StoredAnswer[]> {
  const subjects = new Map<string, StoredAnswer[]>();
  if (!isPage(record)) return subjects;
  const { keys, counts, nameOf, values, ats, names } = record;
  let end = 0;
  keys.forEach((key, index) => {
    let next = end;
    end += counts[index] as number;
    if (wanted?.has(key) === false) return;
    const answers: StoredAnswer[] = [];
    for (; next < end; next += 1) {
      const answer = { name: names[nameOf[next] as number], value: values[next], at: ats[next] };
      if (isStorable(answer)) answers.push(answer);
    }
    if (answers.length > 0) subjects.set(key, answers);
  });
  return subjects;
}

/** The number of the page that a subject's answers are in. */
function pageOf(key: string): number {
  return fingerprint(key) % PAGE_COUNT;
}

/** Zero for a record that is not a page. */
function sizeOfPage(record: unknown): PageSize {
  if (!isPage(record)) return { answers: 0, bytes: 0 };
  const { keys, names, values } = record;
  const bytes = [...keys, ...names].reduce((sum, text) => sum + text.length, 0);
  return { answers: values.length, bytes: bytes + PAGE_BYTES + values.length * ANSWER_BYTES };
}

/** As serialised by V8: two doubles with their tags, and a small index. */
const ANSWER_BYTES = 20;
const PAGE_BYTES = 100;

function packPage(number: number, subjects: readonly StoredEntry[]): AnswerPage {
  const names = new Map<string, number>();
  const nameOf: number[] = [];
  const values: (number | null)[] = [];
  const ats: number[] = [];
  for (const { answers } of subjects) {
    for (const { name, value, at } of answers) {
      let index = names.get(name);
      if (index === undefined) names.set(name, (index = names.size));
      nameOf.push(index);
      values.push(value);
      ats.push(at);
    }
  }
  return {
    number,
    keys: subjects.map(({ key }) => key),
    counts: subjects.map(({ answers }) => answers.length),
    nameOf,
    values,
    ats,
    names: [...names.keys()],
  };
}

/** Whether no answer of the record can appear under another key. Answers are checked later. */
function isPage(record: unknown): record is AnswerPage {
  if (typeof record !== 'object' || record === null) return false;
  const page = record as Partial<Record<keyof AnswerPage, unknown>>;
  const { number, keys, counts, nameOf, values, ats, names } = page;
  return (
    typeof number === 'number' &&
    isListOf(isText, keys) &&
    isListOf(isText, names) &&
    isListOf(isCount, counts) &&
    counts.length === keys.length &&
    [nameOf, values, ats].every(
      (list) => Array.isArray(list) && list.length === counts.reduce((sum, n) => sum + n, 0),
    )
  );
}

function isListOf<Item>(
  isItem: (item: unknown) => item is Item,
  list: unknown,
): list is readonly Item[] {
  return Array.isArray(list) && list.every(isItem);
}

function isText(item: unknown): item is string {
  return typeof item === 'string';
}

function isCount(item: unknown): item is number {
  return Number.isSafeInteger(item) && (item as number) > 0;
}
