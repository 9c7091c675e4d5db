import type { DescribedName } from '../../../src/engine/catalogue/catalogue-store';
import { createTitleIndex } from '../../../src/engine/catalogue/title-index';
import type { TitleIndex } from '../../../src/engine/catalogue/title-index';
import { speak } from '../../../src/engine/language/speech';
import hindi from '../../../assets/hi.json';
import { HandClock } from '../lookup/hand-clock';

const LIST: readonly DescribedName[] = [
  { name: 'w_pop_tt' },
  { name: 'w_pop_tt_200' },
  { name: 'w_pop_tt_1000' },
  { name: 'p_rent_ct', title: 'Rent, per sq ft' },
  { name: 'w_a', title: 'Income' },
  { name: 'w_b', title: 'income ' },
  { name: 'odd' },
];

const index = (list = LIST): Promise<TitleIndex> => createTitleIndex(list, new HandClock());

test.each([
  ['Population', ['w_pop_tt']],
  ['population  WITHIN\u00a0200 m ', ['w_pop_tt_200']],
  ['Population within 1,000 m', ['w_pop_tt_1000']],
  ['Population within 1000 m', ['w_pop_tt_1000']],
  ['rent, per sq ft', ['p_rent_ct']],
  ['Income', ['w_a', 'w_b']],
  ['Population within 300 m', []],
  ['w_pop_tt', []],
  ['odd', []],
  ['', []],
])('%j is the title of %j', async (text, names) => {
  expect((await index()).named(text)).toEqual(names);
});

test.each([
  ['Populaton within 200 m', ['w_pop_tt_200']],
  // Another radius is no typing error.
  ['Population within 300 m', []],
  ['Population within 2000 m', []],
  ['Incme', []],
])('%j is nearly the title of %j', async (text, names) => {
  expect((await index()).nearly(text)).toEqual(names);
});

test('a name is told from a title', async () => {
  const titles = await index();
  expect(['odd', ' W_POP_TT', 'Population'].map((text) => titles.isName(text))).toEqual([
    true,
    true,
    false,
  ]);
});

describe('in Hindi', () => {
  beforeEach(() => speak('hi', hindi));
  afterEach(() => speak('en', {}));

  test.each(['जनसंख्या, 200 मी के भीतर', 'Population within 200 m'])(
    'a title is known in both languages: %s',
    async (title) => {
      expect((await index()).named(title)).toEqual(['w_pop_tt_200']);
    },
  );
});
