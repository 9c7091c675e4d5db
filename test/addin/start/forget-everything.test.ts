import { forgetEverything, dropWhenForgotten } from '../../../src/addin/start/forget-everything';
import { recordSpending } from '../../../src/addin/start/spending';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { createCatalogue } from '../../../src/engine/catalogue/catalogue';
import { createCatalogueDatabase } from '../../../src/addin/device/catalogue-database';
import { createKeptDatabase } from '../../../src/addin/device/kept-answers';
import { deviceSalt } from '../../../src/addin/device/device-salt';
import { createEngine } from '../../../src/engine/lookup';
import { createConnectionStore } from '../../../src/addin/device/connection-store';
import { createFavouriteNames } from '../../../src/addin/device/favourite-names';
import { createForgettableStorage } from '../../../src/addin/device/forgettable-storage';
import { createLedger, createWorkbookSpending } from '../../../src/addin/device/ledger';
import { createPreferenceStore } from '../../../src/addin/device/preferences';
import { CLEARING, GENERATION } from '../../../src/addin/device/stored-record';
import { FakeDevice } from '../device/fake-device';
import type { FakeWindow } from '../device/fake-device';
import { attribute, ended } from '../../engine/lookup/engine-setup';
import { RecordingSource } from '../../engine/lookup/recording-source';

const KEY = 'k-0123456789abcdef';
const defaults = { attributeUrl: 'https://usual.example', modelUrl: 'https://usual.example' };

/** A window with all that keeps something, joined as the add-in joins it. */
function open(device: FakeDevice, window: FakeWindow = device.open()) {
  const { clock } = window;
  const storage = createForgettableStorage(window.storage);
  const connection = createConnectionStore({ storage, defaults });
  const preferences = createPreferenceStore(storage);
  const favourites = createFavouriteNames(storage);
  const ledger = createLedger(storage, () => null);
  const databases = () => window.databases();
  const hiding: (() => Promise<void>)[] = [];
  const database = createKeptDatabase({ databases, clock }, storage, (run) => hiding.push(run));
  const catalogue = createCatalogue({
    clock,
    store: createCatalogueDatabase({ databases, clock, storage }),
  });
  catalogue.turnTo('me');
  const source = new RecordingSource(device.clock);
  source.account = 'me';
  const engine = createEngine({
    source,
    clock,
    random: () => 0.5,
    tiers: [{ origin: 'device', store: database, isWritable: true }],
  });
  const workbook = createWorkbookSpending(() => null);
  const { parts } = createFakeWorkbookParts();
  const keep = recordSpending({ engine, ledger, workbook, parts, clock });
  let cleared = 0;
  dropWhenForgotten({
    storage,
    engine,
    used: { clear: () => (cleared += 1) },
    unwritten: [database, catalogue],
  });
  return {
    ...{ window, storage, connection, preferences, favourites, ledger, database, catalogue },
    ...{ source, engine, keep },
    usedCleared: () => cleared,
    hide: () => Promise.all(hiding.map((run) => run())),
    forgetEverything: (admission = () => Promise.resolve()) =>
      forgetEverything({
        storage,
        newGeneration: () => 'g1',
        database,
        names: { open: () => Promise.resolve(catalogue) },
        admission: { forget: admission, isAlone: false },
      }),
  };
}

type Opened = ReturnType<typeof open>;

/** Lets time go on until it settles. */
async function until<Value>(device: FakeDevice, promise: Promise<Value>): Promise<Value> {
  let isOver = false;
  const end = (): void => void (isOver = true);
  promise.then(end, end);
  while (!isOver) await device.clock.advance(10);
  return promise;
}

/** In steps, for a database needs turns of its own. */
async function pass(device: FakeDevice, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) await device.clock.advance(20);
}

async function use(device: FakeDevice, opened: Opened): Promise<void> {
  const { connection, preferences, favourites, catalogue, engine, storage } = opened;
  connection.save({
    credential: KEY,
    addresses: { ...defaults, attributeUrl: 'https://own.example' },
    shouldRemember: true,
  });
  preferences.save({ maxConcurrency: 3 });
  favourites.toggle('w_pop_tt');
  deviceSalt(storage, () => 'a'.repeat(32));
  await until(device, catalogue.take([{ name: 'w_imported' }], 'add'));
  catalogue.learn('me', ['w_learned']);
  void engine.ask(attribute(1, 'a'));
  await pass(device, 3_000);
}

async function keptBy(device: FakeDevice) {
  const next = open(device);
  const [size] = await until(
    device,
    Promise.all([next.database.size(), next.catalogue.whenLoaded()]),
  );
  const { answers } = size;
  const { imported, learned } = next.catalogue.state();
  return { answers, imported, learned, calls: next.ledger.current().length };
}

const NOTHING = { answers: 0, imported: 0, learned: 0, calls: 0 };

it('leaves nothing on the device but that it was done', async () => {
  const device = new FakeDevice();
  const a = open(device);
  await use(device, a);
  expect(device.held.size).toBeGreaterThan(5);
  expect(await keptBy(device)).toEqual({ answers: 1, imported: 1, learned: 1, calls: 1 });
  await until(device, a.forgetEverything());
  await pass(device, 10_000);
  expect([...device.held.keys()].sort()).toEqual([CLEARING, GENERATION].sort());
  expect(await keptBy(device)).toEqual(NOTHING);
  expect(a.connection.current().credential).toBeUndefined();
  expect(a.usedCleared()).toBe(1);
});

it('removes what can be removed, where the device will not delete the rest', async () => {
  const device = new FakeDevice();
  const a = open(device);
  await use(device, a);
  const refusal = a.forgetEverything(() => Promise.reject(new Error('blocked')));
  await expect(until(device, refusal)).rejects.toThrow('would not delete');
  expect([...device.held.keys()].sort()).toEqual([CLEARING, GENERATION].sort());
  expect(await keptBy(device)).toEqual(NOTHING);
});

it('says so where the device will not delete the answers, which nobody sees again', async () => {
  const device = new FakeDevice();
  await use(device, open(device));
  const { factory } = device;
  const openDatabase = factory.open.bind(factory);
  factory.open = (name, version) => {
    if (name === 'locus-answers') throw new DOMException('no', 'SecurityError');
    return openDatabase(name, version);
  };
  await expect(until(device, open(device).forgetEverything())).rejects.toThrow('would not delete');
  factory.open = openDatabase;
  expect(await keptBy(device)).toEqual(NOTHING);
});

describe.each([undefined, 30])('another window, told after %s ms,', (storageDelayMs) => {
  const openTwo = async (): Promise<[FakeDevice, Opened, Opened]> => {
    const device = new FakeDevice(storageDelayMs === undefined ? {} : { storageDelayMs });
    const [a, b] = [open(device), open(device)];
    await use(device, a);
    await use(device, b);
    return [device, a, b];
  };

  it('drops the key, what waits and what is in flight, and writes nothing of it', async () => {
    const [device, a, b] = await openTwo();
    b.source.latencyMs = 4_000;
    const asked = Array.from({ length: 40 }, (_, place) => b.engine.ask(attribute(place + 9, 'a')));
    b.catalogue.learn('me', ['w_seen_just_now']);
    const before = b.source.lookups.length;
    while (b.source.lookups.length === before) await pass(device, 50);
    const sent = b.source.lookups.length;
    await until(device, a.forgetEverything());
    await device.clock.advance(storageDelayMs ?? 0);
    expect(b.connection.current().credential).toBeUndefined();
    expect(b.usedCleared()).toBe(1);
    await pass(device, 8_000);
    b.keep();
    await b.hide();
    const outcomes = await ended(asked);
    expect(outcomes.filter((outcome) => outcome === 'cancelled').length).toBeGreaterThan(0);
    expect(outcomes.filter((outcome) => typeof outcome === 'number').length).toBeGreaterThan(0);
    expect(b.source.lookups.length).toBeLessThanOrEqual(
      sent + (storageDelayMs === undefined ? 0 : 6),
    );
    expect([...device.held.keys()].sort()).toEqual([CLEARING, GENERATION].sort());
    expect(await keptBy(device)).toEqual(NOTHING);
    expect(b.engine.peek(attribute(9, 'a'))).toBeUndefined();
    expect(b.catalogue.state()).toMatchObject({ imported: 0, learned: 0 });
  });

  it('that slept through it writes nothing when it wakes, and counts again from then on', async () => {
    const [device, a, b] = await openTwo();
    void b.engine.ask(attribute(7, 'a'));
    b.catalogue.learn('me', ['w_seen_just_now']);
    await pass(device, 200);
    b.window.sleep();
    await until(device, a.forgetEverything());
    await pass(device, 8_000);
    await b.hide();
    b.window.wake();
    await pass(device, 8_000);
    expect(await keptBy(device)).toEqual(NOTHING);
    expect(b.connection.current().credential).toBeUndefined();
    a.connection.save({ credential: 'new', shouldRemember: true });
    await pass(device, 100);
    expect(b.connection.current().credential).toBe('new');
    void b.engine.ask(attribute(8, 'a'));
    await pass(device, 8_000);
    expect(await keptBy(device)).toMatchObject({ answers: 1, calls: 1 });
  });
});

describe('kept answers that are cleared in one window', () => {
  it.each([undefined, 30])(
    'do not come back from what another had not written, told after %s ms',
    async (storageDelayMs) => {
      const device = new FakeDevice(storageDelayMs === undefined ? {} : { storageDelayMs });
      const [a, b] = [open(device), open(device)];
      const one = (key: string) => [
        { key, answers: [{ name: 'x', value: 1, at: device.clock.now() }] },
      ];
      await b.database.write(one('s\nlookup\n\n12 mg road'));
      await until(device, a.database.clear());
      await pass(device, 2_000);
      expect(await keptBy(device)).toMatchObject({ answers: 0 });
      await b.database.write(one('s\nlookup\n\n13 mg road'));
      await pass(device, 2_000);
      expect(await keptBy(device)).toMatchObject({ answers: 1 });
    },
  );
});
