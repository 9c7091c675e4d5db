import type { DeviceStorage } from './device-storage';
import { listOf, objectOf, oneOf, text } from './json-reader';
import { createStoredRecord } from './stored-record';

/** The attribute names that a person wants at hand, on this device. */
export interface FavouriteNames {
  /** The same object until something changes. */
  current(): Favourites;
  /** Makes a name a favourite, or no longer one. More than the limit are not taken. */
  toggle(name: string): void;
  forget(): void;
  /** Tells of every change; returns the way to stop listening. */
  subscribe(listener: () => void): () => void;
}

export interface Favourites {
  readonly names: ReadonlySet<string>;
  /** False: they hold for this session, but the device would not keep the last change. */
  readonly isKept: boolean;
}

/** More are no favourites; a device keeps few texts of this size. */
export const MAX_FAVOURITES = 1_000;

const NAME = 'locus.favourites';
const storedReader = objectOf({ version: oneOf(1), names: listOf(text()) });

export function createFavouriteNames(storage: DeviceStorage): FavouriteNames {
  const stored = createStoredRecord(storage, NAME, storedReader);
  const listeners = new Set<() => void>();
  const kept = stored.read()?.names.slice(0, MAX_FAVOURITES) ?? [];
  let favourites: Favourites = { names: new Set(kept), isKept: true };

  function change(next: Favourites): void {
    favourites = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    current: () => favourites,
    toggle(name) {
      const names = new Set(favourites.names);
      if (!names.delete(name)) {
        if (names.size >= MAX_FAVOURITES) return;
        names.add(name);
      }
      const isKept = stored.write({ version: 1, names: [...names] });
      change({ names, isKept });
    },
    forget() {
      stored.remove();
      change({ names: new Set(), isKept: true });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
