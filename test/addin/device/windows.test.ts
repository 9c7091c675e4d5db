import fc from 'fast-check';

import { createConnectionStore } from '../../../src/addin/device/connection-store';
import type { DeviceStorage } from '../../../src/addin/spreadsheet/host';
import { createFavouriteNames } from '../../../src/addin/device/favourite-names';
import { createForgettableStorage } from '../../../src/addin/device/forgettable-storage';
import { createLedger } from '../../../src/addin/device/ledger';
import { createPreferenceStore, defaultPreferences } from '../../../src/addin/device/preferences';
import { GENERATION } from '../../../src/addin/device/stored-record';
import { FakeDevice } from './fake-device';
import type { FakeWindow } from './fake-device';

const defaults = { attributeUrl: 'https://usual.example', modelUrl: 'https://usual.example' };
const elsewhere = { ...defaults, attributeUrl: 'https://own.example' };
const DAY = '2026-11-21';

function openIn(window: FakeWindow) {
  const storage = createForgettableStorage(window.storage);
  return {
    window,
    storage,
    connection: createConnectionStore({ storage, defaults }),
    preferences: createPreferenceStore(storage),
    favourites: createFavouriteNames(storage),
    ledger: createLedger(storage, () => null),
  };
}

type Opened = ReturnType<typeof openIn>;

function openTwo(device = new FakeDevice()): [Opened, Opened] {
  return [openIn(device.open()), openIn(device.open())];
}

/** Reports nothing: one window learns what another did only when it acts. */
function deaf(storage: DeviceStorage): DeviceStorage {
  return { ...storage, subscribe: () => () => {} };
}

describe('settings of several windows', () => {
  it('changed in one are there in the others, which tell their listeners', () => {
    const [a, b] = openTwo();
    let told = 0;
    b.preferences.subscribe(() => (told += 1));
    a.preferences.save({ dailyBudget: 100 });
    b.preferences.save({ dateFormat: 'DD/MM/YYYY' });
    for (const { preferences } of [a, b]) {
      expect(preferences.current()).toMatchObject({ dailyBudget: 100, dateFormat: 'DD/MM/YYYY' });
    }
    expect(told).toBe(2);
  });

  it('are not undone by a window that has not heard of them', () => {
    const device = new FakeDevice();
    const [one, other] = [device.open(), device.open()].map(({ storage }) => deaf(storage)) as [
      DeviceStorage,
      DeviceStorage,
    ];
    const [a, b] = [createPreferenceStore(one), createPreferenceStore(other)];
    a.save({ dailyBudget: 100, approvalThreshold: 20 });
    b.save({ dateFormat: 'DD/MM/YYYY' });
    expect(createPreferenceStore(device.open().storage).current()).toEqual({
      ...defaultPreferences,
      dailyBudget: 100,
      approvalThreshold: 20,
      dateFormat: 'DD/MM/YYYY',
    });
    const [x, y] = [createFavouriteNames(one), createFavouriteNames(other)];
    x.toggle('a');
    y.toggle('b');
    x.toggle('c');
    y.toggle('a');
    expect([...createFavouriteNames(device.open().storage).current().names]).toEqual(['b', 'c']);
  });

  it("end up the same in all, even if windows write without seeing each other's changes", async () => {
    const act = fc.record({ by: fc.nat(2), what: fc.nat(5), wait: fc.constantFrom(0, 3, 10, 40) });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (acts) => {
        const device = new FakeDevice({ storageDelayMs: 10 });
        const windows = [0, 1, 2].map(() => openIn(device.open()));
        const changed: Record<string, unknown>[] = [];
        for (const { by, what, wait } of acts) {
          const { preferences, favourites } = windows[by] as Opened;
          if (what > 2) favourites.toggle(`w_${what}`);
          else {
            const name = (['maxConcurrency', 'approvalThreshold', 'dailyBudget'] as const)[what];
            preferences.save({ [name as string]: changed.push({}) % 20 || 20 });
          }
          await device.clock.advance(wait);
        }
        await device.clock.drain();
        const next = openIn(device.open());
        for (const { preferences, favourites } of windows) {
          expect(preferences.current()).toEqual(next.preferences.current());
          expect([...favourites.current().names].sort()).toEqual(
            [...next.favourites.current().names].sort(),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('made at once in two windows hold both', async () => {
    const device = new FakeDevice({ storageDelayMs: 10 });
    const [a, b] = openTwo(device);
    a.preferences.save({ dailyBudget: 100 });
    b.preferences.save({ dateFormat: 'DD/MM/YYYY' });
    a.favourites.toggle('a');
    b.favourites.toggle('b');
    await device.clock.drain();
    const next = openIn(device.open());
    expect(next.preferences.current()).toMatchObject({
      dailyBudget: 100,
      dateFormat: 'DD/MM/YYYY',
    });
    expect([...next.favourites.current().names].sort()).toEqual(['a', 'b']);
  });
});

describe('the key of several windows', () => {
  const OLD = 'OLD-KEY-leaked';
  const NEW = 'NEW-KEY';
  const keys = (...opened: readonly Opened[]) =>
    opened.map(({ connection }) => connection.current().credential);

  it('is the one typed last in all of them, with its addresses', () => {
    const [a, b] = openTwo();
    a.connection.save({ credential: OLD, shouldRemember: true });
    expect(keys(a, b)).toEqual([OLD, OLD]);
    expect(b.connection.isRemembered()).toBe(true);
    b.connection.save({ credential: NEW, addresses: elsewhere, shouldRemember: true });
    expect(keys(a, b)).toEqual([NEW, NEW]);
    expect(a.connection.current().addresses).toEqual(elsewhere);
  });

  it('stays the new one when a window that slept saves with nothing typed', () => {
    const device = new FakeDevice();
    const a = createConnectionStore({ storage: device.open().storage, defaults });
    a.save({ credential: OLD, shouldRemember: true });
    const b = createConnectionStore({ storage: deaf(device.open().storage), defaults });
    a.save({ credential: NEW, shouldRemember: true });
    b.save({ credential: '', addresses: defaults, shouldRemember: true });
    expect(b.current().credential).toBe(NEW);
    expect(openIn(device.open()).connection.current().credential).toBe(NEW);
    a.forget();
    b.save({ credential: '', addresses: defaults, shouldRemember: true });
    expect(b.current().credential).toBeUndefined();
    expect(JSON.stringify([...device.held])).not.toContain('KEY');
  });

  it('that is replaced by one for a single window is used by none of the others', () => {
    const [a, b] = openTwo();
    a.connection.save({ credential: OLD, shouldRemember: true });
    a.connection.save({ credential: NEW, shouldRemember: false });
    expect(keys(a, b)).toEqual([NEW, undefined]);
    a.connection.save({ shouldRemember: true });
    expect(keys(a, b)).toEqual([NEW, NEW]);
  });

  it('of a window alone stays with it, until one is remembered', () => {
    const [a, b] = openTwo();
    b.connection.save({ credential: OLD, shouldRemember: false });
    a.connection.forget();
    b.window.wake();
    expect(keys(a, b)).toEqual([undefined, OLD]);
    a.connection.save({ credential: NEW, shouldRemember: true });
    expect(keys(a, b)).toEqual([NEW, NEW]);
  });

  it('is dropped when another window saves addresses that it was not entered for', () => {
    const [a, b] = openTwo();
    b.connection.save({ credential: OLD, shouldRemember: false });
    a.connection.save({ addresses: elsewhere, shouldRemember: true });
    expect(keys(a, b)).toEqual([undefined, undefined]);
    expect(b.connection.current().addresses).toEqual(elsewhere);
  });

  it('works in a window whose storage is denied, whatever the others do', () => {
    const device = new FakeDevice();
    const a = openIn(device.open());
    const b = openIn(device.open({ storage: 'denied' }));
    expect(b.connection.save({ credential: OLD, shouldRemember: true })).toMatchObject({
      keptIn: 'not-kept',
    });
    a.connection.save({ credential: NEW, shouldRemember: true });
    a.connection.forget();
    b.preferences.save({ maxConcurrency: 2 });
    b.ledger.add(DAY, { calls: 1, values: 1, answered: 1 });
    b.ledger.keep();
    expect(keys(a, b)).toEqual([undefined, OLD]);
    expect(b.preferences.current().maxConcurrency).toBe(2);
    expect([...device.held]).toEqual([]);
  });
});

describe('the ledger of several windows', () => {
  it("loses and invents no call, even if windows write without seeing each other's changes", async () => {
    const act = fc.record({
      by: fc.nat(2),
      calls: fc.nat(5),
      what: fc.constantFrom('keep', 'add', 'sleep', 'wake', 'close', 'midnight'),
      wait: fc.constantFrom(0, 3, 10, 40),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const device = new FakeDevice({ storageDelayMs: 10 });
        const windows = [0, 1, 2].map(() => openIn(device.open()));
        let made = 0;
        let day = 0;
        for (const { by, calls, what, wait } of acts) {
          const { ledger, window } = windows[by] as Opened;
          const add = (): void => {
            made += calls;
            const date = new Date(Date.UTC(2026, 10, 21 + day)).toISOString().slice(0, 10);
            ledger.add(date, { calls, values: calls, answered: calls });
          };
          if (what === 'midnight') {
            day += 1;
            await device.clock.drain();
          } else if (what === 'sleep') {
            window.sleep();
          } else if (what === 'close') {
            window.wake();
            await device.clock.drain();
            ledger.keep();
            await device.clock.drain();
            window.die();
            windows[by] = openIn(device.open());
          } else {
            window.wake();
            add();
            if (what === 'keep') ledger.keep();
          }
          await device.clock.advance(wait);
        }
        for (const { window } of windows) window.wake();
        for (const { ledger } of windows) {
          ledger.keep();
          await device.clock.drain();
        }
        for (const { ledger } of [...windows, openIn(device.open())]) {
          expect(ledger.current().reduce((sum, { calls }) => sum + calls, 0)).toBe(made);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('sums up the days that are a week old, however many windows there were', () => {
    const device = new FakeDevice();
    for (let day = 1; day <= 9; day += 1) {
      for (let turn = 0; turn < 5; turn += 1) {
        const { ledger, window } = openIn(device.open());
        ledger.add(`2026-11-0${day}`, { calls: 1, values: 1, answered: 1 });
        ledger.keep();
        window.die();
      }
    }
    const { ledger } = openIn(device.open());
    expect(ledger.current().map(({ calls }) => calls)).toEqual(Array(9).fill(5));
    expect(device.held.get('locus.ledger')?.match(/"answered/g)).toHaveLength(1 + 8 * 5);
  });
});

describe('forgetting everything', () => {
  it('is done in all windows at once, and a new generation is all that is left', () => {
    const device = new FakeDevice();
    const [a, b] = openTwo(device);
    a.connection.save({ credential: 'k-0123', addresses: elsewhere, shouldRemember: true });
    b.preferences.save({ dailyBudget: 100 });
    b.favourites.toggle('w_pop_tt');
    b.ledger.add(DAY, { calls: 4, values: 4, answered: 4 });
    b.ledger.keep();
    b.ledger.add(DAY, { calls: 3, values: 3, answered: 3 });
    a.storage.forgetAll('g1');
    b.ledger.keep();
    for (const { connection, preferences, favourites, ledger } of [a, b]) {
      expect(connection.current()).toEqual({ addresses: defaults });
      expect(connection.current().credential).toBeUndefined();
      expect(preferences.current()).toEqual(defaultPreferences);
      expect([...favourites.current().names]).toEqual([]);
      expect(ledger.current()).toEqual([]);
    }
    expect([...device.held]).toEqual([[GENERATION, 'g1']]);
  });

  it('is obeyed by a window that slept, whatever it does first, and spares what came later', () => {
    const firsts: ((b: Opened) => void)[] = [
      ({ ledger }) => ledger.keep(),
      ({ connection }) => connection.save({ shouldRemember: true }),
      ({ preferences }) => preferences.save({ dateFormat: 'YYYYMMDD' }),
      ({ favourites }) => favourites.toggle('b'),
      ({ window }) => window.wake(),
    ];
    for (const first of firsts) {
      const device = new FakeDevice();
      const [a, b] = openTwo(device);
      b.connection.save({ credential: 'OLD-KEY', shouldRemember: true });
      b.preferences.save({ dailyBudget: 100 });
      b.favourites.toggle('a');
      b.ledger.add(DAY, { calls: 4, values: 4, answered: 4 });
      b.window.sleep();
      a.storage.forgetAll('g1');
      a.connection.save({ credential: 'NEW-KEY', shouldRemember: true });
      a.ledger.add(DAY, { calls: 1, values: 1, answered: 1 });
      a.ledger.keep();
      first(b);
      const next = openIn(device.open());
      expect(JSON.stringify([...device.held])).not.toContain('OLD-KEY');
      expect(next.connection.current().credential).toBe('NEW-KEY');
      expect(b.connection.current().credential).toBe('NEW-KEY');
      expect(next.preferences.current().dailyBudget).toBeNull();
      expect(next.favourites.current().names.has('a')).toBe(false);
      expect(next.ledger.current()).toMatchObject([{ calls: 1 }]);
    }
  });

  it('takes back what another window wrote before it could hear of it', async () => {
    const device = new FakeDevice({ storageDelayMs: 10 });
    const [a, b] = openTwo(device);
    b.ledger.add(DAY, { calls: 4, values: 4, answered: 4 });
    a.storage.forgetAll('g1');
    b.ledger.keep();
    b.storage.write('locus.unwritten', 'answers');
    await device.clock.drain();
    expect([...device.held]).toEqual([[GENERATION, 'g1']]);
  });

  it('is not assumed when a device is empty or blocked: windows work on', () => {
    const device = new FakeDevice();
    const [a, b] = openTwo(device);
    a.storage.forgetAll('g1');
    b.connection.save({ credential: 'k-0123', shouldRemember: false });
    b.window.storage.remove(GENERATION);
    b.ledger.add(DAY, { calls: 4, values: 4, answered: 4 });
    b.ledger.keep();
    expect(b.connection.current().credential).toBe('k-0123');
    expect(b.ledger.current()).toMatchObject([{ calls: 4 }]);
  });
});
