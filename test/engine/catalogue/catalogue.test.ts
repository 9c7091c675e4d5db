import { createCatalogue } from '../../../src/engine/catalogue/catalogue';
import type { Catalogue } from '../../../src/engine/catalogue/catalogue';
import { CONTRACT_NAMES } from '../../../src/engine/contract/attribute-name';
import { HandClock } from '../lookup/hand-clock';
import { FakeCatalogueStore } from './fake-store';

function setUp(store = new FakeCatalogueStore()) {
  const clock = new HandClock();
  const catalogue = createCatalogue({ clock, store });
  catalogue.turnTo('me');
  return { clock, store, catalogue };
}

/** The names beyond the contract's. */
function names(catalogue: Catalogue): readonly string[] {
  return catalogue
    .entries()
    .slice(CONTRACT_NAMES.length)
    .map(({ name }) => name);
}

describe('an empty catalogue', () => {
  it('knows the eight names of the contract', () => {
    const { catalogue } = setUp();
    expect(catalogue.entries()).toEqual(
      CONTRACT_NAMES.map((name) => ({ name, origin: 'contract' })),
    );
    expect(catalogue.state()).toEqual({ imported: 0, learned: 0 });
  });

  it('does not use the device until a name is needed', async () => {
    const { catalogue, store, clock } = setUp();
    catalogue.entries();
    await clock.drain();
    expect(store.acts).toEqual([]);
  });

  it('is one array, and one state, for as long as nothing changes', async () => {
    const { catalogue, clock } = setUp();
    await catalogue.whenLoaded();
    const [entries, state] = [catalogue.entries(), catalogue.state()];
    catalogue.learn('me', ['w_pop_tt', 'Not A Name']);
    await clock.drain();
    expect(catalogue.entries()).toBe(entries);
    expect(catalogue.state()).toBe(state);
    catalogue.learn('me', ['a_new_one']);
    await clock.drain();
    expect(catalogue.entries()).not.toBe(entries);
    expect(catalogue.entries()).toBe(catalogue.entries());
  });
});

describe('learning', () => {
  it('takes a burst of replies at once: one telling, one writing', async () => {
    const { catalogue, store, clock } = setUp();
    await catalogue.whenLoaded();
    let tellings = 0;
    catalogue.subscribe(() => (tellings += 1));
    for (let reply = 0; reply < 100; reply += 1) catalogue.learn('me', ['a', 'b', `n${reply % 3}`]);
    expect(names(catalogue)).toEqual([]);
    await clock.advance(1_000);
    expect(names(catalogue)).toEqual(['a', 'b', 'n0', 'n1', 'n2']);
    expect(tellings).toBe(1);
    expect(store.acts).toEqual(['read me', 'learn a b n0 n1 n2']);
  });

  it('writes nothing that the device knows already', async () => {
    const { catalogue, store, clock } = setUp();
    store.learned.set('me', ['a', 'b']);
    catalogue.learn('me', ['b', 'a', 'w_pop_tt']);
    await clock.drain();
    expect(names(catalogue)).toEqual(['a', 'b']);
    expect(store.acts).toEqual(['read me']);
  });

  it('ignores what is not spelt like a name', async () => {
    const { catalogue, clock } = setUp();
    catalogue.learn('me', ['=1+1', '<b>', 'A_B', '', ' a', 'x'.repeat(256), 'x'.repeat(255), 'é']);
    await clock.drain();
    expect(names(catalogue)).toEqual(['x'.repeat(255)]);
  });

  it('ends at 20,000 names, in memory as on the device', async () => {
    const { catalogue, store, clock } = setUp();
    for (let from = 0; from < 60_000; from += 500) {
      catalogue.learn(
        'me',
        Array.from({ length: 500 }, (_, index) => `n${from + index}`),
      );
      if (from % 7_000 === 0) await clock.advance(1_000);
    }
    await clock.drain();
    expect(names(catalogue)).toHaveLength(20_000);
    expect(store.learned.get('me')).toHaveLength(20_000);
  });

  it('takes no more where other windows have filled the device meanwhile', async () => {
    const { catalogue, store, clock } = setUp();
    const full = Array.from({ length: 20_100 }, (_, index) => `n${index}`);
    catalogue.learn('me', ['a', 'b']);
    store.learned.set('me', full);
    for (let index = 0; index < 200; index += 1) catalogue.learn('me', [`late${index}`]);
    await clock.drain();
    expect(names(catalogue)).toHaveLength(20_100);
    expect(store.learned.get('me')).toEqual(full);
  });

  it('is not lost when the page is hidden before it was written', async () => {
    const { catalogue, store } = setUp();
    catalogue.learn('me', ['a']);
    await catalogue.flush();
    expect(store.learned.get('me')).toEqual(['a']);
  });

  it('keeps accounts apart', async () => {
    const { catalogue, store, clock } = setUp();
    store.learned.set('you', ['yours']);
    catalogue.learn('me', ['mine']);
    catalogue.learn('you', ['early']);
    await clock.advance(1_000);
    expect(names(catalogue)).toEqual(['mine']);
    catalogue.turnTo('you');
    catalogue.learn('me', ['late']);
    await clock.drain();
    expect(names(catalogue)).toEqual(['yours']);
    catalogue.turnTo('me');
    await clock.drain();
    expect(names(catalogue)).toEqual(['mine']);
  });

  it('for one account ends up with no other, though the device is slow', async () => {
    const { catalogue, store, clock } = setUp();
    let open = (): void => undefined;
    store.gate = new Promise((resolve) => (open = resolve));
    store.learned.set('me', ['mine']).set('you', ['yours']);
    void catalogue.whenLoaded();
    catalogue.turnTo('you');
    catalogue.learn('you', ['new']);
    await clock.advance(1_000);
    open();
    await clock.drain();
    expect(names(catalogue)).toEqual(['yours', 'new']);
    expect(store.learned.get('me')).toEqual(['mine']);
  });
});

describe('importing', () => {
  const cafe = { name: 'br_cafe_ct', title: 'Cafés' };

  it('puts names beside those imported before, and new details in place of old ones', async () => {
    const { catalogue, store } = setUp();
    await catalogue.take([cafe, { name: 'br_bank_ct' }], 'add');
    const better = { name: 'br_cafe_ct', title: 'Coffee houses', unit: 'shops' };
    expect(await catalogue.take([better, { name: 'x' }], 'add')).toEqual({
      added: 1,
      changed: 1,
      leftOut: 0,
      trouble: undefined,
    });
    expect(store.imported).toEqual([better, { name: 'br_bank_ct' }, { name: 'x' }]);
    expect(catalogue.entries().find(({ name }) => name === 'br_cafe_ct')).toEqual({
      ...better,
      origin: 'imported',
    });
  });

  it('can take the place of all that was imported, and leaves what was learned', async () => {
    const { catalogue, clock } = setUp();
    catalogue.learn('me', ['seen']);
    await clock.advance(1_000);
    await catalogue.take([cafe], 'add');
    await catalogue.take([{ name: 'x' }], 'replace');
    expect(names(catalogue)).toEqual(['x', 'seen']);
    expect(catalogue.state()).toEqual({ imported: 1, learned: 1 });
  });

  it('describes a name of the contract where it stands', async () => {
    const { catalogue } = setUp();
    await catalogue.take([{ name: 'w_pop_tt', title: 'People' }], 'add');
    expect(catalogue.entries()[0]).toEqual({
      name: 'w_pop_tt',
      title: 'People',
      origin: 'contract',
    });
    expect(names(catalogue)).toEqual([]);
  });

  it('loses nothing that another window imported meanwhile, nor to itself', async () => {
    const { catalogue, store } = setUp();
    await catalogue.whenLoaded();
    store.imported = [{ name: 'elsewhere' }];
    await Promise.all([
      catalogue.take([{ name: 'one' }], 'add'),
      catalogue.take([{ name: 'two' }], 'add'),
    ]);
    expect(names(catalogue)).toEqual(['elsewhere', 'one', 'two']);
  });

  it('takes 100,000 names and says how many it left out', async () => {
    const { catalogue } = setUp();
    const many = Array.from({ length: 100_002 }, (_, index) => ({ name: `n${index}` }));
    expect(await catalogue.take([...many, { name: 'No Name' }], 'add')).toMatchObject({
      added: 100_000,
      leftOut: 3,
    });
    expect(await catalogue.take([{ name: 'n7', unit: 'km' }], 'add')).toMatchObject({ changed: 1 });
  });

  it('is undone by forgetting, although the device is slow to read it', async () => {
    const { catalogue, store, clock } = setUp();
    store.imported = [{ name: 'x_one' }];
    store.learned.set('me', ['x_two']);
    const read = store.read.bind(store);
    store.read = async (account) => {
      const kept = await read(account);
      await new Promise<void>((resolve) => void clock.schedule(100, resolve));
      return kept;
    };
    void catalogue.whenLoaded();
    await clock.advance(10);
    catalogue.drop();
    await clock.advance(10);
    void catalogue.forget('all');
    await clock.drain();
    expect(names(catalogue)).toEqual([]);
    expect(catalogue.state()).toEqual({ imported: 0, learned: 0 });
  });

  it('is undone by forgetting, and so is learning', async () => {
    const { catalogue, store, clock } = setUp();
    catalogue.learn('me', ['seen']);
    await clock.advance(1_000);
    await catalogue.take([cafe], 'add');
    await catalogue.forget('imported');
    expect(names(catalogue)).toEqual(['seen']);
    await catalogue.take([cafe], 'add');
    await catalogue.forget('all');
    expect(names(catalogue)).toEqual([]);
    expect([store.imported, store.learned.size]).toEqual([[], 0]);
  });
});

describe('a device that does not keep names', () => {
  it.each(['blocked', 'full', 'damaged'] as const)(
    '%s: they hold for this session',
    async (how) => {
      const { catalogue, store, clock } = setUp();
      store.trouble = how;
      expect(await catalogue.take([{ name: 'x' }], 'add')).toMatchObject({
        added: 1,
        trouble: how,
      });
      catalogue.learn('me', ['seen']);
      await clock.drain();
      expect(names(catalogue)).toEqual(['x', 'seen']);
      expect(catalogue.state()).toEqual({ imported: 1, learned: 1, trouble: how });
      await catalogue.take([{ name: 'y' }], 'add');
      expect(names(catalogue)).toEqual(['x', 'y', 'seen']);
    },
  );

  it('is worked with again when it has recovered', async () => {
    const { catalogue, store } = setUp();
    store.trouble = 'blocked';
    await catalogue.take([{ name: 'x' }], 'add');
    store.trouble = undefined;
    await catalogue.take([{ name: 'y' }], 'add');
    expect(store.imported).toEqual([{ name: 'x' }, { name: 'y' }]);
    expect(catalogue.state()).not.toHaveProperty('trouble');
  });
});

describe('listeners', () => {
  it('that break cost the others nothing, and leave when they like', async () => {
    const { catalogue } = setUp();
    const heard: string[] = [];
    catalogue.subscribe(() => {
      throw new Error('broken');
    });
    const leave = catalogue.subscribe(() => void heard.push('told'));
    await catalogue.take([{ name: 'x' }], 'add');
    const before = heard.length;
    expect(before).toBeGreaterThan(0);
    leave();
    await catalogue.take([{ name: 'y' }], 'add');
    expect(heard).toHaveLength(before);
  });
});

describe('its index', () => {
  it('is built once for each list, and finds its names', async () => {
    const { catalogue } = setUp();
    const index = await catalogue.index();
    expect(await catalogue.index()).toBe(index);
    await catalogue.take([{ name: 'br_cafe_ct', title: 'Coffee houses' }], 'add');
    const newer = await catalogue.index();
    expect(newer).not.toBe(index);
    expect(newer.find('coffee').map(({ name }) => name)).toEqual(['br_cafe_ct']);
  });
});
