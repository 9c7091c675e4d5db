import {
  afterAccepted,
  afterRejected,
  splitRejected,
} from '../../../../src/engine/lookup/queue/call-part';

const batch = (...names: number[]) => names.map((name) => ({ name }));
const nothingProven = () => false;
const allProven = () => true;

/** Parts as lists of names: sent, deferred, and above suspicion. */
function shown(parts: ReturnType<typeof splitRejected<{ readonly name: number }>>): string[] {
  return parts.map(({ batch: sent, deferred, rest = [] }) =>
    [sent, deferred, rest].map((names) => names.map(({ name }) => name).join(',')).join('|'),
  );
}

describe('a rejected call', () => {
  it('is searched by halves, the first the larger, where nothing is known of its names', () => {
    expect(shown(splitRejected(batch(1, 2, 3, 4, 5), nothingProven, false))).toEqual([
      '1,2,3|4,5|',
    ]);
    expect(shown(splitRejected(batch(1, 2), nothingProven, false))).toEqual(['1|2|']);
  });

  it('has its proven names apart from the new ones, each in their order', () => {
    const isOdd = (name: number) => name % 2 === 1;
    for (const isPlaceSound of [true, false]) {
      expect(shown(splitRejected(batch(1, 2, 3, 4, 6), isOdd, isPlaceSound))).toEqual([
        '1,3||',
        '2,4,6||',
      ]);
    }
  });

  it('of proven names tries one alone at a place that has answered nothing yet', () => {
    expect(shown(splitRejected(batch(7, 8, 9), allProven, false))).toEqual(['7|8,9|']);
  });

  it('is searched at a place that has answered before, all its names proven or none', () => {
    for (const isProven of [allProven, nothingProven]) {
      expect(shown(splitRejected(batch(7, 8, 9), isProven, true))).toEqual(['7,8|9|']);
    }
  });
});

describe('a search for a bad name', () => {
  const part = { batch: batch(1, 2, 3), deferred: batch(4, 5), rest: batch(6) };

  it('goes on among those deferred when the batch is accepted', () => {
    expect(shown(afterAccepted(part))).toEqual(['4|5|6']);
  });

  it('asks the last suspect alone: a rejection may pass', () => {
    expect(shown(afterAccepted({ ...part, deferred: batch(4) }))).toEqual(['4||', '6||']);
  });

  it('goes on in the batch when that is rejected, and suspects the others no longer', () => {
    expect(shown(afterRejected(part, true))).toEqual(['1,2|3|4,5,6']);
  });

  it('tries the other half first at a place that has answered nothing, then each for itself', () => {
    const [other] = afterRejected(part, false);
    expect(shown([other as typeof part])).toEqual(['4,5|1,2,3|6']);
    expect(shown(afterRejected(other as typeof part, false))).toEqual([
      ...['1,2||', '3||', '4||', '5||'],
      '6||',
    ]);
  });
});
