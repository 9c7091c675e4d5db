import { ListenerSet } from '../../engine/lookup';
import type { CancelScheduled, Clock } from '../../engine/lookup';

/** Entries about cells, by address, for the pane to list. */
export interface CellRegister<Entry> {
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
export type Located<Entry> = Entry & { readonly address: string };

/**
 * With a clock, the register calls its listeners at most 10 times a second, because a whole column
 * may fail at once.
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
