import type { AnswerStore } from '../../engine/lookup';
import type { DeviceStorage } from '../spreadsheet/device-storage';
import { CLEARING } from './stored-names';
import { createAnswerDatabase } from './answer-database';
import type { AnswerDatabaseOptions } from './answer-database';
import { createAnswerJournal } from './answer-journal';
import { createClearings } from './clearings';

export interface KeptDatabase extends AnswerStore {
  /** Everything was forgotten: answers not stored yet never will be. */
  drop(): void;
}

/**
 * The answers kept on this device. None is lost with the page: answers that the database had no
 * time to store go into a journal, and from there into the next page's database.
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

  /** Empties the journal only once the database has stored all: it may not open, or be full. */
  async function settle(): Promise<void> {
    if ((await database.flush()) && database.unwritten().length === 0) journal.release();
  }

  const owed = journal.read();
  if (owed.length > 0) void database.write(owed).then(settle);
  storage.subscribe((name) => {
    if (name === CLEARING) database.drop();
  });
  whenHidden(() => {
    // First: this may be when the window learns that everything was forgotten.
    const left = journal.read();
    journal.add(database.unwritten());
    // Another window may have died before it stored these; no longer in the journal, they are lost.
    if (left.length > 0) void database.write(left);
    return settle();
  });
  return {
    read: (keys) => database.read(keys),
    write: (entries) => database.write(entries),
    clear() {
      journal.clear();
      return database.clear();
    },
    size: () => database.size(),
    drop: () => database.drop(),
  };
}
