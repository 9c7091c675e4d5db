import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

import { createSharedRecord } from '../../../src/addin/device/shared-record';
import type { SharedRecord } from '../../../src/addin/device/shared-record';
import { HandClock } from '../../engine/lookup/hand-clock';
import { FakeSharedRecords } from './fake-shared-record';

interface Opened {
  readonly clock: HandClock;
  open(): SharedRecord;
}

const devices: Record<string, () => Opened> = {
  'an IndexedDB': () => {
    const clock = new HandClock();
    const indexedDB = new IDBFactory();
    const databases = () => ({ indexedDB, IDBKeyRange });
    return { clock, open: () => createSharedRecord({ databases, clock, name: 'shared' }) };
  },
  memory: () => {
    const clock = new HandClock();
    const records = new FakeSharedRecords();
    return { clock, open: () => records.open(clock, () => 0) };
  },
};

const increment = (record: SharedRecord): Promise<number | undefined> =>
  record.update((found) => {
    const next = ((found as number | undefined) ?? 0) + 1;
    return { record: next, result: next };
  });

describe.each(Object.entries(devices))('a shared record in %s', (_, device) => {
  it('is nothing at first, and what was written from then on', async () => {
    const record = device().open();
    const read = (): Promise<unknown> =>
      record.update((found) => ({ record: found, result: [found] }));
    expect(await read()).toEqual([undefined]);
    await record.update(() => ({ record: { calls: 3 }, result: 0 }));
    expect(await read()).toEqual([{ calls: 3 }]);
  });

  it('is changed by one window at a time', async () => {
    const { open } = device();
    const windows = [open(), open(), open()];
    const numbers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => increment(windows[turn % 3] as SharedRecord)),
    );
    expect([...numbers].sort((one, other) => (one ?? 0) - (other ?? 0))).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  it('is removed by a change to nothing', async () => {
    const { open } = device();
    const record = open();
    await increment(record);
    await record.update(() => ({ record: undefined, result: 0 }));
    expect(await increment(open())).toBe(1);
  });
});

describe('a device that keeps no record', () => {
  it('says so if there are no databases', async () => {
    const record = createSharedRecord({
      databases: () => {
        throw new DOMException('no', 'SecurityError');
      },
      clock: new HandClock(),
      name: 'shared',
    });
    expect(await increment(record)).toBeUndefined();
  });

  it('is not waited for longer than a second', async () => {
    const clock = new HandClock();
    const indexedDB = new IDBFactory();
    indexedDB.open = () => ({}) as IDBOpenDBRequest;
    const databases = () => ({ indexedDB, IDBKeyRange });
    const incremented = increment(createSharedRecord({ databases, clock, name: 'shared' }));
    await clock.advance(1000);
    expect(await incremented).toBeUndefined();
  });
});
