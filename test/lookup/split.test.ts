import { halves, splitRefused } from '../../src/lookup/split';

const batch = (...names: number[]) => names.map((name) => ({ name }));
const nothingProven = () => false;
const allProven = () => true;

/** Parts as lists of names, what is held back after a bar. */
function shown(parts: ReturnType<typeof splitRefused<{ readonly name: number }>>): string[] {
  return parts.map(({ batch: sent, heldBack }) =>
    [sent, heldBack].map((names) => names.map(({ name }) => name).join(',')).join('|'),
  );
}

describe('a refused call', () => {
  it('is halved, the first half the larger, where nothing is known of its names', () => {
    expect(shown(splitRefused(batch(1, 2, 3, 4, 5), nothingProven, false))).toEqual([
      '1,2,3|',
      '4,5|',
    ]);
    expect(shown(splitRefused(batch(1, 2), nothingProven, true))).toEqual(['1|', '2|']);
  });

  it('has its proven names apart from the new ones, each in their order', () => {
    const isOdd = (name: number) => name % 2 === 1;
    for (const isPlaceSound of [true, false]) {
      expect(shown(splitRefused(batch(1, 2, 3, 4, 6), isOdd, isPlaceSound))).toEqual([
        '1,3|',
        '2,4,6|',
      ]);
    }
  });

  it('of proven names tries one alone at a place that has answered nothing yet', () => {
    expect(shown(splitRefused(batch(7, 8, 9), allProven, false))).toEqual(['7|8,9']);
  });

  it('of proven names is halved at a place that has answered before', () => {
    expect(shown(splitRefused(batch(7, 8, 9), allProven, true))).toEqual(['7,8|', '9|']);
  });
});

describe('halves', () => {
  it('are one of one, and none of none', () => {
    expect(halves([1])).toEqual([{ batch: [1], heldBack: [] }]);
    expect(halves([])).toEqual([]);
  });
});
