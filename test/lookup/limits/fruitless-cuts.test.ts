import { FruitlessCuts } from '../../../src/lookup/limits/fruitless-cuts';

/** A rate that was lowered from this to that, and the calls at it since then. */
function lowered(from: number, calls: number, refused: number): FruitlessCuts {
  const cuts = new FruitlessCuts();
  cuts.lowered(from);
  count(cuts, calls, refused);
  return cuts;
}

function count(cuts: FruitlessCuts, calls: number, refused: number): void {
  for (let call = 0; call < calls; call += 1) cuts.ended(call < refused);
}

describe('a rate that was lowered in vain', () => {
  it('is told with the share refused by chance, and the rate to go back to', () => {
    expect(lowered(40, 180, 9).found(30, 0)).toEqual({ share: 0.05, rate: 40 });
  });

  it.each([
    ['too few were refused', 160, 8, 30, 0],
    ['as many were refused as by a limit that has fallen', 1000, 121, 30, 0],
    ['it is hardly lower', 180, 9, 30.1, 0],
    ['refusals come together', 180, 9, 30, 0.12],
    ['none were refused', 1000, 0, 30, 0],
  ])('is not told while %s', (_, calls, refused, rate, pairs) => {
    expect(lowered(40, calls, refused).found(rate, pairs)).toBeUndefined();
  });

  it('is not told of a rate that was never lowered', () => {
    const cuts = new FruitlessCuts();
    count(cuts, 180, 9);
    expect(cuts.found(30, 0)).toBeUndefined();
  });

  it('is judged from the highest of the rates it was lowered from', () => {
    const cuts = lowered(40, 180, 9);
    cuts.lowered(32);
    expect(cuts.found(30, 0)?.rate).toBe(40);
    const higher = lowered(40, 180, 9);
    higher.lowered(60);
    expect(higher.found(30, 0)).toBeUndefined();
    count(higher, 180, 9);
    expect(higher.found(45, 0)?.rate).toBe(60);
  });

  it.each([
    ['twice as many where the rate did not go up', 59, 13, 12],
    ['as many where it did', 60, 9, 8],
  ])('takes %s until it is told again', (_, from, enough, tooFew) => {
    for (const [refused, isFound] of [
      [tooFew, false],
      [enough, true],
    ] as const) {
      const cuts = lowered(40, 180, 9);
      cuts.found(30, 0);
      cuts.lowered(from);
      count(cuts, 20 * refused, refused);
      expect(cuts.found(30, 0) !== undefined).toBe(isFound);
    }
  });
});
