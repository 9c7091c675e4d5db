import type { AnswerStore } from '../lookup';
import type { DeviceStorage } from '../settings/device-storage';
import { createAnswerDatabase } from './answer-database';
import type { AnswerDatabaseOptions } from './answer-database';
import { createAnswerJournal } from './answer-journal';

/**
 * The answers kept on this device, such that none is lost with the page: what the database had no
 * time for is in a journal, and moves from there into the database of the page after it.
 *
 * @param whenHidden tells when the page may be gone the next moment.
 */
export function createKeptDatabase(
  options: AnswerDatabaseOptions,
  storage: DeviceStorage,
  whenHidden: (run: () => Promise<void>) => void,
): AnswerStore {
  const database = createAnswerDatabase(options);
  const journal = createAnswerJournal(storage);

  async function settle(): Promise<void> {
    await database.flush();
    if (database.unwritten().length === 0) journal.release();
  }

  const left = journal.read();
  if (left.length > 0) void database.write(left).then(settle);
  whenHidden(() => {
    journal.add(database.unwritten());
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
  };
}
