import type { DeviceStorage } from '../spreadsheet/device-storage';
import { CLEARING } from './stored-names';
import { randomHex } from './device-salt';

/** Distinguishes answers added before a clearing from those added after it, in any window. */
export interface Clearings {
  /** The last clearing; undefined if there was none, or if the device did not record it. */
  last(): string | undefined;
  /** Makes a new clearing with a text never used before, and tells the other windows. */
  next(): string;
}

/** The clearing is a text on the device: a window that slept through it finds it on waking. */
export function createClearings(storage: DeviceStorage): Clearings {
  return {
    last: () => storage.read(CLEARING),
    next() {
      const text = randomHex();
      storage.write(CLEARING, text);
      return text;
    },
  };
}
