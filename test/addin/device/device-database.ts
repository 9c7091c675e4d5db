import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import {
  createAnswerDatabase,
  type AnswerDatabase,
} from '../../../src/addin/device/answer-database';
import type { AnswerDatabaseOptions } from '../../../src/addin/device/answer-database';
import { HandClock } from '../../engine/lookup/hand-clock';

export const DATABASE = 'locus-answers';

/** A device whose storage can be broken by hand, with its answers. */
export class Device {
  readonly clock = new HandClock();
  readonly factory = new IDBFactory();
  readonly faults: Faults = {};
  /** Every transaction started, by its mode. */
  readonly transactions: string[] = [];
  /** Every read request made. */
  readonly reads: string[] = [];
  readonly answers: AnswerDatabase;

  constructor(private readonly options: Partial<AnswerDatabaseOptions> = {}) {
    const open = this.factory.open.bind(this.factory);
    this.factory.open = (name, version) => {
      if (this.faults.open === 'hang') return silent as IDBOpenDBRequest;
      const failure = this.faults.open;
      if (failure?.isThrown === true) throw new DOMException('no', failure.name);
      const request = open(name, version);
      request.addEventListener('success', () => this.watch(request.result));
      return failure === undefined ? request : failing(request, failure.name);
    };
    this.answers = this.window();
  }

  /** Another window of the same device. */
  window(options: Partial<AnswerDatabaseOptions> = {}): AnswerDatabase {
    return createAnswerDatabase({
      databases: () => ({ indexedDB: this.factory, IDBKeyRange }),
      clock: this.clock,
      ...this.options,
      ...options,
    });
  }

  /** Runs everything but the clock until the promise settles. */
  async until<Value>(promise: Promise<Value>, stepMs = 0): Promise<Value> {
    let isOver = false;
    const end = (): void => void (isOver = true);
    promise.then(end, end);
    while (!isOver) await this.clock.advance(stepMs);
    return promise;
  }

  /** The database as another program sees it. */
  async raw(version?: number, lay: (db: IDBDatabase) => void = () => {}): Promise<IDBDatabase> {
    const request = this.factory.open(DATABASE, version);
    request.onupgradeneeded = () => lay(request.result);
    await ended(request);
    return request.result;
  }

  async records(): Promise<Record<string, unknown>[]> {
    const db = await this.raw();
    const records = db.transaction('pages').objectStore('pages').getAll();
    await ended(records);
    db.close();
    return records.result as Record<string, unknown>[];
  }

  /** Changes every page without the database's knowledge. */
  async damage(change: (record: Record<string, unknown>) => unknown): Promise<void> {
    const records = await this.records();
    const db = await this.raw();
    const transaction = db.transaction('pages', 'readwrite');
    for (const record of records) transaction.objectStore('pages').put(change(record));
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    db.close();
  }

  private watch(db: IDBDatabase): void {
    const begin = db.transaction.bind(db);
    db.transaction = (names, mode, options) => {
      this.transactions.push(mode ?? 'readonly');
      const transaction = begin(names, mode, options);
      const storeOf = transaction.objectStore.bind(transaction);
      transaction.objectStore = (name) => this.watchStore(storeOf(name), transaction);
      return transaction;
    };
  }

  private watchStore(store: IDBObjectStore, transaction: IDBTransaction): IDBObjectStore {
    const put = store.put.bind(store);
    store.put = (...parameters) => {
      const { put: fault } = this.faults;
      if (fault === 'hang') return silent;
      if (fault?.isFaulty(parameters[0]) === true) {
        if (fault.how === 'throws') throw new DOMException('no room', 'QuotaExceededError');
        const request = put(...parameters);
        request.addEventListener('success', () => {
          Object.defineProperty(transaction, 'error', {
            value: new DOMException('no room', 'QuotaExceededError'),
          });
          transaction.abort();
        });
        return request;
      }
      return put(...parameters);
    };
    for (const method of ['get', 'getAll', 'getAllKeys', 'openCursor', 'openKeyCursor'] as const) {
      const read = store[method].bind(store) as (...parameters: unknown[]) => IDBRequest;
      Object.assign(store, {
        [method]: (...parameters: unknown[]) => {
          this.reads.push(method);
          if (this.faults.read === 'hang') return silent;
          if (this.faults.read === undefined) return read(...parameters);
          throw new DOMException('Internal error.', 'UnknownError');
        },
      });
    }
    return store;
  }
}

export interface Faults {
  open?: 'hang' | { readonly name: string; readonly isThrown?: boolean };
  read?: 'hang' | 'fail';
  put?:
    'hang' | { readonly how: 'throws' | 'aborts'; readonly isFaulty: (record: unknown) => boolean };
}

/** A request that never reports anything. */
const silent = new EventTarget() as IDBRequest;

function failing(request: IDBOpenDBRequest, name: string): IDBOpenDBRequest {
  const failed = Object.assign(new EventTarget(), {
    error: new DOMException('no', name),
    onerror: undefined as ((event: Event) => void) | undefined,
  });
  request.addEventListener('success', () => {
    request.result.close();
    failed.onerror?.(new Event('error'));
  });
  return failed as unknown as IDBOpenDBRequest;
}

function ended<Result>(request: IDBRequest<Result>): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error as DOMException));
  });
}
