import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createAnswerDatabase, type AnswerDatabase } from '../../src/device/answer-database';
import type { AnswerDatabaseOptions } from '../../src/device/answer-database';
import { HandClock } from '../lookup/hand-clock';

/** A device whose storage can be broken by hand, and the answers on it. */
export interface Device {
  readonly clock: HandClock;
  readonly factory: IDBFactory;
  readonly answers: AnswerDatabase;
  /** Another window of the same device. */
  window(options?: Partial<AnswerDatabaseOptions>): AnswerDatabase;
  /** Lets time stand still, and everything else go on, until the promise settles. */
  until<Value>(promise: Promise<Value>): Promise<Value>;
}

export function createDevice(options: Partial<AnswerDatabaseOptions> = {}): Device {
  const clock = new HandClock();
  const factory = new IDBFactory();
  const window = (more: Partial<AnswerDatabaseOptions> = {}): AnswerDatabase =>
    createAnswerDatabase({
      databases: () => ({ indexedDB: factory, IDBKeyRange }),
      clock,
      ...options,
      ...more,
    });
  return { clock, factory, window, answers: window(), until: (promise) => settled(clock, promise) };
}

async function settled<Value>(clock: HandClock, promise: Promise<Value>): Promise<Value> {
  let isOver = false;
  const end = (): void => void (isOver = true);
  promise.then(end, end);
  while (!isOver) await clock.advance(0);
  return promise;
}
