import { createBench, KEY, NOW, TOWN } from './sample-client';

const values = {
  w_pop_tt: 60_000,
  w_pop_tt_200: 1_000,
  w_pop_tt_500: 10_000,
  w_pop_tt_1000: 40_000,
  p_health_hp_np: 0.2,
  p_restaurant_rt_np: 0.5,
  p_retail_gc_np: 0.25,
  p_education_cc_np_pincode: 0.1,
};
const MODELS = ['store-potential', 'delivery-demand', 'branch-revenue'];

/** The score of a place with these values, or what the service says of it. */
async function score(model: string, fields: object) {
  const bench = createBench({
    atlas: { attributes: { at: () => values }, geocode: () => undefined },
  });
  const reply = await bench.post(`/model/v1.0/${model}`, { key: KEY, ...TOWN, ...fields });
  const body = (await reply.json()) as { readonly score?: unknown; readonly message?: unknown };
  return reply.ok ? body.score : body.message;
}

test.each<[string, object, number]>([
  ['store-potential', {}, 63.21],
  ['store-potential', { date: 'a,b,c', custom_variables: { floor_area: 'big' } }, 63.21],
  // A Wednesday, a Friday and the weekend; the monsoon, the festivals, a leap day.
  ['delivery-demand', { date: '2026-03-04' }, 200],
  ['delivery-demand', { date: '2026-03-06' }, 230],
  ['delivery-demand', { date: '2026-03-07' }, 270],
  ['delivery-demand', { date: '2026-03-08' }, 250],
  ['delivery-demand', { date: '2026-07-01' }, 220],
  ['delivery-demand', { date: '2026-11-04' }, 240],
  ['delivery-demand', { date: ' 2024-02-29 ' }, 200],
  ['branch-revenue', { custom_variables: { floor_area: 100, format: 'store' } }, 698_750],
  ['branch-revenue', { custom_variables: { floor_area: 100, format: ' Store ' } }, 698_750],
])('%s follows the published formula: %j gives %d', async (model, fields, expected) => {
  expect(await score(model, fields)).toBe(expected);
});

test('delivery-demand without a date means today', async () => {
  const today = new Date(NOW).toISOString().slice(0, 10);
  expect(await score('delivery-demand', {})).toBe(await score('delivery-demand', { date: today }));
});

const DATE = 'date must be a day of the calendar, written YYYY-MM-DD.';
const AREA = 'custom_variables: floor_area must be a number above 0 and up to 100000.';
const FORMAT = 'custom_variables: format must be kiosk, store or flagship.';
test.each<[string, object, string]>([
  ['delivery-demand', { date: '2026-02-30' }, DATE],
  ['delivery-demand', { date: '46000' }, DATE],
  ['delivery-demand', { date: '21/11/2026' }, DATE],
  ['delivery-demand', { date: 'w_pop_tt,w_pop_tt_200' }, DATE],
  ['delivery-demand', { date: '0000-00-00' }, DATE],
  ['branch-revenue', {}, AREA],
  ['branch-revenue', { custom_variables: { format: 'store' } }, AREA],
  ['branch-revenue', { custom_variables: { floor_area: '100', format: 'store' } }, AREA],
  ['branch-revenue', { custom_variables: { floor_area: 0, format: 'store' } }, AREA],
  ['branch-revenue', { custom_variables: { floor_area: -1, format: 'store' } }, AREA],
  ['branch-revenue', { custom_variables: { floor_area: 1e9, format: 'store' } }, AREA],
  ['branch-revenue', { custom_variables: { floor_area: 100, format: 'palace' } }, FORMAT],
  ['branch-revenue', { custom_variables: { floor_area: 100, format: 7 } }, FORMAT],
  ['branch-revenue', { custom_variables: { floor_area: 100, format: '__proto__' } }, FORMAT],
  ['branch-revenue', { custom_variables: { floor_area: 100, format: '' } }, FORMAT],
])('%s refuses %j', async (model, fields, reason) => {
  expect(await score(model, fields)).toBe(reason);
});

test.each(MODELS)('%s has no score where there are no values', async (model) => {
  const fields = { custom_variables: { floor_area: 100, format: 'store' } };
  const bench = createBench({
    atlas: { attributes: { at: () => undefined }, geocode: () => undefined },
  });
  expect(await bench.score(model, { ...TOWN, ...fields })).toEqual({
    kind: 'answered',
    value: null,
  });
});
