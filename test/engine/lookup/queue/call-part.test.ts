import {
  afterAccepted,
  afterRefused,
  splitRefused,
} from '../../../../src/engine/lookup/queue/call-part';

const batch = (...names: number[]) => names.map((name) => ({ name }));
const nothingProven = () => false;
const allProven = () => true;

/** Parts as lists of names: sent, held back, and above suspicion. */
function shown(parts: ReturnType<typeof splitRefused<{ readonly name: number }>>): string[] {
  return parts.map(({ batch: sent, heldBack, rest = [] }) =>
    [sent, heldBack, rest].map((names) => names.map(({ name }) => name).join(',')).join('|'),
  );
}

describe('a refused call', () => {
  it('is searched by halves, the first the larger, where nothing is known of its names', () => {
    expect(shown(splitRefused(batch(1, 2, 3, 4, 5), nothingProven, false))).toEqual(['1,2,3|4,5|']);
    expect(shown(splitRefused(batch(1, 2), nothingProven, false))).toEqual(['1|2|']);
  });

  it('has its proven names apart from the new ones, each in their order', () => {
    const isOdd = (name: number) => name % 2 === 1;
    for (const isPlaceSound of [true, false]) {
      expect(shown(splitRefused(batch(1, 2, 3, 4, 6), isOdd, isPlaceSound))).toEqual([
        '1,3||',
        '2,4,6||',
      ]);
    }
  });

  it('of proven names tries one alone at a place that has answered nothing yet', () => {
    expect(shown(splitRefused(batch(7, 8, 9), allProven, false))).toEqual(['7|8,9|']);
  });

  it('is searched at a place that has answered before, all its names proven or none', () => {
    for (const isProven of [allProven, nothingProven]) {
      expect(shown(splitRefused(batch(7, 8, 9), isProven, true))).toEqual(['7,8|9|']);
    }
  });
});

describe('a search for a bad name', () => {
  const part = { batch: batch(1, 2, 3), heldBack: batch(4, 5), rest: batch(6) };

  it('goes on among those held back when the batch is accepted', () => {
    expect(shown(afterAccepted(part))).toEqual(['4|5|6']);
  });

  it('asks the last suspect alone: a refusal may pass', () => {
    expect(shown(afterAccepted({ ...part, heldBack: batch(4) }))).toEqual(['4||', '6||']);
  });

  it('goes on in the batch when that is refused, and suspects the others no longer', () => {
    expect(shown(afterRefused(part, true))).toEqual(['1,2|3|4,5,6']);
  });

  it('tries the other half first at a place that has answered nothing, then each for itself', () => {
    const [other] = afterRefused(part, false);
    expect(shown([other as typeof part])).toEqual(['4,5|1,2,3|6']);
    expect(shown(afterRefused(other as typeof part, false))).toEqual([
      ...['1,2||', '3||', '4||', '5||'],
      '6||',
    ]);
  });
});
