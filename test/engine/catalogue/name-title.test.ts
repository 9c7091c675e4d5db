import fc from 'fast-check';
import { aboutOf, titleOf } from '../../../src/engine/catalogue/name-title';

describe('what people call an attribute', () => {
  it.each([
    // The contract's own names: all that is built in.
    ['w_pop_tt', 'Population'],
    ['w_pop_tt_200', 'Population within 200 m'],
    ['w_pop_tt_500', 'Population within 500 m'],
    ['w_pop_tt_1000', 'Population within 1,000 m'],
    ['p_health_hp_np', 'Normalised share of health facilities (HP)'],
    ['p_restaurant_rt_np', 'Normalised share of restaurants (RT)'],
    ['p_retail_gc_np', 'Normalised share of retail outlets (GC)'],
    ['p_education_cc_np_pincode', 'Normalised share of education facilities (CC) in the pincode'],
    // Names built in the same way, as an account may have them.
    ['w_age_60_perc', 'Percentage of the population (age 60)'],
    ['w_pop_male_tt_500', 'Population (male) within 500 m'],
    ['w_hh_ct_pincode', 'Number of people (HH) in the pincode'],
    ['p_retail_ct', 'Number of retail outlets'],
    ['p_retail_grocery_tt_500', 'Total retail outlets (grocery) within 500 m'],
    ['p_petrol_pump_ct_1000', 'Number of places (petrol pump) within 1,000 m'],
    ['p_rt_np', 'Normalised share of places (RT)'],
    ['br_cafe_coffee_day_ct_200', 'Number of Cafe Coffee Day outlets within 200 m'],
    ['br_kfc_perc', 'Percentage of KFC outlets'],
    ['br_shop7_ct_200', 'Number of Shop7 outlets within 200 m'],
    ['br_coffee_17_ct', 'Number of Coffee outlets (17)'],
    ['br_x_ct', 'Number of X outlets'],
    ['odd', 'odd'],
    ['x_y_z', 'x_y_z'],
    ['br_perc', 'br_perc'],
  ])('is read from the parts of %s: %s', (name, title) => {
    expect(titleOf({ name })).toBe(title);
  });

  it('reads as a name: it begins with a capital, and no comma or sign hangs from it', () => {
    const topics = fc.constantFrom('pop', 'retail', 'health_hp', 'cafe', 'gc', 'age_60', 'shop7');
    const measures = fc.constantFrom('_tt', '_ct', '_np', '_perc', '');
    const ends = fc.constantFrom('', '_500', '_1000', '_pincode', '_500_pincode');
    fc.assert(
      fc.property(fc.constantFrom('w', 'p', 'br'), topics, measures, ends, (theme, ...rest) => {
        const title = titleOf({ name: [`${theme}_`, ...rest].join('') });
        expect(title).toMatch(/^[A-Z][A-Za-z\d]*(?: \(?[A-Za-z\d][A-Za-z\d,]*\)?)*$/);
        expect(title).not.toMatch(/, /);
      }),
    );
  });

  it('is its own title where a list gives one', () => {
    expect(titleOf({ name: 'w_pop_tt', title: 'Residents' })).toBe('Residents');
  });
});

test('what is known about a name begins with its title, unit and description', () => {
  const more = { unit: 'people', description: 'By the last census.' };
  expect(aboutOf({ name: 'w_pop_tt_500' })).toBe('Population within 500 m');
  expect(aboutOf({ name: 'w_pop_tt', ...more })).toBe('Population (people): By the last census.');
  expect(aboutOf({ name: 'odd' })).toBe('');
  expect(aboutOf({ name: 'odd', ...more })).toBe('(people): By the last census.');
});
