import type { Clock } from '../engine/lookup';
import { DatabaseConnection } from '../addin/device/database-connection';
import type { Databases, StoreLayout, Transaction } from '../addin/device/database-connection';
import { objectOf, text, wholeNumber } from '../addin/device/json-reader';
import type { SavedWorkbook } from './saved-workbook';
import { dateFormat } from '../engine/language/speech';

/** A workbook that is kept on this device, without its content. */
export interface KeptWorkbook {
  readonly id: string;
  readonly name: string;
  /** When it was last kept, in epoch milliseconds. */
  readonly at: number;
}

/**
 * The workbooks last worked on, kept on this device. Nothing rejects: a device may be unable to
 * keep any.
 */
export interface KeptWorkbooks {
  /** Returns the kept workbooks, the newest first. */
  list(): Promise<readonly KeptWorkbook[]>;
  /** Returns the content as it was written; undefined if it is gone. */
  read(id: string): Promise<string | undefined>;
  /**
   * Keeps a workbook, and drops the oldest ones to make room. Returns false if the device could not
   * keep it.
   */
  write(workbook: KeptWorkbook, content: string): Promise<boolean>;
  clear(): Promise<void>;
}

export interface KeptWorkbooksOptions {
  readonly databases: () => Databases;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>;
  /**
   * Returns a value that changes when everything on the device is forgotten. What was kept before
   * is gone then.
   */
  readonly generation: () => string;
}

/** How many workbooks a device keeps. */
export const MAX_KEPT_WORKBOOKS = 3;
/** Maximum length of a workbook's content, in UTF-16 units. */
export const MAX_KEPT_CONTENT = 20_000_000;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_NAME = 200;

/** Opens the workbooks that this device keeps: the newest three, for 30 days. */
export function createKeptWorkbooks(options: KeptWorkbooksOptions): KeptWorkbooks {
  const { clock, generation } = options;
  const database = new DatabaseConnection({
    ...options,
    name: 'locus-workbooks',
    version: 1,
    stores: STORES,
    deadlineMs: 5_000,
    retryMs: 30_000,
  });
  const isStillKept = ({ at, generation: of }: Listed): boolean =>
    of === generation() && at > clock.now() - MAX_AGE_MS && at <= clock.now();
  /** Drops workbooks that are outdated or too many; returns the others, newest first. */
  const tidied = async (): Promise<readonly KeptWorkbook[]> => {
    const result = await database.transact('readwrite', async (transaction) => {
      const listed = await listIn(transaction);
      const kept = listed.filter(isStillKept).slice(0, MAX_KEPT_WORKBOOKS);
      await dropOthers(transaction, kept);
      return kept.map(({ id, name: called, at }) => ({ id, name: called, at }));
    });
    return result.isDone ? result.value : [];
  };
  return {
    list: tidied,
    async read(id) {
      const result = await database.transact('readonly', async (transaction) => {
        const content: unknown = await transaction.request(transaction.store(CONTENTS).get(id));
        return contentReader(content)?.content;
      });
      return result.isDone ? result.value : undefined;
    },
    async write(workbook, content) {
      if (content.length > MAX_KEPT_CONTENT) return false;
      const listed = { ...workbook, name: workbook.name.slice(0, MAX_NAME) };
      const of = generation();
      const result = await database.transact('readwrite', async (transaction) => {
        // Everything was forgotten meanwhile, and this content dates from before.
        if (generation() !== of) return false;
        const list = transaction.store(LIST);
        const written = [
          transaction.request(list.put({ ...listed, generation: of })),
          transaction.request(transaction.store(CONTENTS).put({ id: listed.id, content })),
        ];
        // The page may be about to close, which would lose anything not committed.
        list.transaction.commit();
        await Promise.all(written);
        return true;
      });
      if (result.isDone) await tidied();
      return result.isDone && result.value;
    },
    async clear() {
      await database.transact('readwrite', async ({ store, request }) => {
        const cleared = [LIST, CONTENTS].map((each) => request(store(each).clear()));
        store(LIST).transaction.commit();
        await Promise.all(cleared);
      });
    },
  };
}

const LIST = 'list';
const CONTENTS = 'contents';
const STORES: readonly StoreLayout[] = [
  { name: LIST, keyPath: 'id' },
  { name: CONTENTS, keyPath: 'id' },
];

interface Listed extends KeptWorkbook {
  readonly generation: string;
}

const listedReader = objectOf<Listed>({
  id: text(),
  name: text((name) => name.length <= MAX_NAME),
  at: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  generation: text(),
});
const contentReader = objectOf<{ readonly content: string }>({
  content: text((content) => content.length <= MAX_KEPT_CONTENT),
});

/** Newest first; leaves out unreadable records. */
async function listIn(transaction: Transaction): Promise<Listed[]> {
  const records: unknown[] = await transaction.request(transaction.store(LIST).getAll());
  return records.flatMap((record) => listedReader(record) ?? []).sort((a, b) => b.at - a.at);
}

async function dropOthers(
  { store, request }: Transaction,
  kept: readonly KeptWorkbook[],
): Promise<void> {
  const ids: ReadonlySet<IDBValidKey> = new Set(kept.map(({ id }) => id));
  for (const name of [LIST, CONTENTS]) {
    const keys = await request(store(name).getAllKeys());
    for (const key of keys) if (!ids.has(key)) await request(store(name).delete(key));
  }
}

/** A kept workbook with its content. */
export interface LastWork {
  readonly workbook: KeptWorkbook;
  readonly saved: SavedWorkbook | undefined;
}

/** The last workbook of a person, and the others that this device keeps. */
export interface KeptWork {
  readonly last: LastWork | undefined;
  readonly others: readonly KeptWorkbook[];
}

/**
 * Finds what a person has left.
 *
 * @param isWanted whether the page should open the last one. It is offered in any case.
 */
export async function findKept(
  kept: KeptWorkbooks,
  claimLast: (kept: readonly KeptWorkbook[]) => Promise<KeptWorkbook | undefined>,
  isWanted: boolean,
): Promise<KeptWork> {
  const workbooks = await kept.list();
  const workbook = isWanted ? await claimLast(workbooks) : undefined;
  if (workbook === undefined) return { last: undefined, others: workbooks };
  return {
    last: { workbook, saved: await readKept(kept, workbook) },
    others: workbooks.filter(({ id }) => id !== workbook.id),
  };
}

/** Reads a kept workbook; undefined if it is gone or unreadable. */
export async function readKept(
  kept: Pick<KeptWorkbooks, 'read'>,
  { id }: KeptWorkbook,
): Promise<SavedWorkbook | undefined> {
  const [content = '', { readKeptContent }] = await Promise.all([
    kept.read(id),
    import(/* webpackChunkName: "kept" */ './kept-content'),
  ]);
  return readKeptContent(content);
}

/**
 * Returns a label for each workbook: its name and when it was kept. If two labels would be the
 * same, as for sample workbooks opened in the same minute, they also get the seconds, or else a
 * number.
 */
export function keptLabels(workbooks: readonly KeptWorkbook[]): readonly string[] {
  const minutes = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
  const seconds = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
  const short = workbooks.map(({ name, at }) => `${name}, ${minutes.format(at)}`);
  const long = workbooks.map(({ name, at }) => `${name}, ${seconds.format(at)}`);
  const labels = short.map((label, index) => (isAlone(label, short) ? label : (long[index] ?? '')));
  return labels.map((label, index) => {
    const before = labels.slice(0, index).filter((other) => other === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
}

function isAlone(label: string, labels: readonly string[]): boolean {
  return labels.indexOf(label) === labels.lastIndexOf(label);
}
