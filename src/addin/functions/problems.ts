import {
  type CancelScheduled,
  type Clock,
  ListenerSet,
  type LookupErrorCode,
} from '../../engine/lookup';

/** The cells whose last calculation ended in an error, for the pane to list and retry. */
export type Problems = CellRegister<Problem>;

/** One error code in one cell's formula, and how many of its elements have it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly count: number;
  /** What each value that may be asked for again is about: values of one target share calls. */
  readonly targets?: readonly string[];
  /** What would correct the formula. */
  readonly fix?: FormulaFix;
}

/** `not-shown`: the cell was answered, and the host goes on showing that it is busy. */
export type ProblemCode = LookupErrorCode | 'not-shown';

/** What the pane lists for a cell that Excel goes on showing as busy. */
export const NOT_SHOWN: Problem = {
  code: 'not-shown',
  message: 'Excel still shows #BUSY! in place of the result: Locus calculates the cell again.',
  count: 1,
};

/**
 * What a button does to the formula:
 *
 * - `swap` exchanges latitude and longitude.
 * - `spelling` corrects the name of a function.
 * - `quotes` puts quotes around an attribute's name.
 * - `name:w_pop_tt` writes this name in place of one that is spelt almost so.
 * - `name:w_pop_tt:population` writes it in place of this title, which is in lower case.
 */
export type FormulaFix = 'swap' | 'spelling' | 'quotes' | NameFix;
export type NameFix = `name:${string}`;

/** The name that this fix writes; undefined for any other fix. */
export function nameMeantBy(fix: FormulaFix | undefined): string | undefined {
  return NAME_FIX.exec(fix ?? '')?.[1];
}

/**
 * The title, in lower case, that this fix replaces by the name, perhaps cut with “…”; undefined for
 * a name.
 */
export function titleMeantBy(fix: FormulaFix | undefined): string | undefined {
  return NAME_FIX.exec(fix ?? '')?.[2];
}

const NAME_FIX = /^name:([^:]*)(?::(.*))?$/s;

export type CellProblem = Located<Problem>;

/** The cells that show their last good value because Locus could not get a newer one. */
export type StaleValues = CellRegister<StaleValue>;

/** The stale values within one cell's formula. */
export interface StaleValue {
  readonly count: number;
  /** When the service gave the oldest of them, in epoch milliseconds. */
  readonly oldestAt: number;
  /** Why there is no newer one. */
  readonly code?: LookupErrorCode | undefined;
  /** What each value is about, as for a problem. */
  readonly targets?: readonly string[];
}

export type CellStaleValue = Located<StaleValue>;

/** Entries about cells, by address, for the pane to list. */
interface CellRegister<Entry> {
  /** Replaces the cell's entries; an empty list removes them. */
  report(address: string, entries: readonly Entry[]): void;
  has(address: string): boolean;
  /** The same array until something changes. */
  list(): readonly Located<Entry>[];
  /** Removes cells that are about to be recalculated and will report again. */
  forget(addresses: readonly string[]): void;
  subscribe(listener: () => void): () => void;
}

/** `address` is written as the host writes it: `Sheet1!B2`. */
type Located<Entry> = Entry & { readonly address: string };

/**
 * Creates an empty register. With a clock, it calls its listeners at most 10 times a second,
 * because a whole column may fail at once.
 */
export function createCellRegister<Entry extends object>(clock?: Clock): CellRegister<Entry> {
  const byAddress = new Map<string, readonly Located<Entry>[]>();
  const listeners = new ListenerSet();
  let listed: readonly Located<Entry>[] | undefined = [];
  let announcement: CancelScheduled | undefined;

  function changed(): void {
    listed = undefined;
    if (clock === undefined) announce();
    else announcement ??= clock.schedule(ANNOUNCE_MS, announce);
  }

  function announce(): void {
    announcement = undefined;
    listeners.notify();
  }

  return {
    report(address, entries) {
      const wasKnown = byAddress.delete(address);
      if (entries.length > 0) {
        byAddress.set(
          address,
          entries.map((entry) => ({ ...entry, address })),
        );
      }
      if (wasKnown || entries.length > 0) changed();
    },
    has: (address) => byAddress.has(address),
    list: () => (listed ??= [...byAddress.values()].flat()),
    forget(addresses) {
      const known = addresses.filter((address) => byAddress.delete(address));
      if (known.length > 0) changed();
    },
    subscribe: listeners.subscribe,
  };
}

const ANNOUNCE_MS = 100;
