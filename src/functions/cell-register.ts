import { ListenerSet } from '../lookup';
import type { CancelScheduled, Clock } from '../lookup';

/** What is known of cells, by their address, for the pane to list. */
export interface CellRegister<Entry> {
  /** Replaces what was known of the cell; an empty list means that there is nothing to tell. */
  report(address: string, entries: readonly Entry[]): void;
  has(address: string): boolean;
  /** The same array for as long as nothing changes. */
  list(): readonly Located<Entry>[];
  /** Takes cells out before they are recalculated: they report again. */
  forget(addresses: readonly string[]): void;
  subscribe(listener: () => void): () => void;
}

/** `address` is as the host writes it: `Sheet1!B2`. */
export type Located<Entry> = Entry & { readonly address: string };

/** With a clock, listeners are told at most 10 times a second: a column of cells fails at once. */
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
    listeners.tell();
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
