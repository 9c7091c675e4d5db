import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import type { DescribedName } from '../../../src/engine/catalogue/catalogue-store';
import { createCatalogueDatabase } from '../../../src/addin/device/catalogue-database';
import type { Databases } from '../../../src/addin/device/database-connection';
import { HandClock } from '../../engine/lookup/hand-clock';
import { createFakeStorage, throwingStorage } from './fake-storage';

const DATABASE = 'locus-catalogue';
const NAMES: readonly DescribedName[] = [
  {
    name: 'w_pop_tt',
    title: 'People, all',
    unit: 'people',
    description: 'Residents; "census"\nof 2011',
    others: [
      { column: 'Source', text: '=HYPERLINK("x")' },
      { column: '', text: 'a note' },
    ],
  },
  { name: 'br_cafe_ct' },
];

function createDevice() {
  const factory = new IDBFactory();
  const clock = new HandClock();
  const storage = createFakeStorage();
  const databases = (): Databases => ({ indexedDB: factory, IDBKeyRange });
  const window = () => createCatalogueDatabase({ databases, clock, storage });
  return { factory, clock, storage, window, store: window() };
}

/** Makes a change that another program could make. */
async function tamper(
  factory: IDBFactory,
  change: (transaction: IDBTransaction) => void,
): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = factory.open(DATABASE);
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = db.transaction(['imported', 'learned'], 'readwrite');
  change(transaction);
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  db.close();
}

describe('imported names', () => {
  it('are read by the next window as they were written', async () => {
    const { store, window } = createDevice();
    expect(await store.writeImported(() => NAMES)).toBeUndefined();
    expect(await window().read('an account')).toEqual({ imported: NAMES, learned: [] });
  });

  it('are kept whatever they say', async () => {
    const text = fc.string({ minLength: 1, unit: 'binary' });
    const maybe = { requiredKeys: ['name'] as ['name'] };
    const name = fc.string({ unit: fc.constantFrom('a', 'z', '0', '_'), minLength: 1 });
    const others = fc.array(fc.record({ column: fc.string(), text }), { minLength: 1 });
    const described = fc.record(
      { name, title: text, unit: text, description: text, others },
      maybe,
    );
    const { store } = createDevice();
    await fc.assert(
      fc.asyncProperty(fc.array(described, { maxLength: 5 }), async (names) => {
        await store.writeImported(() => names);
        expect((await store.read('')).imported).toEqual(names);
      }),
      { numRuns: 50 },
    );
  });

  it('take the place of all that were there before, in their order, over many pages', async () => {
    const { store } = createDevice();
    const many = Array.from({ length: 2_500 }, (_, index) => ({ name: `n_${2_500 - index}` }));
    await store.writeImported(() => many);
    expect((await store.read('')).imported).toEqual(many);
    await store.writeImported(() => NAMES);
    expect(await store.read('')).toEqual({ imported: NAMES, learned: [] });
  });
});

describe('learned names', () => {
  it('belong to their account, and windows lose nothing to each other', async () => {
    const { store, window } = createDevice();
    await store.addLearned('one', ['a', 'b']);
    await window().addLearned('one', ['b', 'c']);
    await store.addLearned('two', ['d']);
    expect((await store.read('one')).learned).toEqual(['a', 'b', 'c']);
    expect((await store.read('two')).learned).toEqual(['d']);
    await store.forgetLearned();
    expect((await store.read('one')).learned).toEqual([]);
  });

  it('of the account that learned nothing for longest go when a ninth is there', async () => {
    const { store, clock } = createDevice();
    for (let account = 0; account < 9; account += 1) {
      await clock.advance(1_000);
      await store.addLearned(`account ${account}`, ['a']);
    }
    expect((await store.read('account 0')).learned).toEqual([]);
    expect((await store.read('account 1')).learned).toEqual(['a']);
  });

  it('of one account are 20,000 at most', async () => {
    const { store } = createDevice();
    const names = (from: number) =>
      Array.from({ length: 15_000 }, (_, index) => `n${from + index}`);
    await store.addLearned('', names(0));
    await store.addLearned('', names(15_000));
    expect((await store.read('')).learned).toHaveLength(20_000);
  });
});

describe('damage', () => {
  it.each<[string, unknown]>([
    ['no text', { page: 0, names: 7 }],
    ['no JSON', { page: 0, names: '[["w_pop_tt"' }],
    ['no list', { page: 0, names: '{"a":1}' }],
    ['no names', { page: 0, names: '[["<b>",null],7,["a b"],[["x"]]]' }],
    ['nothing', { page: 0 }],
  ])('in a page that holds %s costs that page, and is told', async (_how, record) => {
    const { store, factory } = createDevice();
    const many = Array.from({ length: 1_500 }, (_, index) => ({ name: `n_${index}` }));
    await store.writeImported(() => many);
    await tamper(factory, (transaction) => transaction.objectStore('imported').put(record));
    expect(await store.read('')).toEqual({
      imported: many.slice(1_000),
      learned: [],
      trouble: 'damaged',
    });
  });

  it('is noticed where all names are gone, until others are imported', async () => {
    const { store, factory } = createDevice();
    await store.writeImported(() => NAMES);
    await tamper(factory, (transaction) => transaction.objectStore('imported').clear());
    expect((await store.read('')).trouble).toBe('damaged');
    await store.writeImported(() => []);
    expect(await store.read('')).toEqual({ imported: [], learned: [] });
  });

  it('in learned names leaves out anything that is not a name', async () => {
    const { store, factory } = createDevice();
    await store.addLearned('one', ['a']);
    await tamper(factory, (transaction) => {
      transaction.objectStore('learned').put({ account: 'one', names: 'a <script> B c', at: 'x' });
      transaction.objectStore('learned').put({ account: 'two', names: ['a'], at: 1 });
    });
    expect((await store.read('one')).learned).toEqual(['a', 'c']);
    expect((await store.read('two')).learned).toEqual([]);
    expect(await store.addLearned('two', ['b'])).toBeUndefined();
    expect((await store.read('two')).learned).toEqual(['b']);
  });
});

describe('storage that is not to be had', () => {
  const denied = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };

  it.each<[string, () => Databases]>([
    ['that is not there', () => ({ indexedDB: undefined, IDBKeyRange })],
    ['that may not be named', denied],
    ['that may not be opened', () => ({ indexedDB: { open: denied } as never, IDBKeyRange })],
  ])('%s is told by every act, and nothing fails', async (_how, databases) => {
    const clock = new HandClock();
    const store = createCatalogueDatabase({ databases, clock, storage: throwingStorage });
    expect(await store.read('')).toEqual({ imported: [], learned: [], trouble: 'blocked' });
    expect(await store.writeImported(() => NAMES)).toBe('blocked');
    expect(await store.addLearned('', ['a'])).toBe('blocked');
    expect(await store.forgetLearned()).toBe('blocked');
  });

  it('never answers, and is given up', async () => {
    const clock = new HandClock();
    const silent = { open: () => new EventTarget() } as never;
    const databases = (): Databases => ({ indexedDB: silent, IDBKeyRange });
    const store = createCatalogueDatabase({ databases, clock, storage: createFakeStorage() });
    const reading = store.read('');
    await clock.advance(5_000);
    expect((await reading).trouble).toBe('blocked');
  });

  it('is full: what was there stays', async () => {
    const { store, factory, window } = createDevice();
    await store.writeImported(() => NAMES);
    const open = factory.open.bind(factory);
    factory.open = (name, version) => {
      const request = open(name, version);
      request.addEventListener('success', () => fill(request.result));
      return request;
    };
    const full = window();
    const more = [...NAMES, { name: 'another' }];
    expect(await full.writeImported(() => more)).toBe('full');
    expect(await full.addLearned('one', ['a'])).toBe('full');
    expect(await full.read('one')).toEqual({ imported: NAMES, learned: [] });
  });
});

/** From now on, no record finds room. */
function fill(db: IDBDatabase): void {
  const begin = db.transaction.bind(db);
  db.transaction = (names, mode, options) => {
    const transaction = begin(names, mode, options);
    const storeOf = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name) =>
      Object.assign(storeOf(name), {
        put: () => {
          throw new DOMException('no room', 'QuotaExceededError');
        },
      });
    return transaction;
  };
}
