import { IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { createAnswerDatabase } from '../../../src/addin/device/answer-database';
import type { Databases } from '../../../src/addin/device/database-connection';
import { answer, sheet, shown } from '../../engine/lookup/cache/answer-store-suite';
import { HandClock } from '../../engine/lookup/hand-clock';
import { DATABASE, Device } from './device-database';

const keysOf = (rows: number): string[] => sheet(rows, 1, 0).map(({ key }) => key);

async function deviceWith(rows: number, options = {}): Promise<Device> {
  const device = new Device({ deadlineMs: 1000, retryMs: 10_000, ...options });
  await device.answers.write(sheet(rows, 2, device.clock.now()));
  await device.answers.flush();
  return device;
}

describe('blocked storage', () => {
  const denied = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  test.each<[string, () => Databases]>([
    ['that is not there', () => ({ indexedDB: undefined, IDBKeyRange })],
    ['that is null', () => ({ indexedDB: null as unknown as undefined, IDBKeyRange })],
    ['that may not be named', denied],
    ['that may not be opened', () => ({ indexedDB: { open: denied } as never, IDBKeyRange })],
    ['that is no storage', () => ({ indexedDB: {} as never, IDBKeyRange })],
  ])('%s keeps nothing and says so, and nothing fails', async (_how, databases) => {
    const clock = new HandClock();
    const store = createAnswerDatabase({ databases, clock });
    await store.write([{ key: 'a', answers: [answer('x', 1, clock.now())] }]);
    expect(await shown(store, ['a'])).toEqual({ a: { x: [1, clock.now()] } });
    await store.flush();
    await store.sweep();
    expect(await store.size()).toEqual({ answers: 0, bytes: 0, trouble: 'blocked' });
    await store.clear();
    expect(await shown(store, ['a'])).toEqual({});
    await store.close();
  });

  test.each(['InvalidStateError', 'SecurityError', 'NotAllowedError', 'SomethingNewError'])(
    'is seen in an opening that fails with %s',
    async (name) => {
      const device = new Device();
      device.faults.open = { name };
      expect((await device.answers.read(['a'])).size).toBe(0);
      expect((await device.answers.size()).trouble).toBe('blocked');
    },
  );

  it('is tried again after a while', async () => {
    const device = new Device({ retryMs: 10_000 });
    device.faults.open = { name: 'SecurityError', isThrown: true };
    await device.answers.read(['a']);
    delete device.faults.open;
    await device.answers.write([{ key: 'a', answers: [answer('x', 1, device.clock.now())] }]);
    await device.answers.flush();
    expect((await device.answers.size()).trouble).toBe('blocked');
    await device.clock.advance(10_000);
    await device.answers.write([{ key: 'b', answers: [answer('x', 1, device.clock.now())] }]);
    const { answers, trouble } = await device.answers.size();
    expect({ answers, trouble }).toEqual({ answers: 2, trouble: undefined });
  });

  it('costs no more memory than a few thousand places', async () => {
    const device = new Device();
    device.faults.open = { name: 'SecurityError' };
    for (let part = 0; part < 10; part += 1) {
      await device.answers.write(
        sheet(4096, 1, device.clock.now()).map(({ key, answers }) => ({
          key: `${part} ${key}`,
          answers,
        })),
      );
      await device.answers.flush();
    }
    expect(device.answers.unwritten().length).toBeLessThanOrEqual(5 * 4096);
  });
});

describe('storage that hangs', () => {
  it('at opening is waited for until the deadline, once', async () => {
    const device = new Device({ deadlineMs: 1000 });
    device.faults.open = 'hang';
    const before = device.clock.elapsed();
    expect((await device.until(device.answers.read(['a']), 10)).size).toBe(0);
    expect(device.clock.elapsed() - before).toBeLessThanOrEqual(1020);
    expect((await device.answers.read(['a'])).size).toBe(0);
    expect((await device.answers.size()).trouble).toBe('blocked');
  });

  it('in a reading gives what could be read', async () => {
    const device = await deviceWith(10);
    device.faults.read = 'hang';
    const at = device.clock.now();
    await device.answers.write([{ key: 'new', answers: [answer('x', 1, at)] }]);
    const found = await device.until(device.answers.read(['place 1', 'new']), 10);
    expect([...found.keys()]).toEqual(['new']);
    delete device.faults.read;
    await device.clock.advance(10_000);
    expect((await device.answers.read(['place 1'])).size).toBe(1);
  });

  it('in a writing is given again what it did not take', async () => {
    const device = await deviceWith(10);
    device.faults.put = 'hang';
    await device.answers.write([{ key: 'late', answers: [answer('x', 1, device.clock.now())] }]);
    await device.until(device.answers.flush(), 10);
    expect((await device.answers.size()).trouble).toBe('blocked');
    delete device.faults.put;
    await device.clock.advance(10_000);
    const { answers, trouble } = await device.answers.size();
    expect({ answers, trouble }).toEqual({ answers: 21, trouble: undefined });
    expect((await device.window().read(['late', 'place 1'])).size).toBe(2);
  });

  it('at deleting a damaged database is waited for until the deadline', async () => {
    const device = new Device({ deadlineMs: 1000 });
    device.factory.deleteDatabase = () => new EventTarget() as IDBOpenDBRequest;
    device.faults.open = { name: 'UnknownError' };
    expect((await device.until(device.answers.read(['a']), 10)).size).toBe(0);
    expect((await device.answers.size()).trouble).toBe('damaged');
  });

  it('does not keep others from it when it wakes up too late', async () => {
    const device = new Device({ deadlineMs: 1000 });
    const { open } = device.factory;
    let late: IDBOpenDBRequest | undefined;
    device.factory.open = (name, version) => {
      late = open(name, version);
      return new Proxy(late, {
        get: (request, property) => Reflect.get(request, property) as unknown,
        set: (request, property, handler: (event: unknown) => void) =>
          Reflect.set(request, property, (event: unknown) =>
            property === 'onsuccess'
              ? device.clock.schedule(5000, () => handler(event))
              : handler(event),
          ),
      });
    };
    await device.until(device.answers.read(['a']), 10);
    await device.clock.advance(10_000);
    device.factory.open = open;
    const upgraded = await device.raw(7);
    expect(upgraded.version).toBe(7);
    upgraded.close();
  });
});

describe('full storage', () => {
  const isNew = (record: unknown): boolean => JSON.stringify(record).includes('"new"');

  test.each(['throws', 'aborts'] as const)(
    'that %s makes room by dropping the oldest',
    async (how) => {
      const device = await deviceWith(1000);
      device.clock.jump(3_600_000);
      const at = device.clock.now();
      await device.answers.write([{ key: 'recent', answers: [answer('x', 1, at)] }]);
      await device.answers.flush();
      device.faults.put = {
        how,
        isFaulty: (record) => isNew(record) && device.transactions.length < begun + 2,
      };
      const begun = device.transactions.length;
      await device.answers.write([{ key: 'z', answers: [answer('new', 1, at)] }]);
      await device.answers.flush();
      expect([...(await device.answers.read(['recent', 'z'])).keys()]).toEqual(['recent', 'z']);
      const { answers, trouble } = await device.answers.size();
      expect(answers).toBeLessThan(1600);
      expect(answers).toBeGreaterThan(1000);
      expect(trouble).toBeUndefined();
    },
  );

  it('that takes nothing any more loses whole pages first, and stays readable', async () => {
    const device = await deviceWith(1000);
    device.faults.put = { how: 'throws', isFaulty: () => true };
    await device.answers.write([{ key: 'z', answers: [answer('new', 1, device.clock.now())] }]);
    await device.answers.flush();
    expect((await device.answers.size()).trouble).toBe('full');
    const { size } = await device.answers.read(keysOf(1000));
    expect(size).toBeGreaterThan(600);
    expect(size).toBeLessThan(1000);
    // It leaves the device alone for a while, so as not to lose a quarter at every write.
    await device.answers.write([{ key: 'z', answers: [answer('new', 1, device.clock.now())] }]);
    await device.answers.flush();
    expect((await device.answers.read(keysOf(1000))).size).toBe(size);
    delete device.faults.put;
    await device.clock.advance(10_000);
    await device.answers.write([{ key: 'z', answers: [answer('new', 1, device.clock.now())] }]);
    await device.answers.sweep();
    const { trouble, answers } = await device.answers.size();
    expect({ trouble, answers }).toEqual({ trouble: undefined, answers: size * 2 + 1 });
  });

  it('that takes nothing any more can be cleared', async () => {
    const device = await deviceWith(1000);
    device.faults.put = { how: 'throws', isFaulty: () => true };
    await device.answers.clear();
    expect(await device.records()).toEqual([]);
    expect(await device.answers.read(keysOf(1000))).toHaveProperty('size', 0);
    delete device.faults.put;
    await device.answers.write([{ key: 'z', answers: [answer('new', 1, device.clock.now())] }]);
    expect(await device.answers.size()).toMatchObject({ answers: 1 });
  });
});

describe('damaged records', () => {
  const field = fc.constantFrom('keys', 'counts', 'nameOf', 'values', 'ats', 'names');
  const rubbish = fc.oneof(
    fc.constantFrom<unknown[]>(undefined, null, NaN, Infinity, -1, 0.5, '', 'text', [], {}),
    fc.array(fc.constantFrom<unknown[]>(NaN, null, {}, -1, 1e9, undefined)),
  );

  /** A number in place of a number, or a text in place of a text. */
  const isUnnoticed = (item: unknown): boolean =>
    item === null || typeof item === 'number' || typeof item === 'string';

  it('give out no answer that was not given', async () => {
    await fc.assert(
      fc.asyncProperty(
        field,
        rubbish,
        fc.option(fc.nat(60)),
        fc.boolean(),
        async (name, junk, at, isSwept) => {
          const device = await deviceWith(30);
          const whole = await device.answers.read(keysOf(30));
          const texts = new Set(
            [...whole].flatMap(([key, answers]) =>
              answers.map((one) => JSON.stringify([key, one])),
            ),
          );
          await device.answers.close();
          await device.damage((record) => {
            if (at === null) return { ...record, [name]: junk };
            const list = record[name] as unknown[];
            return { ...record, [name]: list.with(at % list.length, junk) };
          });
          if (isSwept) await device.answers.sweep();
          const found = await device.answers.read([...keysOf(30), 'text', 'x', '']);
          for (const [key, answers] of found) {
            for (const one of answers) {
              expect(typeof one.name).toBe('string');
              expect(one.value === null || Number.isFinite(one.value)).toBe(true);
              expect(Number.isFinite(one.at)).toBe(true);
              if (![junk].flat().some(isUnnoticed)) {
                expect(texts).toContain(JSON.stringify([key, one]));
              }
            }
          }
          const entry = { key: 'place 1', answers: [answer('new', 1, device.clock.now())] };
          await device.answers.write([entry]);
          await device.answers.flush();
          expect((await shown(device.answers, ['place 1']))['place 1']).toHaveProperty('new');
          expect((await device.answers.size()).trouble).toBeUndefined();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('cost only themselves, and the count is right after the next tidying', async () => {
    const device = await deviceWith(1000);
    await device.answers.close();
    let first = true;
    await device.damage((record) => {
      const { number } = record;
      const damaged = first ? { number, foreign: true } : record;
      first = false;
      return damaged;
    });
    const { size } = await device.answers.read(keysOf(1000));
    expect(size).toBeGreaterThan(700);
    expect(size).toBeLessThan(1000);
    await device.answers.sweep();
    expect((await device.answers.size()).answers).toBe(2 * size);
    expect((await device.records()).every(({ foreign }) => foreign === undefined)).toBe(true);
  });

  it('of kinds unheard of are stepped over and swept away', async () => {
    const device = await deviceWith(100);
    await device.answers.close();
    const db = await device.raw();
    const pages = db.transaction('pages', 'readwrite').objectStore('pages');
    for (const number of [7, 7.5, -1, new Date(0), 'place 5', [1, 'a']]) pages.put({ number });
    db.close();
    expect((await device.answers.read(keysOf(100))).size).toBeGreaterThan(40);
    expect((await device.answers.read(['place 1'])).size).toBe(1);
    await device.answers.write([{ key: 'zzzz', answers: [answer('x', 1, device.clock.now())] }]);
    await device.answers.write([{ key: '', answers: [answer('x', 1, device.clock.now())] }]);
    await device.answers.sweep();
    expect((await device.answers.read(['', 'zzzz'])).size).toBe(2);
    expect((await device.records()).every((record) => Array.isArray(record['keys']))).toBe(true);
  });

  it('of the tally make no nonsense of the size', async () => {
    const device = await deviceWith(10);
    await device.answers.close();
    const db = await device.raw();
    db.transaction('tally', 'readwrite')
      .objectStore('tally')
      .put({ answers: NaN, bytes: '7', sweptAt: null }, 'tally');
    db.close();
    expect(await device.answers.size()).toEqual({ answers: 0, bytes: 0 });
    await device.answers.sweep();
    expect((await device.answers.size()).answers).toBe(20);
  });
});

describe('a damaged database', () => {
  it('is made again when its stores are gone', async () => {
    const device = new Device();
    (await device.raw(2, (db) => void db.createObjectStore('somebody else'))).close();
    expect((await device.answers.read(['a'])).size).toBe(0);
    await device.answers.write([{ key: 'a', answers: [answer('x', 1, device.clock.now())] }]);
    const { answers, trouble } = await device.answers.size();
    expect({ answers, trouble }).toEqual({ answers: 1, trouble: undefined });
  });

  it('is made again once, and then worked without', async () => {
    const device = new Device({ retryMs: 10_000 });
    let deleted = 0;
    const remove = device.factory.deleteDatabase.bind(device.factory);
    device.factory.deleteDatabase = (name) => {
      deleted += 1;
      return remove(name);
    };
    device.faults.open = { name: 'UnknownError' };
    expect((await device.answers.read(['a'])).size).toBe(0);
    expect((await device.answers.size()).trouble).toBe('damaged');
    await device.clock.advance(10_000);
    expect((await device.answers.read(['a'])).size).toBe(0);
    expect(deleted).toBe(1);
  });

  it('is no database that opens at the second attempt: nothing of it is lost', async () => {
    const device = await deviceWith(10);
    await device.answers.close();
    const { open } = device.factory;
    let attempts = 0;
    device.factory.open = (...names) => {
      attempts += 1;
      if (attempts === 1) device.faults.open = { name: 'UnknownError' };
      else delete device.faults.open;
      return open(...names);
    };
    const { answers, trouble } = await device.answers.size();
    expect({ answers, trouble, attempts }).toEqual({
      answers: 20,
      trouble: undefined,
      attempts: 2,
    });
  });

  it.each([
    [
      'may not be deleted',
      () => {
        throw new DOMException('no', 'SecurityError');
      },
    ],
    [
      'cannot be deleted',
      () => {
        const request = Object.assign(new EventTarget(), {
          onerror: undefined as ((event: Event) => void) | undefined,
        });
        queueMicrotask(() => request.onerror?.(new Event('error')));
        return request as unknown as IDBOpenDBRequest;
      },
    ],
  ])('that %s is worked without', async (_how, deleteDatabase) => {
    const device = new Device();
    device.factory.deleteDatabase = deleteDatabase;
    device.faults.open = { name: 'UnknownError' };
    expect((await device.answers.read(['a'])).size).toBe(0);
    expect((await device.answers.size()).trouble).toBe('damaged');
  });

  it('whose every reading fails is made again', async () => {
    const device = await deviceWith(10);
    device.faults.read = 'fail';
    let deleted = 0;
    const remove = device.factory.deleteDatabase.bind(device.factory);
    device.factory.deleteDatabase = (name) => {
      deleted += 1;
      delete device.faults.read;
      return remove(name);
    };
    expect((await device.answers.read(['place 1'])).size).toBe(0);
    expect(deleted).toBe(1);
    await device.answers.write([{ key: 'a', answers: [answer('x', 1, device.clock.now())] }]);
    expect(await device.answers.size()).toMatchObject({ answers: 1 });
  });
});

describe('another window', () => {
  it('that upgrades the database is not kept waiting, and its version is left alone', async () => {
    const device = await deviceWith(10);
    const newer = await device.raw(99, (db) => void db.createObjectStore('newer'));
    expect((await device.answers.read(['place 1'])).size).toBe(0);
    await device.answers.write([{ key: 'a', answers: [answer('x', 1, device.clock.now())] }]);
    await device.answers.flush();
    await device.answers.clear();
    expect((await device.answers.size()).trouble).toBe('blocked');
    expect([...newer.objectStoreNames]).toEqual(['newer', 'pages', 'tally']);
    newer.close();
    expect(await device.records()).not.toEqual([]);
  });

  it('that deletes the database is not kept waiting, and it is made again on demand', async () => {
    const device = await deviceWith(10);
    const request = device.factory.deleteDatabase(DATABASE);
    await new Promise((resolve) => (request.onsuccess = resolve));
    expect((await device.answers.read(['place 1'])).size).toBe(0);
    await device.answers.write([{ key: 'a', answers: [answer('x', 1, device.clock.now())] }]);
    expect(await device.answers.size()).toMatchObject({ answers: 1 });
  });
});
