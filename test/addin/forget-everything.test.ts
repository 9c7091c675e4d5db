import { forgetEverything } from '../../src/addin/forget-everything';
import type { Forgetful } from '../../src/addin/forget-everything';
import { deviceSalt } from '../../src/device/salt';
import { createConnectionStore } from '../../src/settings/connection-store';
import { createFavouriteNames } from '../../src/settings/favourite-names';
import { createLedger } from '../../src/settings/ledger';
import { createPreferenceStore } from '../../src/settings/preferences';
import { createFakeStorage } from '../settings/fake-storage';

const KEY = 'k-0123456789abcdef';
const defaults = { attributeUrl: 'https://usual.example', modelUrl: 'https://usual.example' };

function used(clear: () => Promise<void>) {
  const storage = createFakeStorage();
  const acts: string[] = [];
  const connection = createConnectionStore({ storage, defaults });
  connection.save({
    credential: KEY,
    addresses: { ...defaults, attributeUrl: 'https://own.example' },
    shouldRemember: true,
  });
  const preferences = createPreferenceStore(storage);
  preferences.save({ maxConcurrency: 3 });
  const ledger = createLedger(storage, () => null);
  ledger.add('2026-11-21', { calls: 5, values: 9, answered: 9 });
  ledger.keep();
  const favourites = createFavouriteNames(storage);
  favourites.toggle('w_pop_tt');
  storage.write('locus.catalogue', '{"version":1,"imported":3}');
  deviceSalt(storage, () => 'a'.repeat(32));
  const all: Forgetful = {
    storage,
    connection,
    preferences,
    ledger,
    favourites,
    engine: {
      cancelWaiting: () => void acts.push('cancel waiting'),
      forget: () => void acts.push('forget answers'),
    },
    database: { clear },
    openAdmission: () =>
      Promise.resolve({
        forget: () => Promise.resolve(void acts.push('forget spending')),
      }),
    names: {
      open: () =>
        Promise.resolve({
          forget: (what) => {
            acts.push(`forget ${what} names`);
            return Promise.resolve({ trouble: undefined });
          },
        }),
    },
  };
  return { all, held: storage.held, acts };
}

test('forgetting everything leaves nothing on the device, and stops what waits', async () => {
  let cleared = 0;
  const { all, held, acts } = used(() => Promise.resolve(void (cleared += 1)));
  expect(held.size).toBeGreaterThan(4);
  await forgetEverything(all);
  expect([...held]).toEqual([]);
  expect(cleared).toBe(1);
  expect(acts).toEqual(['cancel waiting', 'forget answers', 'forget spending', 'forget all names']);
  expect(all.connection.current().credential).toBeUndefined();
});

test('what can be forgotten is, where the device will not delete the rest', async () => {
  const { all, held } = used(() => Promise.reject(new Error('blocked')));
  await expect(forgetEverything(all)).rejects.toThrow('would not delete');
  expect([...held]).toEqual([]);
});
