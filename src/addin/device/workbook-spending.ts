import { ListenerSet } from '../../engine/lookup';
import { toDays, withAmounts } from './ledger';
import type { LedgerAmounts } from './ledger';
import type { Entries } from './ledger-record';
import { sumOf } from './ledger-sums';
import type { SpendingSum } from './ledger-sums';

/**
 * What was asked for the open workbook since it was opened here. Longer than that, nobody knows: a
 * workbook is copied, renamed and sent, and a count within it would be a change that nobody made.
 */
export interface WorkbookSpending {
  /** The same object until something changes. */
  current(): SpendingSum;
  subscribe(listener: () => void): () => void;
  add(day: string, amounts: LedgerAmounts): void;
  /** Counts from nothing: another workbook is open, or everything was forgotten. */
  restart(): void;
}

/** @param pricePerCall the current price; null if nobody has entered one. */
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
