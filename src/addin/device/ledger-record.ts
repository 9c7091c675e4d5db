import { isRecord } from '../../engine/contract/json-checks';
import { number, objectOf, oneOf, orElse, text, type JsonReader } from './json-reader';

/** What was counted in one day. `cost` is in the unit of the price. */
export interface Entry {
  readonly calls: number;
  /** Calls without a reply: nobody knows whether they arrived. */
  readonly unanswered: number;
  readonly values: number;
  readonly answered: number;
  /** How many of the calls had a price when they were made, and what those cost. */
  readonly priced: number;
  readonly cost: number;
}

/** By day, `YYYY-MM-DD`, in order. */
export type Entries = ReadonlyMap<string, Entry>;

/**
 * The ledger as windows share it. One window can overwrite what another has just written, so no
 * window adds to a common sum. Each counts for itself, only past days are summed up, and a window
 * writes its count again if it finds it overwritten.
 */
export interface LedgerRecord {
  /** The days that were summed up; no window's count holds them. */
  readonly days: Entries;
  /** Days before this one have been summed up. */
  readonly openFrom: string;
  /** What each window has counted since it was opened, on days that are not over. */
  readonly windows: ReadonlyMap<string, Entries>;
}

/** The record before anything was counted. */
export const emptyRecord: LedgerRecord = { days: new Map(), openFrom: '', windows: new Map() };

/** A year, and enough to compare it with the year before. */
const MAX_DAYS = 400;
/**
 * Windows count on different days around midnight, and one that was suspended may write what it
 * counted days ago. A sum does not show whose counts are in it, so a day is summed up only when it
 * is a week old.
 */
const OPEN_DAYS = 8;

/** The sums of both, by day. */
export function addEntries(one: Entries, other: Entries): Entries {
  const all = new Map(one);
  for (const [day, entry] of other) {
    const one = all.get(day);
    all.set(day, one === undefined ? entry : combined(one, entry, 1));
  }
  return all;
}

/** Everything counted, without the oldest days if there are too many. */
export function totalOf(record: LedgerRecord): Entries {
  return latest([...record.windows.values()].reduce(addEntries, record.days));
}

/** The record with this window's count added; days that are over are summed up. */
export function withWindow(record: LedgerRecord, id: string, own: Entries): LedgerRecord {
  const ofThisWindow = new Map([...(record.windows.get(id) ?? []), ...own]);
  const windows = new Map([...record.windows, [id, ofThisWindow] as const]);
  const counted = [...windows.values()].flatMap((entries) => [...entries.keys()]);
  const open = [...new Set(counted)].sort().slice(-OPEN_DAYS);
  const [first = ''] = open;
  const openFrom = open.length === OPEN_DAYS && first > record.openFrom ? first : record.openFrom;
  let { days } = record;
  const still = new Map<string, Entries>();
  for (const [window, entries] of windows) {
    days = addEntries(days, before(openFrom, entries));
    const left = from(openFrom, entries);
    if (left.size > 0) still.set(window, left);
  }
  return { days: latest(days), openFrom, windows: still };
}

/** The entries of this day and later ones. */
export function from(day: string, entries: Entries): Entries {
  return new Map([...entries].filter(([each]) => each >= day));
}

/** The entries of the days before this one. */
export function before(day: string, entries: Entries): Entries {
  return new Map([...entries].filter(([each]) => each < day));
}

/** What has been counted beyond what was written. */
export function beyond(written: Entries, own: Entries): Entries {
  const rest = [...own].map(([day, entry]) => {
    const less = written.get(day);
    return [day, less === undefined ? entry : combined(entry, less, -1)] as const;
  });
  return new Map(
    rest.filter(
      ([, { calls, unanswered, values, answered }]) => calls + unanswered + values + answered > 0,
    ),
  );
}

/** Whether the record holds as much as this window has counted. */
export function isWithin(own: Entries, record: LedgerRecord, id: string): boolean {
  const kept = record.windows.get(id);
  return beyond(kept ?? new Map(), own).size === 0;
}

/** The record as it is stored. */
export function toStored({ days, openFrom, windows }: LedgerRecord): object {
  return {
    version: 1,
    days: Object.fromEntries(days),
    ...(openFrom !== '' && { openFrom }),
    ...(windows.size > 0 && {
      windows: [...windows].map(([id, entries]) => [id, Object.fromEntries(entries)]),
    }),
  };
}

const amount = number(0, Number.MAX_VALUE);
const entryReader = objectOf<Entry>({
  calls: amount,
  unanswered: orElse(amount, 0),
  values: amount,
  answered: amount,
  priced: amount,
  cost: amount,
});
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days are read one by one, so that a damaged day costs only itself. */
const entriesReader: JsonReader<Entries> = (value) =>
  isRecord(value)
    ? new Map(
        Object.entries(value).flatMap(([day, entry]) => {
          const read = entryReader(entry);
          return DAY.test(day) && read !== undefined ? [[day, read]] : [];
        }),
      )
    : undefined;

const windowsReader: JsonReader<LedgerRecord['windows']> = (value) =>
  new Map(
    (Array.isArray(value) ? (value as unknown[]) : []).flatMap((pair) => {
      const [id, entries] = Array.isArray(pair) ? (pair as unknown[]) : [];
      const read = entriesReader(entries);
      return typeof id === 'string' && read !== undefined ? [[id, read]] : [];
    }),
  );

/** Reads a stored record. */
export const ledgerReader = objectOf({
  version: oneOf(1),
  days: entriesReader,
  openFrom: orElse(
    text((day) => DAY.test(day)),
    '',
  ),
  windows: windowsReader,
});

function latest(entries: Entries): Entries {
  const ordered = [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
  return new Map(ordered.slice(-MAX_DAYS));
}

function combined(one: Entry, other: Entry, sign: 1 | -1): Entry {
  const sum = (amount: keyof Entry): number => Math.max(0, one[amount] + sign * other[amount]);
  return {
    calls: sum('calls'),
    unanswered: sum('unanswered'),
    values: sum('values'),
    answered: sum('answered'),
    priced: sum('priced'),
    cost: sum('cost'),
  };
}
