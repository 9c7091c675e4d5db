import { ListenerSet } from '../../engine/lookup';
import type { DeviceStorage } from '../spreadsheet/host';
import { GENERATION, STORED_NAMES } from './stored-record';

/**
 * A device's storage in which nothing that was forgotten comes back. Before each use it checks
 * whether another window has forgotten everything. So a page that was suspended meanwhile writes
 * nothing from memory, and its listeners are notified of the new generation.
 */
export interface ForgettableStorage extends DeviceStorage {
  /**
   * Removes everything that is kept, for every window. `generation` is a text never used before.
   */
  forgetAll(generation: string): void;
}

/** What pages write by themselves, perhaps just before they learn that everything was forgotten. */
const WRITTEN_AUTOMATICALLY: ReadonlySet<string> = new Set([
  STORED_NAMES.ledger,
  STORED_NAMES.namesTally,
  STORED_NAMES.unwritten,
]);

/** Adds this to a device's storage. All windows of the device must use it. */
export function createForgettableStorage(storage: DeviceStorage): ForgettableStorage {
  const listeners = new ListenerSet<[name?: string, text?: string]>();
  const written = new Map<string, string>();
  let generation = storage.read(GENERATION);

  function notify(name?: string, text?: string): void {
    listeners.notify(name, text);
  }

  /** False if this window has just learnt that everything was forgotten. */
  function isCurrent(): boolean {
    const now = storage.read(GENERATION);
    // An empty or newly blocked device does not mean that everything was forgotten.
    if (now === undefined || now === generation) return true;
    generation = now;
    for (const [name, text] of written) if (storage.read(name) === text) storage.remove(name);
    written.clear();
    notify(GENERATION, now);
    return false;
  }

  storage.subscribe((name, text) => {
    if (isCurrent() && name !== GENERATION) notify(name, text);
  });
  return {
    read(name) {
      isCurrent();
      return storage.read(name);
    },
    write(name, text) {
      // The value dates from before everything was forgotten.
      if (!isCurrent()) return false;
      const isKept = storage.write(name, text);
      if (isKept && WRITTEN_AUTOMATICALLY.has(name)) written.set(name, text);
      return isKept;
    },
    remove(name) {
      isCurrent();
      storage.remove(name);
    },
    subscribe: listeners.subscribe,
    forgetAll(next) {
      for (const name of Object.values(STORED_NAMES)) storage.remove(name);
      // Last, so that a window that is notified finds only what is kept from now on.
      if (storage.write(GENERATION, next)) generation = next;
      written.clear();
      notify(GENERATION, next);
    },
  };
}
