import {
  agoText,
  durationText,
  elapsedText,
  rateText,
} from '../../../../src/addin/pane/parts/figure-text';
import { countedText, countText } from '../../../../src/engine/language/speech';

describe('figures', () => {
  it('have grouped digits', () => {
    expect([0, 999, 1000, 1234567].map(countText)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect(countedText(1, 'cell')).toBe('1 cell');
    expect(countedText(2000, 'cell')).toBe('2,000 cells');
  });

  it.each([
    [-5, 'a few seconds'],
    [4_999, 'a few seconds'],
    [5_000, 'about 5\u00a0s'],
    [42_000, 'about 45\u00a0s'],
    [60_000, 'about 1\u00a0min'],
    [95_000, 'about 2\u00a0min'],
    [3_600_000, 'about 1\u00a0h'],
    [5_400_000, 'about 1.5\u00a0h'],
  ])('tell %d ms as a guess: %s', (ms, words) => {
    expect(durationText(ms)).toBe(words);
  });

  it('tell when something happened, and no minute before it is over', () => {
    expect([3_000, 59_999, 60_000, 7_200_000].map(agoText)).toEqual([
      ...['just now', 'just now', '1 minute ago', '2 hours ago'],
    ]);
  });

  it('tell a speed of one value in the singular', () => {
    expect([0.4, 1, 1_200].map(rateText)).toEqual([
      '0.4 values per second',
      '1 value per second',
      '1,200 values per second',
    ]);
  });

  it('tell how long a reply took on one line', () => {
    expect([3, 420, 12_345].map(elapsedText)).toEqual([
      'under 0.1\u00a0s',
      '0.4\u00a0s',
      '12.3\u00a0s',
    ]);
  });
});
