import type { AnswerStore } from '../lookup';
import type { DeviceStorage } from '../settings/device-storage';
import { CLEARING } from '../settings/stored-names';
import { createAnswerDatabase } from './answer-database';
import type { AnswerDatabaseOptions, Clearings } from './answer-database';
import { createAnswerJournal } from './answer-journal';
import { randomHex } from './salt';

export interface KeptDatabase extends AnswerStore {
  /** Everything was forgotten: answers not stored yet never will be. */
  drop(): void;
}

/**
 * The answers kept on this device. None is lost with the page: what the database had no time for
 * goes into a journal, and from there into the next page's database.
 *
 * @param whenHidden runs its listener when the page may be gone the next moment.
 */
export function createKeptDatabase(
  options: AnswerDatabaseOptions,
  storage: DeviceStorage,
  whenHidden: (run: () => Promise<void>) => void,
): KeptDatabase {
  const clearings = createClearings(storage);
  const database = createAnswerDatabase({ ...options, clearings });
  const journal = createAnswerJournal(storage);

  /** From the journal, and not in the database yet: it may not open, or be full. */
  let owed = journal.read();

  async function settle(): Promise<void> {
    if (owed.length > 0) await database.write(owed);
    if (!(await database.flush())) return;
    owed = [];
    if (database.unwritten().length === 0) journal.release();
  }

  function drop(): void {
    owed = [];
    database.drop();
  }

  if (owed.length > 0) void settle();
  storage.subscribe((name) => {
    if (name === CLEARING) drop();
  });
  whenHidden(() => {
    // First: this may be when the window learns that everything was forgotten.
    journal.read();
    journal.add(database.unwritten());
    return settle();
  });
  return {
    read: (keys) => database.read(keys),
    write: (entries) => database.write(entries),
    clear() {
      owed = [];
      journal.clear();
      return database.clear();
    },
    size: () => database.size(),
    drop,
  };
}

/** The clearing is a text on the device: a window that slept through it finds it on waking. */
function createClearings(storage: DeviceStorage): Clearings {
  return {
    last: () => storage.read(CLEARING),
    next() {
      const text = randomHex();
      storage.write(CLEARING, text);
      return text;
    },
  };
}
