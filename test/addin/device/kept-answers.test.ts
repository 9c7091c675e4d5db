import { CLEARING } from '../../../src/addin/device/stored-record';
import { IDBKeyRange } from 'fake-indexeddb';
import { createKeptDatabase } from '../../../src/addin/device/kept-answers';
import type { AnswerStore, StoredEntry } from '../../../src/engine/lookup';
import type { DeviceStorage } from '../../../src/addin/spreadsheet/host';
import { answer, sheet } from '../../engine/lookup/cache/answer-store-suite';
import { createFakeStorage } from './fake-storage';
import { Device } from './device-database';

/** A page on a device, and what tells it that it is hidden. */
function open(device: Device, storage: DeviceStorage): { store: AnswerStore; hide: Hide } {
  let hide: Hide = () => Promise.resolve();
  const databases = () => ({ indexedDB: device.factory, IDBKeyRange });
  const store = createKeptDatabase({ databases, clock: device.clock }, storage, (run) => {
    hide = run;
  });
  return { store, hide };
}

type Hide = () => Promise<void>;

/** When every device of these tests begins. */
const NOW = new Device().clock.now();

function openFirst() {
  const [storage, device] = [createFakeStorage(), new Device()];
  return { storage, device, ...open(device, storage) };
}

/** What amounts to a page without another turn: it writes, is hidden and is gone. */
async function leave(storage: DeviceStorage, entries: readonly StoredEntry[]): Promise<void> {
  const gone = new Device();
  gone.faults.open = 'hang';
  const { store, hide } = open(gone, storage);
  await store.write(entries);
  void hide();
}

const places = (count: number): StoredEntry[] => sheet(count, 1, NOW);

/** How many of these places a page finds that opens now. */
async function foundBy({ store }: { store: AnswerStore }, device: Device, count: number) {
  const found = await device.until(store.read(places(count).map(({ key }) => key)));
  return found.size;
}

describe('answers on the device', () => {
  it('that came in the moment before the page went are there when it opens again', async () => {
    const storage = createFakeStorage();
    await leave(storage, sheet(30, 2, NOW));
    const device = new Device();
    const next = open(device, storage);
    expect(await foundBy(next, device, 30)).toBe(30);
    expect(await device.until(next.store.size())).toMatchObject({ answers: 60 });
    expect(storage.held.size).toBe(0);
    // From now on the database has them.
    expect(await foundBy(open(device, storage), device, 30)).toBe(30);
  });

  it('are in the journal no longer than it takes to write them', async () => {
    const { storage, device, hidden, found } = await hiddenWhileWriting('late');
    expect(storage.held.size).toBe(1);
    await device.until(hidden);
    expect(storage.held.size).toBe(0);
    expect(await found()).toHaveProperty('size', 1);
  });

  it('stay in the journal while no database opens', async () => {
    const storage = createFakeStorage();
    await leave(storage, places(3));
    const broken = new Device();
    broken.faults.open = { name: 'UnknownError' };
    const meanwhile = open(broken, storage);
    await broken.until(meanwhile.store.read(['x']));
    await broken.until(meanwhile.hide());
    const device = new Device();
    expect(await foundBy(open(device, storage), device, 3)).toBe(3);
  });

  it('that the device once did not take are there when it opens again', async () => {
    const { storage, device, store, hide } = openFirst();
    device.faults.put = 'hang';
    await store.write(places(3));
    await device.clock.advance(6_000);
    void hide();
    delete device.faults.put;
    expect(await foundBy(open(device, storage), device, 3)).toBe(3);
  });

  it('of a window that died stay, though another window is hidden before the next one opens', async () => {
    const { storage, device, hide } = openFirst();
    await leave(storage, places(3));
    await device.until(hide());
    const next = open(device, storage);
    expect(await foundBy(next, device, 3)).toBe(3);
    await device.until(next.store.size());
    expect(storage.held.size).toBe(0);
  });

  it('are found by the first reading of a page that also has some to write', async () => {
    const { storage, device, store } = openFirst();
    await device.until(store.clear());
    await store.write([{ key: 'kept', answers: [answer('x', 1, NOW)] }]);
    await device.until(store.size());
    await leave(storage, [{ key: 'late', answers: [answer('x', 2, NOW)] }]);
    const { store: next } = open(device, storage);
    // By now the page is storing what the last one left.
    await Promise.resolve();
    expect(await device.until(next.read(['kept', 'late']))).toHaveProperty('size', 2);
  });

  it('are kept by a device whose storage was emptied after a clearing', async () => {
    const storage = createFakeStorage();
    const device = new Device();
    await device.until(open(device, storage).store.clear());
    storage.remove(CLEARING);
    const { store } = open(device, storage);
    await store.write(places(3));
    expect(await device.until(store.size())).toMatchObject({ answers: 3 });
  });

  it('are kept as before after a second clearing that came during the first', async () => {
    const { storage, device, store } = openFirst();
    await store.write(places(3));
    await device.until(store.size());
    await device.until(Promise.all([store.clear(), store.clear()]));
    await store.write([{ key: 'new', answers: [answer('x', 1, NOW)] }]);
    expect(await device.until(store.size())).toMatchObject({ answers: 1 });
    const { store: next } = open(device, storage);
    expect(await device.until(next.read(['new']))).toHaveProperty('size', 1);
  });

  it('are kept by windows that have heard of a clearing which another could not carry out', async () => {
    const { storage, device, store } = openFirst();
    await device.until(store.clear());
    await store.write(places(3));
    await device.until(store.size());
    const gone = new Device();
    gone.faults.open = 'hang';
    await gone.until(open(gone, storage).store.clear(), 100);
    expect(await device.until(store.read(['place 1']))).toHaveProperty('size', 0);
    await store.write([{ key: 'new', answers: [answer('x', 1, NOW)] }]);
    expect(await device.until(store.size())).toMatchObject({ answers: 1 });
  });

  it('are never seen again once they are cleared, though the device did not take it', async () => {
    const { storage, device, store } = openFirst();
    await store.write(places(3));
    await device.until(store.size());
    device.faults.put = 'hang';
    await device.until(store.clear(), 100);
    delete device.faults.put;
    const { store: next } = open(device, storage);
    expect(await device.until(next.read(['place 1']))).toHaveProperty('size', 0);
    await next.write([{ key: 'new', answers: [answer('x', 1, NOW)] }]);
    expect(await device.until(next.size())).toMatchObject({ answers: 1 });
    // The first window is late with its clearing, which the second has carried out.
    await device.clock.advance(60_000);
    expect(await device.until(store.read(['place 1', 'new']))).toHaveProperty('size', 1);
    expect(await device.until(next.size())).toMatchObject({ answers: 1 });
  });

  it('are forgotten there too', async () => {
    const { storage, device, store, hidden, found } = await hiddenWhileWriting('secret');
    await device.until(store.clear());
    await device.until(hidden);
    expect([...storage.held.keys()]).toEqual([CLEARING]);
    expect(await found()).toHaveProperty('size', 0);
  });
});

/** Hides a page with one answer still to write; returns what the next page finds of it. */
async function hiddenWhileWriting(key: string) {
  const { storage, device, store, hide } = openFirst();
  await store.write([{ key, answers: [answer('x', 1, NOW)] }]);
  const hidden = hide();
  const found = () => device.until(open(device, storage).store.read([key]));
  return { storage, device, store, hidden, found };
}
