import { titleOf } from '../../../src/engine/catalogue/name-title';

describe('what people call an attribute', () => {
  it.each([
    ['w_pop_tt_500', 'Population within 500 m'],
    ['w_pop_tt', 'Population'],
    ['w_pop_tt_1000', 'Population within 1,000 m'],
    ['p_retail_gc_np', 'Retail (gc), normalised'],
    ['p_education_cc_np_pincode', 'Education (cc), normalised in the pincode'],
    ['br_shop7_ct_200', 'Brand: Shop7, count within 200 m'],
    ['w_age_60_perc', 'Population, Age (60), %'],
    ['odd', 'odd'],
    ['x_y_z', 'x_y_z'],
  ])('is read from the parts of %s: %s', (name, title) => {
    expect(titleOf({ name })).toBe(title);
  });

  it('is its own title where a list gives one', () => {
    expect(titleOf({ name: 'w_pop_tt', title: 'Residents' })).toBe('Residents');
  });
});
