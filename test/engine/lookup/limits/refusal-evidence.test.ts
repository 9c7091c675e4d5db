import {
  LiftedLimit,
  RefusalEvidence,
} from '../../../../src/engine/lookup/limits/refusal-evidence';

function takeAll(evidence: RefusalEvidence, count: number, isTest = false): void {
  for (let index = 0; index < count; index += 1) evidence.took(true, isTest);
}

describe('refusals', () => {
  it('point to the rate when more come together than chance brings', () => {
    const evidence = new RefusalEvidence();
    evidence.refused(false);
    evidence.refused(false);
    expect(evidence.pointsToRate(true)).toBe(false);
    evidence.refused(false);
    expect(evidence.pointsToRate(true)).toBe(true);
    evidence.weigh();
    expect(evidence.pointsToRate(true)).toBe(false);
  });

  it('do not where each is followed by many that are taken', () => {
    const evidence = new RefusalEvidence();
    for (let round = 0; round < 50; round += 1) {
      evidence.refused(false);
      takeAll(evidence, 20);
      expect(evidence.pointsToRate(true)).toBe(false);
    }
  });

  it('are soon seen once hardly any are expected', () => {
    const evidence = new RefusalEvidence();
    evidence.limitFound(0.008);
    evidence.refused(false);
    takeAll(evidence, 10);
    expect(evidence.pointsToRate(false)).toBe(false);
    evidence.refused(false);
    expect(evidence.pointsToRate(false)).toBe(true);
  });

  it('are outweighed by as many that are taken as they are likelier under a limit', () => {
    const evidence = new RefusalEvidence();
    for (let count = 0; count < 3; count += 1) evidence.refused(false);
    // ln(0.14 / 0.03) for each of the three, ln(0.97 / 0.86) for each that is taken: 4 in all.
    takeAll(evidence, 5);
    expect(evidence.pointsToRate(true)).toBe(true);
    takeAll(evidence, 1);
    expect(evidence.pointsToRate(true)).toBe(false);
  });
});

describe('a test at a lower rate', () => {
  function inTest(): RefusalEvidence {
    const evidence = new RefusalEvidence();
    for (let round = 0; round < 10; round += 1) {
      evidence.refused(false);
      takeAll(evidence, 9);
    }
    evidence.suppose();
    return evidence;
  }

  it('shows chance when one is refused even there', () => {
    const evidence = inTest();
    expect(evidence.chance).toBeCloseTo(10 / 101, 6);
    takeAll(evidence, 5, true);
    expect(evidence.isChance).toBeUndefined();
    evidence.refused(true);
    expect(evidence.isChance).toBe(true);
  });

  it('shows a limit when so many are taken that chance would have refused several', () => {
    const evidence = inTest();
    // ln(0.995 / 0.901) for each: sure at 4.6.
    takeAll(evidence, 46, true);
    expect(evidence.isChance).toBeUndefined();
    takeAll(evidence, 1, true);
    expect(evidence.isChance).toBe(false);
  });

  it('is not judged by calls at the usual rate', () => {
    const evidence = inTest();
    takeAll(evidence, 100);
    expect(evidence.isChance).toBeUndefined();
  });

  it('makes it need more the next time when it was chance', () => {
    const evidence = inTest();
    evidence.weigh();
    evidence.confirmed();
    let refused = 0;
    while (!evidence.pointsToRate(true)) {
      evidence.refused(false);
      refused += 1;
    }
    expect(refused).toBe(5);
  });

  it('takes no more than an eighth for chance', () => {
    const evidence = new RefusalEvidence();
    for (let index = 0; index < 50; index += 1) evidence.refused(false);
    evidence.suppose();
    expect(evidence.chance).toBeLessThan(1 / 8);
  });
});

/** A rate that was lowered from this to that, and the calls at it since then. */
function lowered(from: number, calls: number, refused: number, together = 0): LiftedLimit {
  const limit = new LiftedLimit();
  limit.lowered(from);
  count(limit, calls, refused, together);
  return limit;
}

/** @param together how many of the refused calls follow one another; the others are apart. */
function count(limit: LiftedLimit, calls: number, refused: number, together = 0): void {
  for (let call = 0; call < together; call += 1) limit.ended(true);
  const apart = refused - together;
  for (let call = 0; call < calls - refused; call += 1) {
    limit.ended(false);
    if (call < apart) limit.ended(true);
  }
}

describe('a rate that was lowered in vain', () => {
  it('is found out with the share refused by chance, and the rate to go back to', () => {
    expect(lowered(40, 180, 9).found(30)).toEqual({ share: 0.05, rate: 40 });
  });

  it.each([
    ['too few were refused', 160, 8, 30, 0],
    ['as many were refused as by a limit that has fallen', 1000, 221, 30, 0],
    ['it is hardly lower', 180, 9, 30.1, 0],
    ['refusals come together', 180, 9, 30, 3],
    ['none were refused', 1000, 0, 30, 0],
  ])('is not found out while %s', (_, calls, refused, rate, together) => {
    expect(lowered(40, calls, refused, together).found(rate)).toBeUndefined();
  });

  it('is found out where one call of five is refused, which no limit does at half the rate', () => {
    expect(lowered(40, 120, 24).found(20)).toEqual({ share: 0.2, rate: 40 });
  });

  it('is not found out once hardly any are refused, whatever the rates before have shown', () => {
    const limit = lowered(40, 64, 20);
    limit.lowered(25);
    count(limit, 60, 2);
    expect(limit.found(20)).toBeUndefined();
  });

  it('is not found of a rate that was never lowered', () => {
    const limit = new LiftedLimit();
    count(limit, 180, 9);
    expect(limit.found(30)).toBeUndefined();
  });

  it('is judged from the highest of the rates it was lowered from', () => {
    const limit = lowered(40, 180, 9);
    limit.lowered(32);
    count(limit, 20, 1);
    expect(limit.found(30)?.rate).toBe(40);
    const higher = lowered(40, 180, 9);
    higher.lowered(60);
    expect(higher.found(30)).toBeUndefined();
    count(higher, 180, 9);
    expect(higher.found(45)?.rate).toBe(60);
  });

  it.each([
    ['twice as many where the rate did not go up', 59, 13, 12],
    ['as many where it did', 60, 9, 8],
  ])('takes %s until it is found out again', (_, from, enough, tooFew) => {
    for (const [refused, isFound] of [
      [tooFew, false],
      [enough, true],
    ] as const) {
      const limit = lowered(40, 180, 9);
      limit.found(30);
      limit.lowered(from);
      count(limit, 20 * refused, refused);
      expect(limit.found(30) !== undefined).toBe(isFound);
    }
  });
});
