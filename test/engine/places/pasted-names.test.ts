import fc from 'fast-check';

import { areNames, readPastedNames } from '../../../src/engine/places/pasted-names';

describe('names that a person pastes', () => {
  it.each([
    ['w_pop_tt', ['w_pop_tt'], []],
    ['w_pop_tt, W_POP_TT_500 ;p_x', ['w_pop_tt', 'w_pop_tt_500', 'p_x'], []],
    ['w_pop_tt\r\np_x\r\n\r\n', ['w_pop_tt', 'p_x'], []],
    ['w_pop_tt\tp_x', ['w_pop_tt', 'p_x'], []],
    ['w_pop_tt p_x', ['w_pop_tt', 'p_x'], []],
    ['"w_pop_tt","p_x"', ['w_pop_tt', 'p_x'], []],
    ['a_1,a_1,A_1', ['a_1'], []],
    ['a_1, total people, =1+1', ['a_1'], ['total people', '=1+1']],
    ['', [], []],
    [', ,\n', [], []],
    [`a_1,${'x'.repeat(256)}`, ['a_1'], ['x'.repeat(256)]],
  ])('are read from %j', (text, names, invalid) => {
    expect(readPastedNames(text)).toEqual({ names, invalid });
  });

  it.each([
    ['w_pop_tt', true],
    ['w_pop_tt p_x', true],
    ['population, retail', true],
    ['population', false],
    ['population total', false],
    ['500', false],
    ['', false],
  ])('are told from words to search for: %j', (text, expected) => {
    expect(areNames(text)).toBe(expected);
  });

  it('are all of them names, each once, whatever was pasted', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { names } = readPastedNames(text);
        expect(names.every((name) => /^[a-z0-9_]{1,255}$/.test(name))).toBe(true);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});
