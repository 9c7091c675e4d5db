import { groupBy } from '../../../src/engine/async/groups';

describe('groupBy', () => {
  it('keeps the order of the items, of groups by their first one and within each group', () => {
    const groups = groupBy(['Pune', 'Agra', 'Patna', 'Ambala'], (name) => name[0]);
    expect([...groups]).toEqual([
      ['P', ['Pune', 'Patna']],
      ['A', ['Agra', 'Ambala']],
    ]);
  });

  it('has no group for no items', () => {
    expect(groupBy([], () => 'any').size).toBe(0);
  });
});
