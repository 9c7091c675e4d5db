import type { RootDatabase } from 'lmdb';
import {
  isOfCommit,
  watchWrites,
  type DurableWrites,
} from '../../../src/gateway/state/durable-writes';

let isFull: boolean;
let recovered: number;
let changes: boolean[];
let root: RootDatabase;
let writes: DurableWrites;

beforeEach(() => {
  jest.useFakeTimers();
  [isFull, recovered, changes] = [false, 0, []];
});
afterEach(() => {
  writes.stop();
  jest.useRealTimers();
});

async function open(): Promise<void> {
  root = {
    openDB: () => ({ put: () => undefined }),
    transaction: (run: () => unknown) =>
      isFull ? Promise.reject(failedCommit()) : Promise.resolve(run()),
  } as unknown as RootDatabase;
  const recover = (): Promise<void> => root.transaction(() => void (recovered += 1));
  writes = await watchWrites(root, recover, (isUp) => void changes.push(isUp));
}

/** As LMDB says it: with a promise of its own, which is rejected too. */
function failedCommit(): Error {
  const error = Object.assign(new Error('No space left on device'), { code: 28 });
  const commitError = Promise.reject(error);
  commitError.catch(() => undefined);
  return Object.assign(new Error('Commit failed'), { commitError });
}

const write = (): Promise<string> => root.transaction(() => 'written');

describe('a disk that is full', () => {
  it('fails what is written, at once from then on, until it has room again', async () => {
    await open();
    expect(await write()).toBe('written');
    isFull = true;
    await expect(write()).rejects.toMatchObject({ name: 'StoreDown' });
    expect([writes.isDown, changes]).toEqual([true, [false]]);
    isFull = false;
    await expect(write()).rejects.toMatchObject({ name: 'StoreDown' });
    await jest.advanceTimersByTimeAsync(1000);
    expect([writes.isDown, changes]).toEqual([false, [false, true]]);
    expect(await write()).toBe('written');
    expect(recovered).toBe(1);
  });

  it('is started on all the same, and what a dead process left is written before anything else', async () => {
    isFull = true;
    await open();
    expect([writes.isDown, recovered]).toEqual([true, 0]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(writes.isDown).toBe(true);
    isFull = false;
    await jest.advanceTimersByTimeAsync(1000);
    expect([writes.isDown, recovered, changes]).toEqual([false, 1, [false, true]]);
  });

  it('is told from a fault of ours', async () => {
    await open();
    const fault = new TypeError('of ours');
    await expect(root.transaction(() => Promise.reject(fault))).rejects.toBe(fault);
    expect(writes.isDown).toBe(false);
    expect(
      [failedCommit(), fault, Object.assign(new Error(), { code: 5 })].map(isOfCommit),
    ).toEqual([true, false, true]);
    expect(isOfCommit(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe(false);
  });
});
