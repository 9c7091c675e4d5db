import { MODELS } from '../../src/sample/models';
import type { ModelQuestion, ModelScore } from '../../src/sample/models';

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
const score = (model: string, question: Partial<ModelQuestion>): ModelScore | undefined =>
  MODELS.get(model)?.score({
    values,
    today: '2026-11-21',
    date: undefined,
    customVariables: {},
    ...question,
  });

describe('store-potential', () => {
  test('follows the published formula', () => {
    expect(score('store-potential', {})).toEqual({ kind: 'scored', score: 63.21 });
  });

  test('takes no notice of dates and variables', () => {
    expect(
      score('store-potential', { date: 'a,b,c', customVariables: { floor_area: 'big' } }),
    ).toEqual(score('store-potential', {}));
  });
});

describe('delivery-demand', () => {
  test.each([
    ['2026-03-04', 200, 'an ordinary Wednesday'],
    ['2026-03-06', 230, 'a Friday'],
    ['2026-03-07', 270, 'a Saturday'],
    ['2026-03-08', 250, 'a Sunday'],
    ['2026-07-01', 220, 'a Wednesday in the monsoon'],
    ['2026-11-04', 240, 'a Wednesday of the festivals'],
    [' 2024-02-29 ', 200, 'a leap day'],
  ])('on %p asks for %p: %s', (date, expected) => {
    expect(score('delivery-demand', { date })).toEqual({ kind: 'scored', score: expected });
  });

  test('without a date means today', () => {
    expect(score('delivery-demand', { today: '2026-03-07' })).toEqual(
      score('delivery-demand', { date: '2026-03-07' }),
    );
  });

  test.each(['2026-02-30', '46000', '21/11/2026', 'w_pop_tt,w_pop_tt_200', '0000-00-00'])(
    'refuses %p',
    (date) => {
      expect(score('delivery-demand', { date })).toEqual({
        kind: 'refused',
        reason: 'date must be a day of the calendar, written YYYY-MM-DD.',
      });
    },
  );
});

describe('branch-revenue', () => {
  test('follows the published formula', () => {
    const customVariables = { floor_area: 100, format: 'store' };
    expect(score('branch-revenue', { customVariables })).toEqual({
      kind: 'scored',
      score: 698_750,
    });
  });

  test('reads the format whatever its case', () => {
    expect(
      score('branch-revenue', { customVariables: { floor_area: 100, format: ' Store ' } }),
    ).toEqual(score('branch-revenue', { customVariables: { floor_area: 100, format: 'store' } }));
  });

  test.each([
    [{}],
    [{ format: 'store' }],
    [{ floor_area: '100', format: 'store' }],
    [{ floor_area: 0, format: 'store' }],
    [{ floor_area: -1, format: 'store' }],
    [{ floor_area: 1e9, format: 'store' }],
    [Object.create({ floor_area: 100, format: 'store' }) as Record<string, string | number>],
  ])('refuses the floor area of %j', (customVariables) => {
    expect(score('branch-revenue', { customVariables })).toEqual({
      kind: 'refused',
      reason: 'custom_variables: floor_area must be a number above 0 and up to 100000.',
    });
  });

  test.each([['palace'], [7], ['__proto__'], ['']])('refuses the format %p', (format) => {
    expect(score('branch-revenue', { customVariables: { floor_area: 100, format } })).toEqual({
      kind: 'refused',
      reason: 'custom_variables: format must be kiosk, store or flagship.',
    });
  });
});

test.each([...MODELS.keys()])('%s has no score where there are no values', (model) => {
  const customVariables = { floor_area: 100, format: 'store' };
  expect(score(model, { values: undefined, customVariables })).toEqual({
    kind: 'scored',
    score: null,
  });
});
