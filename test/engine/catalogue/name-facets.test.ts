import { createNameFacets, noFacets } from '../../../src/engine/catalogue/name-facets';
import { entriesOf } from './listed-names';
import { HandClock } from '../lookup/hand-clock';

const entries = entriesOf([], ['income', 'br_cafe_ct']);
let facets = noFacets;
beforeAll(async () => {
  facets = await createNameFacets(entries, new HandClock());
});
const names = (wanted: Parameters<typeof facets.fitting>[1]) =>
  facets.fitting(entries, wanted).map(({ name }) => name);

test('each facet counts its values, those that tell none last', () => {
  expect(facets.themes).toEqual([
    { value: 'population', count: 4 },
    { value: 'places', count: 4 },
    { value: 'brands', count: 1 },
    { value: null, count: 1 },
  ]);
  expect(facets.radiiM).toEqual([
    { value: 200, count: 1 },
    { value: 500, count: 1 },
    { value: 1000, count: 1 },
    { value: null, count: 7 },
  ]);
  expect(facets.areas).toEqual([
    { value: 'pincode', count: 1 },
    { value: null, count: 9 },
  ]);
  expect(facets.measures.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length);
});

test('names that fit every choice stay, in their order', () => {
  expect(names({ theme: 'population', radiusM: 500 })).toEqual(['w_pop_tt_500']);
  expect(names({ theme: 'places', area: null })).toEqual([
    'p_health_hp_np',
    'p_restaurant_rt_np',
    'p_retail_gc_np',
  ]);
  expect(names({ theme: null })).toEqual(['income']);
  expect(names({ measure: 'percent' })).toEqual([]);
});

test('where nothing is wanted the list is the same', () => {
  expect(facets.fitting(entries, {})).toBe(entries);
});

test('a name tells what it means', () => {
  expect(entries.slice(0, 1).map((entry) => facets.readingOf(entry))).toEqual([
    { theme: 'population', topic: 'pop', measure: 'total' },
  ]);
});

test('a long list is read in pieces, and what is found is the same', async () => {
  const clock = new HandClock();
  const many = entriesOf(
    [],
    Array.from({ length: 5_000 }, (_, k) => `p_x${k}_200`),
  );
  let turns = 0;
  const looking = { elapsed: () => (turns += 4), schedule: clock.schedule.bind(clock) };
  const made = createNameFacets(many, looking);
  let isMade = false;
  void made.then(() => (isMade = true));
  await Promise.resolve();
  expect(isMade).toBe(false);
  await clock.drain();
  expect((await made).themes[0]).toEqual({ value: 'places', count: 5_004 });
});
