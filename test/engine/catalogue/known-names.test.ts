import { createCatalogue } from '../../../src/engine/catalogue/catalogue';
import type { Catalogue } from '../../../src/engine/catalogue/catalogue';
import { createKnownNames } from '../../../src/engine/catalogue/known-names';
import { HandClock } from '../lookup/hand-clock';
import { FakeCatalogueStore } from './fake-store';

function setUp() {
  const clock = new HandClock();
  const store = new FakeCatalogueStore();
  const fetches: ('fetched' | 'failed')[] = [];
  const fault: { isUnreachable: boolean } = { isUnreachable: false };
  const open = (): Promise<Catalogue> => {
    fetches.push(fault.isUnreachable ? 'failed' : 'fetched');
    if (fault.isUnreachable) return Promise.reject(new Error('chunk 7'));
    return Promise.resolve(createCatalogue({ clock, store }));
  };
  const names = createKnownNames({ clock, open });
  names.turnTo('me');
  return { clock, store, fetches, fault, names };
}

async function listed(names: ReturnType<typeof setUp>['names'], search: string) {
  const found = await names.find(search);
  return Array.from({ length: found.count }, (_, index) => found.name(index));
}

test('nothing is fetched until somebody needs it, and then once', async () => {
  const { names, clock, fetches } = setUp();
  await clock.drain();
  expect(fetches).toEqual([]);
  await Promise.all([names.loading(), names.find('pop'), names.open()]);
  expect(fetches).toEqual(['fetched']);
  expect(names.loading()).toBeUndefined();
});

test('what is kept on the device is there for the first who looks', async () => {
  const { names, store } = setUp();
  store.imported = [{ name: 'br_cafe_ct', title: 'Cafés' }];
  store.learned.set('me', ['br_bank_ct']);
  const found = await names.find('br');
  expect([found.name(0), found.about(0)]).toEqual(['br_cafe_ct', 'Cafés']);
  expect(found.count).toBe(2);
  expect(names.nearest('br_cafe_c')).toBe('br_cafe_ct');
});

test('names of the contract, seen in replies, are no reason to fetch anything', async () => {
  const { names, clock, fetches } = setUp();
  names.learn('me', ['w_pop_tt', 'p_retail_gc_np']);
  await clock.drain();
  expect(fetches).toEqual([]);
});

test('names seen in a burst of replies are learned together, a second later', async () => {
  const { names, clock, store, fetches } = setUp();
  for (let reply = 0; reply < 1_000; reply += 1) names.learn('me', ['a_b', 'w_pop_tt']);
  await clock.advance(999);
  expect(fetches).toEqual([]);
  await clock.drain();
  expect(store.learned.get('me')).toEqual(['a_b']);
  names.learn('me', ['c_d']);
  await clock.drain();
  expect(store.learned.get('me')).toEqual(['a_b', 'c_d']);
});

test('a page that is hidden loses no name', async () => {
  const { names, store } = setUp();
  names.learn('me', ['a_b']);
  await names.flush();
  expect(store.learned.get('me')).toEqual(['a_b']);
});

test('names of another account are not taken for those of this one', async () => {
  const { names, clock, store } = setUp();
  names.learn('you', ['early']);
  names.learn('me', ['mine']);
  names.turnTo('you');
  names.learn('me', ['late']);
  names.learn('you', ['yours']);
  await clock.drain();
  expect([...store.learned]).toEqual([['you', ['yours']]]);
  names.turnTo('me');
  expect(await listed(names, 'yours')).toEqual([]);
});

test('what cannot be fetched is fetched the next time, and costs no name', async () => {
  const { names, clock, store, fault, fetches } = setUp();
  fault.isUnreachable = true;
  names.learn('me', ['a_b']);
  await clock.drain();
  await expect(names.find('pop')).rejects.toThrow('chunk 7');
  await names.loading();
  expect(names.nearest('w_pop_t')).toBeUndefined();
  fault.isUnreachable = false;
  expect(await listed(names, 'w_pop_tt_500')).toEqual(['w_pop_tt_500']);
  names.learn('me', ['c_d']);
  await names.flush();
  expect(new Set(store.learned.get('me'))).toEqual(new Set(['a_b', 'c_d']));
  expect(fetches.at(-1)).toBe('fetched');
});

test('a device that says nothing is waited for three seconds, and heard when it speaks', async () => {
  const { names, store, clock } = setUp();
  let speak = (): void => undefined;
  store.gate = new Promise((resolve) => (speak = resolve));
  store.imported = [{ name: 'x_y' }];
  let isOver = false;
  void names.loading()?.then(() => (isOver = true));
  await clock.advance(2_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  expect(isOver).toBe(true);
  expect(names.loading()).toBeUndefined();
  expect(await listed(names, 'x_y')).toEqual([]);
  speak();
  await clock.drain();
  expect(await listed(names, 'x_y')).toEqual(['x_y']);
});
