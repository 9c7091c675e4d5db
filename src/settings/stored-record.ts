import type { DeviceStorage } from './device-storage';
import type { JsonReader } from './json-reader';

/** One named JSON text on this device, read back only when it is whole and of the right shape. */
export interface StoredRecord<Value> {
  /** Undefined where nothing is kept, or where what is kept is damaged or of another version. */
  read(): Value | undefined;
  /** False when the device would not keep it. */
  write(value: Value): boolean;
  remove(): void;
}

/**
 * The reader knows the version, so that a record of another version reads as absent. A storage
 * that throws against its promise counts as one that keeps nothing.
 *
 * @param whenRefused what becomes of an older value where the device would not keep a new one.
 */
export function createStoredRecord<Value>(
  storage: DeviceStorage,
  name: string,
  reader: JsonReader<Value>,
  whenRefused: 'forget-older' | 'keep-older' = 'forget-older',
): StoredRecord<Value> {
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
  };
}
