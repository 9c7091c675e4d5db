import { ListenerSet } from '../../engine/lookup';
import type { DeviceStorage } from '../spreadsheet/host';
import {
  nullOr,
  number,
  objectOf,
  oneOf,
  orElse,
  text,
  wholeNumber,
  type FieldReaders,
} from './json-reader';
import { keptChanges, mergeLatest, type KeptChanges } from './latest-values';
import { createStoredRecord, STORED_NAMES } from './stored-record';

/** What a person prefers on this device. Nothing here is secret, and nothing may become so. */
export interface Preferences {
  /** Maximum number of concurrent calls: 1 to 20. */
  readonly maxConcurrency: number;
  /** How long a cell waits for its value: 5 s to 10 min. */
  readonly deadlineMs: number;
  /** A person is asked first above this many calls in 15 minutes: 1 to 1,000,000. */
  readonly approvalThreshold: number;
  /**
   * A person is asked first above this many calls in a day: 1 to 100,000,000; null for no limit.
   */
  readonly dailyBudget: number | null;
  /** What one call costs: 0 to 1,000,000; null if nobody has entered it. */
  readonly pricePerCall: number | null;
  /** The unit of the price, as a person writes it: at most 12 characters, "" for credits. */
  readonly currency: string;
  /** How a date cell is written when it is sent. */
  readonly dateFormat: DateFormat;
  /** Whether the postal codes of other countries are let through. */
  readonly pincodes: 'india' | 'any';
  /** Whether answers are kept on this device beyond this session. */
  readonly shouldKeepAnswers: boolean;
}

/** The formats a date cell may be sent in. */
export const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'DD-MM-YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
] as const;

export type DateFormat = (typeof DATE_FORMATS)[number];

/** What holds until a person prefers something else. */
export const defaultPreferences: Preferences = {
  maxConcurrency: 6,
  deadlineMs: 60_000,
  approvalThreshold: 500,
  dailyBudget: null,
  pricePerCall: null,
  currency: '',
  dateFormat: 'YYYY-MM-DD',
  pincodes: 'india',
  shouldKeepAnswers: true,
};

export interface PreferenceStore {
  /** The same object until something changes. */
  current(): Preferences;
  /** Saves the whole change, or nothing if any part of it is out of bounds. */
  save(change: Partial<Preferences>): PreferenceSaving;
  /**
   * Reports every change.
   *
   * @returns a function that stops listening.
   */
  subscribe(listener: () => void): () => void;
}

export type PreferenceSaving =
  | {
      readonly kind: 'saved';
      readonly preferences: Preferences;
      /** False if the device would not keep them: they then last for this session. */
      readonly isKept: boolean;
    }
  | { readonly kind: 'faulty'; readonly names: readonly (keyof Preferences)[] };

const fields: FieldReaders<Preferences> = {
  maxConcurrency: wholeNumber(1, 20),
  deadlineMs: wholeNumber(5_000, 600_000),
  approvalThreshold: wholeNumber(1, 1_000_000),
  dailyBudget: nullOr(wholeNumber(1, 100_000_000)),
  pricePerCall: nullOr(number(0, 1_000_000)),
  currency: text((written) => /^\P{Cc}{0,12}$/u.test(written)),
  dateFormat: oneOf(...DATE_FORMATS),
  pincodes: oneOf('india', 'any'),
  shouldKeepAnswers: oneOf(true, false),
};

/** A preference that is damaged has its default; the others stay. */
const storedReader = objectOf<Preferences & { readonly version: 1; readonly changes: KeptChanges }>(
  {
    version: oneOf(1),
    maxConcurrency: orElse(fields.maxConcurrency, defaultPreferences.maxConcurrency),
    deadlineMs: orElse(fields.deadlineMs, defaultPreferences.deadlineMs),
    approvalThreshold: orElse(fields.approvalThreshold, defaultPreferences.approvalThreshold),
    dailyBudget: orElse(fields.dailyBudget, defaultPreferences.dailyBudget),
    pricePerCall: orElse(fields.pricePerCall, defaultPreferences.pricePerCall),
    currency: orElse(fields.currency, defaultPreferences.currency),
    dateFormat: orElse(fields.dateFormat, defaultPreferences.dateFormat),
    pincodes: orElse(fields.pincodes, defaultPreferences.pincodes),
    shouldKeepAnswers: orElse(fields.shouldKeepAnswers, defaultPreferences.shouldKeepAnswers),
    changes: keptChanges,
  },
);

/** Creates the store, with the preferences that the device keeps. */
export function createPreferenceStore(storage: DeviceStorage): PreferenceStore {
  const stored = createStoredRecord(storage, STORED_NAMES.preferences, storedReader);
  const listeners = new ListenerSet();
  let changes: ReadonlyMap<string, number> = new Map();
  let preferences = defaultPreferences;
  look();
  stored.subscribe((isForgotten) => {
    if (isForgotten) reset();
    // Another window has written without seeing what this one wrote.
    if (look()) keep();
  });

  function change(next: Preferences): void {
    const isSame = namesOf(next).every((name) => next[name] === preferences[name]);
    if (isSame) return;
    preferences = next;
    listeners.notify();
  }

  function reset(): void {
    changes = new Map();
    change(defaultPreferences);
  }

  /**
   * Takes over what other windows have changed.
   *
   * @returns whether a change made here is missing there.
   */
  function look(): boolean {
    const kept = stored.read();
    if (kept === undefined) return false;
    const latest = mergeLatest(
      { values: valuesOf(preferences), changes },
      { values: valuesOf(kept), changes: new Map(kept.changes) },
    );
    changes = latest.changes;
    change(merged(defaultPreferences, Object.fromEntries(latest.values)));
    return latest.isAhead;
  }

  function keep(): boolean {
    return stored.write({ version: 1, ...preferences, changes: [...changes] });
  }

  return {
    current: () => preferences,
    save(wanted) {
      const names = namesOf(wanted).filter((name) => fields[name](wanted[name]) === undefined);
      if (names.length > 0) return { kind: 'faulty', names };
      look();
      const counted = namesOf(wanted).map((name) => [name, (changes.get(name) ?? 0) + 1] as const);
      changes = new Map([...changes, ...counted]);
      change(merged(preferences, wanted));
      return { kind: 'saved', isKept: keep(), preferences };
    },
    subscribe: listeners.subscribe,
  };
}

function valuesOf(preferences: Preferences): ReadonlyMap<string, unknown> {
  return new Map(namesOf(preferences).map((name) => [name, preferences[name]]));
}

function merged(preferences: Preferences, change: Partial<Preferences>): Preferences {
  const next = { ...preferences };
  for (const name of namesOf(change)) Object.assign(next, { [name]: change[name] });
  return next;
}

/** Only known names: whatever else a caller's object carries is not kept. */
function namesOf(change: Partial<Preferences>): readonly (keyof Preferences)[] {
  return (Object.keys(fields) as (keyof Preferences)[]).filter(
    (name) => change[name] !== undefined,
  );
}
