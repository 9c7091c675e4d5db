import type { DeviceStorage } from '../../../src/addin/spreadsheet/host';

/**
 * A device in memory, with everything it holds in view. Everything created over it is a window of
 * one device and learns of each change at once. For late news, sleep and death see `FakeDevice`.
 */
export function createFakeStorage(
  held: Record<string, string> = {},
): DeviceStorage & { readonly held: Map<string, string>; isFull: boolean } {
  const map = new Map(Object.entries(held));
  const listeners = new Set<(name?: string, text?: string) => void>();
  const tell = (name: string): void => {
    for (const listener of [...listeners]) listener(name, map.get(name));
  };
  return {
    held: map,
    isFull: false,
    read: (name) => map.get(name),
    write(name, text) {
      if (this.isFull) return false;
      map.set(name, text);
      tell(name);
      return true;
    },
    remove(name) {
      if (map.delete(name)) tell(name);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A device that throws, against its promise. */
export const throwingStorage: DeviceStorage = {
  read: () => {
    throw new Error('blocked');
  },
  write: () => {
    throw new Error('blocked');
  },
  remove: () => {
    throw new Error('blocked');
  },
  subscribe: () => {
    throw new Error('blocked');
  },
};
