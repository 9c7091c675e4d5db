import type { DeviceStorage } from '../../src/settings/device-storage';

/** A device in memory, with everything it holds in sight. */
export function createFakeStorage(
  held: Record<string, string> = {},
): DeviceStorage & { readonly held: Map<string, string>; isFull: boolean } {
  const map = new Map(Object.entries(held));
  return {
    held: map,
    isFull: false,
    read: (name) => map.get(name),
    write(name, text) {
      if (this.isFull) return false;
      map.set(name, text);
      return true;
    },
    remove: (name) => void map.delete(name),
  };
}

/** A device that breaks its promise not to throw. */
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
};
