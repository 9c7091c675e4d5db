import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { DatabaseConnection } from '../../../src/addin/device/database-connection';
import type { Clock } from '../../../src/engine/lookup';
import { HandClock } from '../../engine/lookup/hand-clock';

function connect(
  indexedDB: IDBFactory,
  version: number,
  clock: Pick<Clock, 'elapsed' | 'schedule'> = new HandClock(),
): DatabaseConnection {
  return new DatabaseConnection({
    databases: () => ({ indexedDB, IDBKeyRange }),
    clock,
    name: 'things',
    version,
    stores: [{ name: `things ${version}`, keyPath: null }],
    deadlineMs: 1000,
    retryMs: 1000,
  });
}

const put = (connection: DatabaseConnection, store: string) =>
  connection.transact('readwrite', ({ store: open, request }) =>
    request(open(store).put('thing', 'key')),
  );

const get = (connection: DatabaseConnection, store: string) =>
  connection.transact('readonly', ({ store: open, request }) => request(open(store).get('key')));

describe('a connection to a database', () => {
  it('drops what an older version kept', async () => {
    const factory = new IDBFactory();
    const older = connect(factory, 1);
    expect(await put(older, 'things 1')).toEqual({ isDone: true, value: 'key' });
    const newer = connect(factory, 2);
    expect(await get(newer, 'things 2')).toEqual({ isDone: true, value: undefined });
    expect(await put(newer, 'things 2')).toEqual({ isDone: true, value: 'key' });
    expect(await get(newer, 'things 2')).toEqual({ isDone: true, value: 'thing' });
  });

  it('leaves a newer version as it is, and does without', async () => {
    const factory = new IDBFactory();
    const newer = connect(factory, 2);
    await put(newer, 'things 2');
    expect(await get(connect(factory, 1), 'things 1')).toEqual({
      isDone: false,
      trouble: 'blocked',
    });
    expect(await get(newer, 'things 2')).toEqual({ isDone: true, value: 'thing' });
  });

  it('opens again after it was closed', async () => {
    const connection = connect(new IDBFactory(), 1);
    await put(connection, 'things 1');
    connection.close();
    connection.close();
    expect(await get(connection, 'things 1')).toEqual({ isDone: true, value: 'thing' });
  });

  it('undoes a writing whose body fails', async () => {
    const connection = connect(new IDBFactory(), 1);
    const written = await connection.transact('readwrite', async ({ store, request }) => {
      await request(store('things 1').put('thing', 'key'));
      throw new Error('a mistake');
    });
    expect(written).toEqual({ isDone: false, trouble: 'blocked' });
    expect(await get(connect(new IDBFactory(), 1), 'things 1')).toEqual({
      isDone: true,
      value: undefined,
    });
  });

  it('opens again when a browser closed it without a word', async () => {
    const factory = new IDBFactory();
    const open = factory.open.bind(factory);
    const opened: IDBDatabase[] = [];
    factory.open = (name, version) => {
      const request = open(name, version);
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    };
    const connection = connect(factory, 1);
    await put(connection, 'things 1');
    opened[0]?.close();
    expect(await get(connection, 'things 1')).toEqual({ isDone: true, value: 'thing' });
    expect(opened).toHaveLength(2);
  });

  it('waits for a slow device as long as something happens', async () => {
    let elapsed = 0;
    const due = new Map<() => void, number>();
    const connection = connect(new IDBFactory(), 1, {
      elapsed: () => elapsed,
      schedule(ms, run) {
        due.set(run, elapsed + ms);
        return () => due.delete(run);
      },
    });
    const lets = (ms: number): void => {
      elapsed += ms;
      for (const [run, at] of [...due]) {
        if (at <= elapsed && due.delete(run)) run();
      }
    };
    const slow = (pauseMs: number) =>
      connection.transact('readonly', async ({ store, request }) => {
        for (let round = 0; round < 5; round += 1) {
          lets(pauseMs);
          await request(store('things 1').get('key'));
        }
      });
    expect(await slow(400)).toEqual({ isDone: true, value: undefined });
    expect(elapsed).toBe(2000);
    expect(await slow(1000)).toEqual({ isDone: false, trouble: 'blocked' });
  });
});
