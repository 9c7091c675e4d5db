import { QuestionSet } from '../../../src/lookup/limits/question-set';

describe('a set of questions', () => {
  it('counts each once, and the calls of up to 50 names that they take', () => {
    const set = new QuestionSet();
    for (let round = 0; round < 2; round += 1) {
      for (let name = 0; name < 51; name += 1) set.add('place', `name_${name}`);
      set.add('other', 'name_0');
    }
    expect([set.calls, set.values]).toEqual([3, 52]);
    expect(set.delete('place', 'name_50')).toBe(true);
    expect(set.delete('place', 'name_50')).toBe(false);
    expect(set.delete('nowhere', 'name_0')).toBe(false);
    expect([set.calls, set.values]).toEqual([2, 51]);
  });

  it('of a great many counts those that it does not remember', () => {
    const set = new QuestionSet();
    for (let row = 0; row < 300_000; row += 1) set.add(`place ${row}`, 'name');
    expect(set).toMatchObject({ calls: 300_000, values: 300_000, isOverflown: true });
  });
});
