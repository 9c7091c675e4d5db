import { createNameIndex } from '../../../src/engine/catalogue/name-index';
import type { CatalogueEntry, DescribedName } from '../../../src/engine/catalogue/catalogue-store';
import { entriesOf } from './listed-names';
import { HandClock } from '../lookup/hand-clock';

async function found(search: string, entries: readonly CatalogueEntry[] = BUILT_IN) {
  const index = await createNameIndex(entries, new HandClock());
  return index.find(search).map(({ name }) => name);
}

const BUILT_IN = entriesOf([], []);

function listed(names: readonly DescribedName[]): readonly CatalogueEntry[] {
  return names.map((described) => ({ ...described, origin: 'imported' }));
}

test.each([
  ['population 500m', ['w_pop_tt_500']],
  ['Population within 500 metres', ['w_pop_tt_500']],
  ['people 1 km', ['w_pop_tt_1000']],
  ['people within 1,000 m', ['w_pop_tt_1000']],
  ['people within 1,000.0 m', ['w_pop_tt_1000']],
  ['people 0,5 km', ['w_pop_tt_500']],
  ['people 0,500 km', ['w_pop_tt_500']],
  ['people 1,00,000 m', []],
  ['hospital', ['p_health_hp_np']],
  ['hospitals', ['p_health_hp_np']],
  ['hopsital', ['p_health_hp_np']],
  ['schools in the pincode', ['p_education_cc_np_pincode']],
  ['retial', ['p_retail_gc_np']],
  ['tail_gc', ['p_retail_gc_np']],
  ['helipad', []],
  ['helth', ['p_health_hp_np']],
  ['populaton 500 m', ['w_pop_tt_500']],
  ['income', []],
  ['rent', []],
  ['pub', []],
  ['normalised share of retail outlets', ['p_retail_gc_np']],
  ['जनसंख्या 500 मीटर', ['w_pop_tt_500']],
  ['आबादी १ किमी के भीतर', ['w_pop_tt_1000']],
  ['अस्पताल', ['p_health_hp_np']],
  ['दुकान', ['p_retail_gc_np']],
])('%s finds %j', async (search, names) => {
  expect(await found(search)).toEqual(names);
});

describe('the order', () => {
  it('is the name itself, then names that begin with it, then those that hold it', async () => {
    const names = ['x_cafe_ct_200', 'br_cafe_ct_200', 'cafe_ct_500', 'cafe_ct', 'cafe_x_ct'];
    expect(await found('cafe_ct', entriesOf([], names))).toEqual([
      'cafe_ct',
      'cafe_ct_500',
      'x_cafe_ct_200',
      'br_cafe_ct_200',
      'cafe_x_ct',
    ]);
  });

  it('puts words of the name before words of the title, and both before what is told', async () => {
    const imported = listed([
      { name: 'a_1', description: 'near a cinema' },
      { name: 'a_2', title: 'Cinemas' },
      { name: 'a_3', title: 'Cinema' },
      { name: 'cinema_ct' },
      { name: 'a_cinema_ct' },
    ]);
    expect(await found('cinema', entriesOf(imported, []))).toEqual([
      'cinema_ct',
      'a_cinema_ct',
      'a_3',
      'a_2',
      'a_1',
    ]);
  });

  it('is the shorter name first, then that of the list', async () => {
    expect(await found('population')).toEqual([
      'w_pop_tt',
      'w_pop_tt_200',
      'w_pop_tt_500',
      'w_pop_tt_1000',
    ]);
  });
});

describe('a search', () => {
  const imported = listed([
    { name: 'q_1', title: 'Épiceries fines', unit: 'shops per km²' },
    { name: 'q_2', title: 'जनसंख्या घनत्व' },
    { name: 'q_3', others: [{ column: 'Source', text: 'Census of 2011' }] },
  ]);
  const entries = entriesOf(imported, []);

  it.each([
    ['epicerie', 'q_1'],
    ['ÉPICERIES', 'q_1'],
    ['shops per km2', 'q_1'],
    ['जनसंख्या', 'q_2'],
    ['census 2011', 'q_3'],
    ['censsus', 'q_3'],
    ['Q_3', 'q_3'],
    ['q 3', 'q_3'],
  ])('for %s finds %s', async (search, name) => {
    expect((await found(search, entries))[0]).toBe(name);
  });

  it('for a number finds no other number', async () => {
    expect(await found('50 1001')).toEqual([]);
    expect(await found('population 2000 m')).toEqual([]);
  });

  it.each(['', '   ', '.,-', '_'])(
    'without a word (%j) gives the list as it is',
    async (search) => {
      const index = await createNameIndex(entries, new HandClock());
      expect(index.find(search)).toBe(entries);
    },
  );

  it('of words that say nothing is about just those', async () => {
    expect(await found('within')).toHaveLength(3);
  });

  it('that is hostile is a search like any other', async () => {
    for (const search of ['(((', '[a-', '\\', '"-x', 'a'.repeat(32_767), '\ud800', '$&', '.*']) {
      expect(Array.isArray(await found(search))).toBe(true);
    }
  });
});

describe('among 10,000 names', () => {
  const themes = ['health', 'retail', 'education', 'finance', 'transport'];
  const names = Array.from(
    { length: 10_000 },
    (_, index) => `p_${themes[index % 5] ?? ''}_c${index}_np_${[200, 500, 1000][index % 3] ?? ''}`,
  );
  const entries = entriesOf([], names);

  it('the index reads each entry once, in pieces, however often it is searched', async () => {
    const clock = new TickingClock();
    let looks = 0;
    const watched = entries.map(({ name, origin }) => ({
      name,
      origin,
      get title() {
        looks += 1;
        return 'a title';
      },
    }));
    const making = createNameIndex(watched, clock);
    await clock.drain();
    const index = await making;
    for (const search of ['h', 'he', 'hea', 'heal', 'health 500', 'helth 500']) index.find(search);
    expect(looks).toBe(entries.length);
    expect(clock.pieces).toBeGreaterThan(5);
  });

  it('a search finds all that fit', async () => {
    const fitting = names.filter((name) => name.includes('_health_') && name.endsWith('_500'));
    const hits = await found('hospital within 500 m', entries);
    expect(new Set(hits)).toEqual(new Set(fitting));
  });
});

/** Each reading takes a millisecond. */
class TickingClock extends HandClock {
  pieces = 0;
  private looks = 0;

  override elapsed(): number {
    this.looks += 1;
    return this.looks;
  }

  override schedule(ms: number, run: () => void): () => void {
    this.pieces += 1;
    return super.schedule(ms, run);
  }
}
