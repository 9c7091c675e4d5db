import type { Clock } from '../../engine/lookup';
import { DatabaseConnection, type Databases } from './database-connection';

/** One record that the windows of this device share; one window changes it at a time. */
export interface SharedRecord {
  /**
   * Reads and writes it in one transaction. The change may run more than once; its last run counts.
   * Never rejects.
   *
   * @returns undefined if the device does not keep it, or takes too long.
   */
  update<Result>(change: (found: unknown) => Updated<Result>): Promise<Result | undefined>;
}

export interface Updated<Result> {
  /** Undefined removes it. */
  readonly record: unknown;
  readonly result: Result;
}

export interface SharedRecordOptions {
  readonly databases: () => Databases;
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  readonly name: string;
}

/**
 * Creates a record in IndexedDB. Only its transactions read and write atomically across processes;
 * in local storage, another window may see a change late.
 */
export function createSharedRecord(options: SharedRecordOptions): SharedRecord {
  const connection = new DatabaseConnection({
    ...options,
    version: 1,
    stores: [{ name: STORE, keyPath: null }],
    deadlineMs: DEADLINE_MS,
    retryMs: RETRY_MS,
  });
  return {
    async update(change) {
      const done = await connection.transact('readwrite', async ({ store, request }) => {
        const { record, result } = change(await request(store(STORE).get(KEY)));
        if (record === undefined) await request(store(STORE).delete(KEY));
        else await request(store(STORE).put(record, KEY));
        return result;
      });
      return done.isDone ? done.value : undefined;
    },
  };
}

const STORE = 'record';
const KEY = 'now';
/** Only a second, because a call waits for the record. */
const DEADLINE_MS = 1000;
const RETRY_MS = 30_000;
