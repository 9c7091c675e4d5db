import { createFavouriteNames, MAX_FAVOURITES } from '../../../src/addin/device/favourite-names';
import { STORED_NAMES } from '../../../src/addin/device/stored-record';
import { createFakeStorage } from './fake-storage';

describe('favourite names', () => {
  it('are there again the next time, and gone when they are no longer wanted', () => {
    const storage = createFakeStorage();
    const favourites = createFavouriteNames(storage);
    favourites.toggle('w_pop_tt');
    favourites.toggle('w_pop_tt_200');
    favourites.toggle('w_pop_tt');
    expect([...createFavouriteNames(storage).current().names]).toEqual(['w_pop_tt_200']);
  });

  it('tell of every change, and are the same until there is one', () => {
    const favourites = createFavouriteNames(createFakeStorage());
    const seen: number[] = [];
    const stop = favourites.subscribe(() => seen.push(favourites.current().names.size));
    const before = favourites.current();
    expect(favourites.current()).toBe(before);
    favourites.toggle('w_pop_tt');
    favourites.toggle('w_pop_tt');
    stop();
    favourites.toggle('w_pop_tt');
    expect(seen).toEqual([1, 0]);
  });

  it('last for the session if the device keeps nothing, and say so', () => {
    const favourites = createFavouriteNames({
      read: () => undefined,
      write: () => false,
      remove: () => undefined,
      subscribe: () => () => undefined,
    });
    favourites.toggle('w_pop_tt');
    const { names, isKept } = favourites.current();
    expect([...names]).toEqual(['w_pop_tt']);
    expect(isKept).toBe(false);
  });

  it.each(['', '{', '[]', '{"version":2,"names":["a"]}', '{"version":1,"names":[1]}'])(
    'are none where what is kept is %s',
    (text) => {
      const storage = createFakeStorage({ 'locus.favourites': text });
      expect(createFavouriteNames(storage).current().names.size).toBe(0);
    },
  );

  it('are limited in number', () => {
    const storage = createFakeStorage();
    const names = Array.from({ length: MAX_FAVOURITES - 1 }, (_, index) => `n_${index}`);
    storage.write(STORED_NAMES.favourites, JSON.stringify({ version: 1, names, changes: [] }));
    const favourites = createFavouriteNames(storage);
    for (const name of ['the_last', 'one_too_many']) favourites.toggle(name);
    expect(favourites.current().names).toContain('the_last');
    expect(favourites.current().names.size).toBe(MAX_FAVOURITES);
  });
});
