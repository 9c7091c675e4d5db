import { exampleOf, withLocusCategory } from '../../src/workbench/function-metadata';

describe('the help for formulas', () => {
  it('has an example for each argument', () => {
    const named = ['lat', 'lng', 'variables'].map((parameter) => exampleOf(parameter));
    expect(named).toEqual(['12.9352', '77.6245', '"w_pop_tt"']);
    expect(exampleOf('unheard of')).toBe('');
  });

  it('calls the category of our functions by our name, and leaves the others theirs', () => {
    const formulas = { functionType: { text: 'Text', user: 'User Defined' }, prompt: { a: 'b' } };
    expect(withLocusCategory({ 'sheets-formula-ui': formulas, ui: { c: 'd' } })).toEqual({
      'sheets-formula-ui': { functionType: { text: 'Text', user: 'Locus' }, prompt: { a: 'b' } },
      ui: { c: 'd' },
    });
    expect(withLocusCategory({})).toEqual({
      'sheets-formula-ui': { functionType: { user: 'Locus' } },
    });
  });
});
