import type { Clock } from '../lookup';
import { DatabaseConnection } from './database-connection';
import type { Databases } from './database-connection';

/** One record that the windows of this device share, changed by one of them at a time. */
export interface SharedRecord {
  /**
   * Reads it and writes it in one go; the change may run more than once, and what counts is its
   * last run. Never rejects.
   *
   * @returns undefined where the device does not keep it, or takes too long.
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
 * Kept in IndexedDB: its transactions are the one part of the platform that reads and writes at
 * once across processes. What is in local storage another window may see late.
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
/** A call waits for it. */
const DEADLINE_MS = 1000;
const RETRY_MS = 30_000;
