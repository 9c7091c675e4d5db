import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Databases } from '../../src/addin/device/database-connection';
import {
  createKeptWorkbooks,
  MAX_KEPT_CONTENT,
  MAX_KEPT_WORKBOOKS,
} from '../../src/workbench/kept-workbooks';
import { HandClock } from '../engine/lookup/hand-clock';

const DAY_MS = 24 * 60 * 60 * 1000;

function createDevice() {
  const factory = new IDBFactory();
  const clock = new HandClock();
  const device = { generation: 'first' };
  const databases = (): Databases => ({ indexedDB: factory, IDBKeyRange });
  const kept = createKeptWorkbooks({ databases, clock, generation: () => device.generation });
  return { factory, clock, device, kept };
}

/** Puts what another program could put there. */
async function tamper(factory: IDBFactory, store: string, value: unknown): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = factory.open('locus-workbooks');
    request.onsuccess = () => resolve(request.result);
  });
  await new Promise<void>((resolve) => {
    const transaction = db.transaction(store, 'readwrite');
    transaction.objectStore(store).put(value);
    transaction.oncomplete = () => resolve();
  });
  db.close();
}

describe('the workbooks kept on this device', () => {
  it('are there again, newest first, as they were written', async () => {
    const { clock, kept } = createDevice();
    const at = clock.now();
    expect(await kept.list()).toEqual([]);
    expect(await kept.write({ id: 'a', name: 'Shops', at: at - 2 }, 'one')).toBe(true);
    expect(await kept.write({ id: 'b', name: 'Towns', at: at - 1 }, 'two')).toBe(true);
    expect(await kept.write({ id: 'a', name: 'Shops', at }, 'three')).toBe(true);
    expect(await kept.list()).toEqual([
      { id: 'a', name: 'Shops', at },
      { id: 'b', name: 'Towns', at: at - 1 },
    ]);
    expect(await kept.read('a')).toBe('three');
    expect(await kept.read('c')).toBeUndefined();
  });

  it('make room for newer ones, and go after a month', async () => {
    const { clock, kept } = createDevice();
    const at = clock.now() - 10;
    for (let i = 0; i < MAX_KEPT_WORKBOOKS + 2; i += 1) {
      await kept.write({ id: `${i}`, name: 'W', at: at + i }, 'text');
    }
    expect((await kept.list()).map(({ id }) => id)).toEqual(['4', '3', '2']);
    expect(await kept.read('1')).toBeUndefined();
    clock.jump(30 * DAY_MS);
    expect(await kept.list()).toEqual([]);
    expect(await kept.read('4')).toBeUndefined();
  });

  it('are bounded, and none is kept in part', async () => {
    const { clock, kept } = createDevice();
    const huge = 'x'.repeat(MAX_KEPT_CONTENT + 1);
    expect(await kept.write({ id: 'a', name: 'W', at: clock.now() }, huge)).toBe(false);
    expect(await kept.list()).toEqual([]);
    await kept.write({ id: 'a', name: 'n'.repeat(1_000), at: clock.now() }, 'text');
    expect((await kept.list())[0]?.name).toHaveLength(200);
  });

  it('are gone when everything is forgotten, also one that is being written then', async () => {
    const { clock, device, kept } = createDevice();
    await kept.write({ id: 'a', name: 'W', at: clock.now() }, 'text');
    device.generation = 'second';
    expect(await kept.list()).toEqual([]);
    expect(await kept.read('a')).toBeUndefined();
    const writing = kept.write({ id: 'b', name: 'W', at: clock.now() }, 'text');
    device.generation = 'third';
    await writing;
    expect(await kept.list()).toEqual([]);
    await kept.write({ id: 'c', name: 'W', at: clock.now() }, 'text');
    await kept.clear();
    expect(await kept.list()).toEqual([]);
  });

  it('may be tampered with: what cannot be read is left out and cleared away', async () => {
    const { clock, factory, kept } = createDevice();
    await kept.write({ id: 'a', name: 'W', at: clock.now() }, 'text');
    await tamper(factory, 'list', { id: 'b', name: 7, at: clock.now(), generation: 'first' });
    await tamper(factory, 'list', { id: 'c', name: 'W', at: Infinity, generation: 'first' });
    await tamper(factory, 'contents', { id: 'a', content: { toString: 'no text' } });
    expect((await kept.list()).map(({ id }) => id)).toEqual(['a']);
    expect(await kept.read('a')).toBeUndefined();
  });

  it('cost nothing where the device keeps none', async () => {
    const databases = (): Databases => ({ indexedDB: undefined, IDBKeyRange });
    const kept = createKeptWorkbooks({ databases, clock: new HandClock(), generation: () => '' });
    expect(await kept.list()).toEqual([]);
    expect(await kept.write({ id: 'a', name: 'W', at: 0 }, 'text')).toBe(false);
    expect(await kept.read('a')).toBeUndefined();
    await kept.clear();
  });
});
