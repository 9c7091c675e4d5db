import type { DeviceStorage } from '../spreadsheet/host';
import type { JsonReader } from './json-reader';

/** A named JSON text on this device. It is read back only if it is whole and of the right shape. */
export interface StoredRecord<Value, Written = Value> {
  /** Undefined if nothing is kept, or if it is damaged or of another version. */
  read(): Value | undefined;
  /** False if the device would not keep it. */
  write(value: Written): boolean;
  remove(): void;
  /**
   * Calls the listener when another window may have changed the record. With `isForgotten`,
   * everything was forgotten: drop what you remember of the record, and use only what is kept.
   */
  subscribe(listener: (isForgotten: boolean) => void): void;
}

/**
 * Creates a record. The reader checks the version, so a record of another version reads as absent.
 * A storage that throws, against its promise, counts as one that keeps nothing.
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

/**
 * Every name under which anything is kept in a device's storage, except the two below. Forgetting
 * everything removes all of these.
 */
export const STORED_NAMES = {
  addresses: 'locus.addresses',
  credential: 'locus.credential',
  preferences: 'locus.preferences',
  language: 'locus.language',
  favourites: 'locus.favourites',
  ledger: 'locus.ledger',
  /** Mixed into the hashes of accounts. */
  salt: 'locus.salt',
  /** How many names were imported. */
  namesTally: 'locus.catalogue',
  /** Answers that a page had no time to write to its database. */
  unwritten: 'locus.unwritten',
  /** Workbooks that may save answers automatically. */
  savingConsent: 'locus.saving-consent',
  /** A renewal that is not over. */
  renewal: 'locus.renewal',
  /** Carries messages between windows if the browser has no channels. */
  message: 'locus.message',
} as const;

/**
 * The name of a random text that changes when everything is forgotten. A window that remembers
 * another text must drop what it remembers. Only this text and the next one survive forgetting.
 */
export const GENERATION = 'locus.generation';

/** The name of a random text that changes when the kept answers are cleared. */
export const CLEARING = 'locus.clearing';
