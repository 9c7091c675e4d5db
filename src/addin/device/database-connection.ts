import type { Clock, StoreSize } from '../../engine/lookup';

/** A page's IndexedDB. Either part may be missing, and reading it may throw. */
export interface Databases {
  readonly indexedDB: IDBFactory | undefined;
  readonly IDBKeyRange: typeof IDBKeyRange;
}

export interface DatabaseConnectionOptions {
  /** Called at each opening. */
  readonly databases: () => Databases;
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  readonly name: string;
  readonly version: number;
  readonly stores: readonly StoreLayout[];
  /** An opening or a transaction in which nothing happens for this long is given up. */
  readonly deadlineMs: number;
  /** How long the database is not used after that. */
  readonly retryMs: number;
}

export interface StoreLayout {
  readonly name: string;
  readonly keyPath: string | null;
}

export type Trouble = NonNullable<StoreSize['trouble']>;

export type Transacted<Value> =
  | { readonly isDone: true; readonly value: Value }
  | { readonly isDone: false; readonly trouble: Trouble };

/** An open transaction. Make every request through `request`, so that a hang is noticed. */
export interface Transaction {
  store(name: string): IDBObjectStore;
  request<Result>(request: IDBRequest<Result>): Promise<Result>;
  readonly keyRange: typeof IDBKeyRange;
}

type Failure = Trouble | 'closed';

/**
 * An IndexedDB database that opens on demand and keeps nobody waiting beyond the deadline.
 *
 * Data of an older version is dropped; a newer database is left as it is. Another window's upgrade
 * closes this connection until the next use. A damaged database is deleted and created again, once.
 */
export class DatabaseConnection {
  /** Why the last transaction failed. */
  trouble: Trouble | undefined;
  private db: IDBDatabase | undefined;
  private opening: Promise<IDBDatabase | undefined> | undefined;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private wasRemade = false;

  constructor(private readonly options: DatabaseConnectionOptions) {}

  /**
   * Runs the body in a transaction over all stores. Never rejects. The body may run more than once,
   * each time in a new transaction. A read ends with its body, a write when it is committed.
   */
  async transact<Value>(
    mode: 'readonly' | 'readwrite',
    body: (transaction: Transaction) => Promise<Value>,
  ): Promise<Transacted<Value>> {
    for (let attempt = 1; ; attempt += 1) {
      const db = this.db ?? (await this.connect());
      if (db === undefined) return { isDone: false, trouble: this.trouble ?? 'blocked' };
      const result = await this.run(db, mode, body);
      if (typeof result === 'object') {
        if (mode === 'readwrite' || this.trouble !== 'full') this.trouble = undefined;
        return { isDone: true, value: result.value };
      }
      if (result === 'full') return { isDone: false, trouble: (this.trouble = 'full') };
      this.disconnect(db);
      if (result === 'blocked' || attempt > 2) return this.pause(toTrouble(result));
      if (attempt === 1) continue;
      if (result !== 'damaged' || this.wasRemade) return this.pause(toTrouble(result));
      await this.destroy();
    }
  }

  /** Closes the database; the next transaction opens it again. */
  close(): void {
    if (this.db !== undefined) this.disconnect(this.db);
  }

  private pause(trouble: Trouble): { isDone: false; trouble: Trouble } {
    this.trouble = trouble;
    this.pausedUntil = this.options.clock.elapsed() + this.options.retryMs;
    return { isDone: false, trouble };
  }

  private disconnect(db: IDBDatabase): void {
    if (this.db === db) this.db = undefined;
    db.close();
  }

  private connect(): Promise<IDBDatabase | undefined> {
    if (this.options.clock.elapsed() < this.pausedUntil) return Promise.resolve(undefined);
    this.opening ??= this.open().then((db) => {
      this.opening = undefined;
      return db;
    });
    return this.opening;
  }

  private async open(): Promise<IDBDatabase | undefined> {
    let opened = await this.openOnce();
    if (opened === 'damaged' && !this.wasRemade) {
      // Browsers sometimes say so of a database that opens at the next attempt.
      opened = await this.openOnce();
    }
    if (opened === 'damaged' && !this.wasRemade) {
      await this.destroy();
      opened = await this.openOnce();
    }
    if (typeof opened === 'string') {
      this.pause(toTrouble(opened));
      return undefined;
    }
    const db = opened;
    this.db = db;
    db.onversionchange = () => this.disconnect(db);
    db.onclose = () => this.disconnect(db);
    return db;
  }

  private openOnce(): Promise<IDBDatabase | Failure> {
    const { databases, clock, name, version, deadlineMs } = this.options;
    return new Promise((resolve) => {
      let request: IDBOpenDBRequest;
      try {
        const { indexedDB } = databases();
        if (indexedDB === undefined || indexedDB === null) return resolve('blocked');
        request = indexedDB.open(name, version);
      } catch {
        return resolve('blocked');
      }
      let isLate = false;
      const cancel = clock.schedule(deadlineMs, () => {
        isLate = true;
        resolve('blocked');
      });
      request.onupgradeneeded = () => this.createStores(request.result);
      request.onsuccess = () => {
        cancel();
        if (isLate) request.result.close();
        else resolve(request.result);
      };
      request.onerror = (event) => {
        // Otherwise the window reports an unhandled error.
        event.preventDefault();
        cancel();
        resolve(failureOf(request.error));
      };
    });
  }

  private createStores(db: IDBDatabase): void {
    for (const name of [...db.objectStoreNames]) db.deleteObjectStore(name);
    for (const { name, keyPath } of this.options.stores) db.createObjectStore(name, { keyPath });
  }

  private destroy(): Promise<void> {
    this.wasRemade = true;
    const { databases, clock, name, deadlineMs } = this.options;
    return new Promise((resolve) => {
      const cancel = clock.schedule(deadlineMs, resolve);
      const end = (): void => {
        cancel();
        resolve();
      };
      try {
        const request = databases().indexedDB?.deleteDatabase(name);
        if (request === undefined) return end();
        request.onsuccess = end;
        request.onerror = (event) => {
          event.preventDefault();
          end();
        };
      } catch {
        end();
      }
    });
  }

  private run<Value>(
    db: IDBDatabase,
    mode: 'readonly' | 'readwrite',
    body: (transaction: Transaction) => Promise<Value>,
  ): Promise<{ readonly value: Value } | Failure> {
    const { clock, deadlineMs, databases, stores } = this.options;
    return new Promise((resolve) => {
      let transaction: IDBTransaction;
      let keyRange: typeof IDBKeyRange;
      try {
        const names = stores.map(({ name }) => name);
        // Losing the last second's answers in a power cut costs a few calls. Waiting for the disk
        // at each write would slow down every page.
        transaction = db.transaction(names, mode, { durability: 'relaxed' });
        keyRange = databases().IDBKeyRange;
      } catch (error) {
        return resolve(failureOf(error));
      }
      let movedAt = clock.elapsed();
      let cancel = clock.schedule(deadlineMs, onDue);
      function onDue(): void {
        const left = movedAt + deadlineMs - clock.elapsed();
        if (left > 0) cancel = clock.schedule(left, onDue);
        else fail('blocked');
      }
      function end(result: { readonly value: Value } | Failure): void {
        cancel();
        resolve(result);
      }
      function fail(failure: Failure): void {
        end(failure);
        try {
          transaction.abort();
        } catch {
          // The transaction is already over.
        }
      }
      const request = <Result>(made: IDBRequest<Result>): Promise<Result> =>
        new Promise((give, refuse) => {
          made.onsuccess = () => {
            movedAt = clock.elapsed();
            give(made.result);
          };
          made.onerror = (event) => {
            event.preventDefault();
            refuse(made.error ?? new DOMException('The request failed.', 'UnknownError'));
          };
        });
      const store = (name: string): IDBObjectStore => transaction.objectStore(name);
      let value: { readonly value: Value } | undefined;
      transaction.oncomplete = () => end(value ?? 'closed');
      transaction.onabort = () => end(failureOf(transaction.error));
      body({ store, request, keyRange }).then(
        (given) => {
          value = { value: given };
          if (mode === 'readonly') end(value);
        },
        // Requests cut short by an abort do not give its reason.
        (error: unknown) => fail(failureOf(transaction.error ?? error)),
      );
    });
  }
}

function toTrouble(failure: Failure): Trouble {
  return failure === 'closed' ? 'blocked' : failure;
}

/** Judged by the browser's error name. An abort without a reason means a closed connection. */
function failureOf(error: unknown): Failure {
  switch ((error as Partial<Error> | null | undefined)?.name) {
    case 'QuotaExceededError':
      return 'full';
    case 'DataError':
    case 'EncodingError':
    case 'NotFoundError':
    case 'NotReadableError':
    case 'UnknownError':
      return 'damaged';
    case 'SecurityError':
    case 'VersionError':
      return 'blocked';
    default:
      return 'closed';
  }
}
