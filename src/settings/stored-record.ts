import type { DeviceStorage } from './device-storage';
import { GENERATION } from './stored-names';
import type { JsonReader } from './json-reader';

/** One named JSON text on this device, read back only when it is whole and of the right shape. */
export interface StoredRecord<Value, Written = Value> {
  /** Undefined where nothing is kept, or where what is kept is damaged or of another version. */
  read(): Value | undefined;
  /** False when the device would not keep it. */
  write(value: Written): boolean;
  remove(): void;
  /**
   * Tells that another window may have changed it; or, with `isForgotten`, that what is remembered
   * of it is from before everything was forgotten, and what is kept is all there is.
   */
  subscribe(listener: (isForgotten: boolean) => void): void;
}

/**
 * The reader knows the version, so that a record of another version reads as absent. A storage
 * that throws against its promise counts as one that keeps nothing.
 *
 * @param whenRefused what becomes of an older value where the device would not keep a new one.
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
      // Nothing can be done, and nobody waits for it.
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
      // Else an older value would come back at the next start as if it were this one.
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
        // It is read again before it is changed.
      }
    },
  };
}
