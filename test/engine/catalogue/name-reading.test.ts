import fc from 'fast-check';
import { readableTopic, readName } from '../../../src/engine/catalogue/name-reading';

test.each([
  ['w_pop_tt', { theme: 'population', topic: 'pop', measure: 'total' }],
  ['w_pop_tt_500', { theme: 'population', topic: 'pop', measure: 'total', radiusM: 500 }],
  ['p_health_hp_np', { theme: 'places', topic: 'health hp', measure: 'normalised proportion' }],
  [
    'p_education_cc_np_pincode',
    {
      theme: 'places',
      topic: 'education cc',
      measure: 'normalised proportion',
      area: 'pincode',
    },
  ],
  ['br_cafe_ct_1000', { theme: 'brands', topic: 'cafe', measure: 'count', radiusM: 1000 }],
  ['br_perc', { theme: 'brands', topic: '', measure: 'percent' }],
])('%s is read from both ends', (name, reading) => {
  expect(readName(name)).toEqual(reading);
});

test('what no rule has been seen for stays a topic', () => {
  expect(readName('w_pop_tt_2011')).toEqual({ theme: 'population', topic: 'pop tt 2011' });
  expect(readName('w_pop_tt_7')).toEqual({ theme: 'population', topic: 'pop tt 7' });
  expect(readName('income')).toEqual({ topic: 'income' });
  expect(readName('w')).toEqual({ topic: 'w' });
  expect(readName('pincode')).toEqual({ topic: 'pincode' });
  expect(readName('x_pop_ct')).toEqual({ topic: 'x pop', measure: 'count' });
});

test('every round number of metres is a radius, however many a list has', () => {
  const radii = [
    25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 700, 750, 800, 900, 1000, 1500,
  ];
  radii.push(2000, 2500, 3000, 4000, 5000, 10_000, 25_000, 50_000);
  expect(radii).toHaveLength(25);
  const read = radii.map((metres) => readName(`w_pop_tt_${String(metres)}`).radiusM);
  expect(read).toEqual(radii);
});

test('a topic is told in its readable words, or not at all', () => {
  expect(readableTopic(readName('p_health_hp_np'))).toBe('health');
  expect(readableTopic(readName('w_pop_tt_500'))).toBe('');
  expect(readableTopic(readName('br_xkz_qq_ct'))).toBe('');
});

test('no word of a name is lost or said twice', () => {
  const word = fc.constantFrom('w', 'p', 'pop', 'tt', 'np', '500', '700', 'pincode', 'hp', '');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const { theme, topic, measure, radiusM, area } = readName(words.join('_'));
      const told = [theme, measure, radiusM, area].filter((part) => part !== undefined).length;
      const left = topic === '' ? 0 : topic.split(' ').length;
      expect(told + left).toBe(words.filter((each) => each !== '').length);
    }),
  );
});
