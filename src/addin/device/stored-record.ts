import type { DeviceStorage } from '../spreadsheet/device-storage';
import { GENERATION } from './stored-names';
import type { JsonReader } from './json-reader';

/** One named JSON text on this device, read back only if it is whole and of the right shape. */
export interface StoredRecord<Value, Written = Value> {
  /** Undefined if nothing is kept, or if it is damaged or of another version. */
  read(): Value | undefined;
  /** False if the device would not keep it. */
  write(value: Written): boolean;
  remove(): void;
  /**
   * Reports that another window may have changed the record. With `isForgotten`, everything was
   * forgotten: drop what you remember of the record, and take only what is kept.
   */
  subscribe(listener: (isForgotten: boolean) => void): void;
}

/**
 * The reader checks the version, so a record of another version reads as absent. A storage that
 * throws, against its promise, counts as one that keeps nothing.
 *
 * @param whenRefused what happens to an older value if the device would not keep a new one.
 */
export function createStoredRecord<Value, Written = Value>(
  storage: DeviceStorage,
  name: string,
  reader: JsonReader<Value>,
  whenRefused: 'forget-older' | 'keep-older' = 'forget-older',
): StoredRecord<Value, Written> {
  const remove = () => {
    try {
      storage.remove(name);
    } catch {
      // Nothing can be done, and no caller waits for it.
    }
  };
  return {
    read() {
      try {
        const text = storage.read(name);
        return text === undefined ? undefined : reader(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    write(value) {
      let isKept: boolean;
      try {
        isKept = storage.write(name, JSON.stringify(value));
      } catch {
        isKept = false;
      }
      // Otherwise the older value would come back at the next start as if it were this one.
      if (!isKept && whenRefused === 'forget-older') remove();
      return isKept;
    },
    remove,
    subscribe(listener) {
      try {
        storage.subscribe((changed) => {
          if (changed === undefined || changed === name || changed === GENERATION) {
            listener(changed === GENERATION);
          }
        });
      } catch {
        // Callers read the record again before they change it.
      }
    },
  };
}
