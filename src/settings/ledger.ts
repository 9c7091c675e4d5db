import { isRecord } from '../contract/checked';
import type { DeviceStorage } from './device-storage';
import { number, objectOf, oneOf } from './json-reader';
import { createStoredRecord } from './stored-record';

/** What was asked and answered on this device, by the local day. */
export interface Ledger {
  /** Oldest first, days without anything left out; the same array until something changes. */
  current(): readonly LedgerDay[];
  /** Counts something, for now in memory. */
  add(day: string, amounts: LedgerAmounts): void;
  /**
   * Writes what has been counted, and reads what other pages have. They count into one record:
   * each adds its own to what is there, so that none takes back what another wrote.
   */
  keep(): void;
  /** False while the device would not keep what was counted: it then lasts for this session. */
  isKept(): boolean;
  forget(): void;
  subscribe(listener: () => void): () => void;
}

/** One day, `YYYY-MM-DD`. */
export interface LedgerDay {
  readonly day: string;
  /** Calls that may have been charged. */
  readonly calls: number;
  /** Values that the service gave. */
  readonly values: number;
  /** Calls that one call a cell would have made beyond these. */
  readonly saved: number;
  /** At the prices that held at the time; undefined where nobody has said what a call costs. */
  readonly cost: number | undefined;
}

export interface LedgerAmounts {
  readonly calls: number;
  readonly values: number;
  /** Cells that were answered, from wherever. */
  readonly answered: number;
}

const NAME = 'locus.ledger';
/** A year, and what it takes to compare it with the one before. */
const MAX_DAYS = 400;

interface Entry extends LedgerAmounts {
  /** How many of the calls had a price when they were made, and what those cost. */
  readonly priced: number;
  readonly cost: number;
}
type Entries = ReadonlyMap<string, Entry>;

/** Damage in one day costs that day alone, so they are read one by one. */
const recordReader = objectOf({
  version: oneOf(1),
  days: (value) => (isRecord(value) ? value : undefined),
});
const amount = number(0, Number.MAX_VALUE);
const entryReader = objectOf<Entry>({
  calls: amount,
  values: amount,
  answered: amount,
  priced: amount,
  cost: amount,
});

/** @param pricePerCall as it is now; null while nobody has said so. */
export function createLedger(storage: DeviceStorage, pricePerCall: () => number | null): Ledger {
  const stored = createStoredRecord(storage, NAME, recordReader, 'keep-older');
  const listeners = new Set<() => void>();
  let kept = read();
  let unkept: Entries = new Map();
  let isKept = true;
  let shown: { readonly price: number | null; readonly days: readonly LedgerDay[] } | undefined;

  function read(): Entries {
    const days = Object.entries(stored.read()?.days ?? {});
    return new Map(
      days.flatMap(([day, entry]) => {
        const read = entryReader(entry);
        return DAY.test(day) && read !== undefined ? [[day, read]] : [];
      }),
    );
  }

  function changed(): void {
    shown = undefined;
    for (const listener of [...listeners]) listener();
  }

  return {
    current() {
      const price = pricePerCall();
      if (shown?.price !== price) shown = undefined;
      shown ??= { price, days: toDays(sum(kept, unkept), price) };
      return shown.days;
    },
    add(day, { calls, values, answered }) {
      const price = pricePerCall();
      const priced = price === null ? 0 : calls;
      const cost = priced * (price ?? 0);
      unkept = sum(unkept, new Map([[day, { calls, values, answered, priced, cost }]]));
      changed();
    },
    keep() {
      kept = read();
      if (unkept.size > 0) {
        const all = sum(kept, unkept);
        isKept = stored.write({ version: 1, days: Object.fromEntries(all) });
        if (isKept) {
          kept = all;
          unkept = new Map();
        }
      }
      changed();
    },
    isKept: () => isKept,
    forget() {
      stored.remove();
      kept = new Map();
      unkept = new Map();
      isKept = true;
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Both together, in the order of the days, the oldest left out where there are too many. */
function sum(one: Entries, other: Entries): Entries {
  const all = new Map(one);
  for (const [day, entry] of other) {
    const before = all.get(day);
    all.set(day, before === undefined ? entry : added(before, entry));
  }
  const ordered = [...all].sort(([left], [right]) => (left < right ? -1 : 1));
  return new Map(ordered.slice(-MAX_DAYS));
}

function added(one: Entry, other: Entry): Entry {
  return {
    calls: one.calls + other.calls,
    values: one.values + other.values,
    answered: one.answered + other.answered,
    priced: one.priced + other.priced,
    cost: one.cost + other.cost,
  };
}

/** Calls made before anyone said what they cost are counted at the price of now. */
function toDays(entries: Entries, price: number | null): readonly LedgerDay[] {
  return [...entries].map(([day, { calls, values, answered, priced, cost }]) => ({
    day,
    calls,
    values,
    saved: Math.max(0, answered - calls),
    cost: price === null && priced === 0 ? undefined : cost + (calls - priced) * (price ?? 0),
  }));
}
