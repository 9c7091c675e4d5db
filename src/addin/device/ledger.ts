import { dateFormat } from '../../engine/language/speech';
import { ListenerSet } from '../../engine/lookup';
import type { DeviceStorage } from '../spreadsheet/host';
import {
  addEntries,
  before,
  beyond,
  emptyRecord,
  from,
  isWithin,
  ledgerReader,
  totalOf,
  toStored,
  withWindow,
  type Entries,
  type LedgerRecord,
} from './ledger-record';
import { createStoredRecord, STORED_NAMES } from './stored-record';

/** What was asked and answered on this device, by local day. */
export interface Ledger {
  /**
   * Oldest first, without days on which nothing happened. The same array until something changes.
   */
  current(): readonly LedgerDay[];
  /** Counts amounts in memory; `keep` writes them. */
  add(day: string, amounts: LedgerAmounts): void;
  /** Writes what has been counted, and reads what other windows have written. */
  keep(): void;
  /** False while the device would not keep the counts: they then last for this session. */
  isKept(): boolean;
  /** How often everything was forgotten, here or in another window. */
  generation(): number;
  subscribe(listener: () => void): () => void;
}

/** What was asked and answered in one day. */
export interface LedgerDay {
  /** The local day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Calls that the service took. */
  readonly calls: number;
  /** Calls without a reply: they may have been charged, but no price here includes them. */
  readonly unanswered?: number;
  /** Values that the service gave. */
  readonly values: number;
  /** Calls saved, compared with one call for every cell. */
  readonly saved: number;
  /** At the price when each call was made; undefined if nobody has entered what a call costs. */
  readonly cost: number | undefined;
}

/** What is added to a day. */
export interface LedgerAmounts {
  readonly calls: number;
  /** @default 0 */
  readonly unanswered?: number;
  readonly values: number;
  /** Cells that were answered, from any origin. */
  readonly answered: number;
}

/**
 * Creates the ledger, with what the device keeps.
 *
 * @param pricePerCall returns the current price; null if nobody has entered one.
 */
export function createLedger(storage: DeviceStorage, pricePerCall: () => number | null): Ledger {
  const stored = createStoredRecord<LedgerRecord, object>(
    storage,
    STORED_NAMES.ledger,
    ledgerReader,
    'keep-older',
  );
  const listeners = new ListenerSet();
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  let record: LedgerRecord = stored.read() ?? emptyRecord;
  /** What this window has counted. */
  let own: Entries = new Map();
  /**
   * The part of `own` that was added to a day's sum. If that sum is overwritten, it is written
   * again.
   */
  let summedUp: Entries = new Map();
  /** The part of `own` that this window has written. */
  let written: Entries = new Map();
  let isKept = true;
  let generation = 0;
  let shown: { readonly price: number | null; readonly days: readonly LedgerDay[] } | undefined;
  stored.subscribe((isForgotten) => {
    if (isForgotten) reset();
    look();
    // Another window has written without seeing what this one wrote.
    if (isKept && written.size > 0) keep();
    changed();
  });

  function changed(): void {
    shown = undefined;
    listeners.notify();
  }

  function reset(): void {
    generation += 1;
    record = emptyRecord;
    own = new Map();
    written = new Map();
    summedUp = new Map();
    isKept = true;
  }

  function look(): void {
    const found = stored.read();
    if (found === undefined) {
      // The record was forgotten or emptied: what was written is gone.
      own = beyond(written, own);
      written = new Map();
      summedUp = new Map();
      record = emptyRecord;
      return;
    }
    // Days that another window has summed up, as this one had written them.
    const summed = before(found.openFrom, from(record.openFrom, written));
    summedUp = new Map([...summedUp, ...summed]);
    record = found;
  }

  /** What this window has counted that is in no sum. */
  function rest(): Entries {
    const { openFrom } = record;
    return new Map([...beyond(summedUp, before(openFrom, own)), ...from(openFrom, own)]);
  }

  function keep(): void {
    look();
    const left = rest();
    if (isWithin(left, record, id)) return;
    const next = withWindow(record, id, left);
    isKept = stored.write(toStored(next));
    if (!isKept) return;
    record = next;
    written = own;
    summedUp = new Map([...summedUp, ...before(next.openFrom, own)]);
  }

  return {
    current() {
      const price = pricePerCall();
      if (shown?.price !== price) shown = undefined;
      shown ??= { price, days: toDays(totalOf(withWindow(record, id, rest())), price) };
      return shown.days;
    },
    add(day, amounts) {
      own = withAmounts(own, day, amounts, pricePerCall());
      changed();
    },
    keep() {
      keep();
      changed();
    },
    isKept: () => isKept,
    generation: () => generation,
    subscribe: listeners.subscribe,
  };
}

/** The entries with these amounts, at the price that a call has now. */
function withAmounts(
  entries: Entries,
  day: string,
  { calls, unanswered = 0, values, answered }: LedgerAmounts,
  price: number | null,
): Entries {
  const priced = price === null ? 0 : calls;
  const cost = priced * (price ?? 0);
  const entry = { calls, unanswered, values, answered, priced, cost };
  return addEntries(entries, new Map([[day, entry]]));
}

/** Calls made before anyone entered a price count at the current price. */
function toDays(entries: Entries, price: number | null): readonly LedgerDay[] {
  return [...entries].map(([day, { calls, unanswered, values, answered, priced, cost }]) => ({
    day,
    calls,
    ...(unanswered > 0 && { unanswered }),
    values,
    saved: Math.max(0, answered - calls),
    cost: price === null && priced === 0 ? undefined : cost + (calls - priced) * (price ?? 0),
  }));
}

/** The sum of several days. `cost` is undefined if nobody has entered what a call costs. */
export type SpendingSum = Omit<LedgerDay, 'day'>;

const NOTHING: SpendingSum = { calls: 0, values: 0, saved: 0, cost: undefined };

/** @param today `YYYY-MM-DD`. */
export function sumOfDay(days: readonly LedgerDay[], today: string): SpendingSum {
  return sumOf(days.filter(({ day }) => day === today));
}

/** @param today `YYYY-MM-DD`; its whole month counts. */
export function sumOfMonth(days: readonly LedgerDay[], today: string): SpendingSum {
  const month = today.slice(0, 'YYYY-MM'.length);
  return sumOf(days.filter(({ day }) => day.startsWith(month)));
}

/** Returns that many days up to today, oldest first. A day without calls has zeros. */
export function latestDays(
  days: readonly LedgerDay[],
  today: string,
  count: number,
): readonly LedgerDay[] {
  const known = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: count }, (_, index) => {
    const day = dayBefore(today, count - 1 - index);
    return known.get(day) ?? { day, ...NOTHING };
  });
}

/** Writes a day in the person's language: `21 Nov`. Calendar days have no time zone. */
export function dayText(day: string): string {
  const dayAndMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  return dayAndMonth.format(new Date(`${day}T00:00:00Z`));
}

function sumOf(days: readonly LedgerDay[]): SpendingSum {
  return days.reduce<SpendingSum>((sum, { calls, unanswered = 0, values, saved, cost }) => {
    const silent = (sum.unanswered ?? 0) + unanswered;
    return {
      calls: sum.calls + calls,
      ...(silent > 0 && { unanswered: silent }),
      values: sum.values + values,
      saved: sum.saved + saved,
      cost: cost === undefined ? sum.cost : (sum.cost ?? 0) + cost,
    };
  }, NOTHING);
}

function dayBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * What was asked for the open workbook since it was opened here. The workbook itself keeps no
 * count: it is copied, renamed and sent, and a count in it would be a change that nobody made.
 */
export interface WorkbookSpending {
  /** The same object until something changes. */
  current(): SpendingSum;
  subscribe(listener: () => void): () => void;
  add(day: string, amounts: LedgerAmounts): void;
  /** Begins at zero. Call it when another workbook is open, or everything was forgotten. */
  restart(): void;
}

/**
 * Creates the spending of a workbook, with nothing asked.
 *
 * @param pricePerCall returns the current price; null if nobody has entered one.
 */
export function createWorkbookSpending(pricePerCall: () => number | null): WorkbookSpending {
  const listeners = new ListenerSet();
  let entries: Entries = new Map();
  let shown: { readonly price: number | null; readonly sum: SpendingSum } | undefined;

  function become(next: Entries): void {
    entries = next;
    shown = undefined;
    listeners.notify();
  }

  return {
    current() {
      const price = pricePerCall();
      if (shown?.price !== price) shown = undefined;
      shown ??= { price, sum: sumOf(toDays(entries, price)) };
      return shown.sum;
    },
    subscribe: listeners.subscribe,
    add: (day, amounts) => become(withAmounts(entries, day, amounts, pricePerCall())),
    restart: () => become(new Map()),
  };
}
