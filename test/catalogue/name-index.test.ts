import { createNameIndex } from '../../src/catalogue/name-index';
import type { CatalogueEntry } from '../../src/catalogue/catalogue-entry';
import { entriesOf } from '../../src/catalogue/name-lists';
import { HandClock } from '../lookup/hand-clock';

async function found(search: string, entries: readonly CatalogueEntry[] = BUILT_IN) {
  const index = await createNameIndex(entries, new HandClock());
  return index.find(search).map(({ name }) => name);
}

const BUILT_IN = entriesOf([], new Set());

test.each([
  ['population 500m', ['w_pop_tt_500']],
  ['Population within 500 metres', ['w_pop_tt_500']],
  ['people 1 km', ['w_pop_tt_1000']],
  ['hospital', ['p_health_hp_np']],
  ['hospitals', ['p_health_hp_np']],
  ['hopsital', ['p_health_hp_np']],
  ['schools in the pincode', ['p_education_cc_np_pincode']],
  ['retial', ['p_retail_gc_np']],
  ['tail_gc', ['p_retail_gc_np']],
  ['helipad', []],
])('%s finds %j', async (search, names) => {
  expect(await found(search)).toEqual(names);
});
