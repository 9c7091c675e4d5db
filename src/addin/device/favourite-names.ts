import { ListenerSet } from '../../engine/lookup';
import type { DeviceStorage } from '../spreadsheet/host';
import { listOf, objectOf, oneOf, text } from './json-reader';
import { keptChanges, mergeLatest, type LatestValues } from './latest-values';
import { createStoredRecord, STORED_NAMES } from './stored-record';

/** The attribute names that a person wants at hand, on this device. */
export interface FavouriteNames {
  /** The same object until something changes. */
  current(): Favourites;
  /** Adds or removes a favourite. Adds none beyond the limit. */
  toggle(name: string): void;
  /**
   * Reports every change.
   *
   * @returns a function that stops listening.
   */
  subscribe(listener: () => void): () => void;
}

export interface Favourites {
  readonly names: ReadonlySet<string>;
  /** False if the device would not keep the last change: it then lasts for this session. */
  readonly isKept: boolean;
}

/** A device's storage holds only a few texts of this size. */
export const MAX_FAVOURITES = 1_000;

/** Changes are counted for this many names: those changed last. */
const MAX_CHANGED = 2_000;

const storedReader = objectOf({
  version: oneOf(1),
  names: listOf(text()),
  changes: keptChanges,
});

const nothing: LatestValues<true> = { values: new Map(), changes: new Map() };

/** Creates the favourites, with those that the device keeps. */
export function createFavouriteNames(storage: DeviceStorage): FavouriteNames {
  const stored = createStoredRecord(storage, STORED_NAMES.favourites, storedReader);
  const listeners = new ListenerSet();
  let latest = nothing;
  let favourites: Favourites = { names: new Set(), isKept: true };
  look();
  stored.subscribe((isForgotten) => {
    if (isForgotten) change(nothing, true);
    // Another window has written without seeing what this one wrote.
    if (look()) keep();
  });

  function change(next: LatestValues<true>, isKept: boolean): void {
    latest = next;
    const names = [...next.values.keys()];
    const before = [...favourites.names];
    const isSame = names.length === before.length && names.every((name, at) => name === before[at]);
    if (isSame && isKept === favourites.isKept) return;
    favourites = { names: new Set(names), isKept };
    listeners.notify();
  }

  /**
   * Takes over what other windows have changed.
   *
   * @returns whether a change made here is missing there.
   */
  function look(): boolean {
    const kept = stored.read();
    if (kept === undefined) return false;
    const names = kept.names.slice(0, MAX_FAVOURITES);
    const values = new Map(names.map((name) => [name, true as const]));
    const { isAhead, ...next } = mergeLatest(latest, { values, changes: new Map(kept.changes) });
    change(next, favourites.isKept);
    return isAhead;
  }

  function keep(): void {
    const changes = [...latest.changes].slice(-MAX_CHANGED);
    const names = [...latest.values.keys()];
    change(latest, stored.write({ version: 1, names, changes }));
  }

  return {
    current: () => favourites,
    toggle(name) {
      look();
      const values = new Map(latest.values);
      if (!values.delete(name)) {
        if (values.size >= MAX_FAVOURITES) return;
        values.set(name, true);
      }
      const changes = new Map(latest.changes);
      changes.delete(name);
      changes.set(name, (latest.changes.get(name) ?? 0) + 1);
      latest = { values, changes };
      keep();
    },
    subscribe: listeners.subscribe,
  };
}
