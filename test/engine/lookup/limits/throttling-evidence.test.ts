import {
  LiftedLimit,
  ThrottlingEvidence,
} from '../../../../src/engine/lookup/limits/throttling-evidence';

function takeAll(evidence: ThrottlingEvidence, count: number, isTest = false): void {
  for (let index = 0; index < count; index += 1) evidence.accepted(true, isTest);
}

describe('throttled calls', () => {
  it('point to the rate when more come together than chance brings', () => {
    const evidence = new ThrottlingEvidence();
    evidence.throttled(false);
    evidence.throttled(false);
    expect(evidence.pointsToRate(true)).toBe(false);
    evidence.throttled(false);
    expect(evidence.pointsToRate(true)).toBe(true);
    evidence.weigh();
    expect(evidence.pointsToRate(true)).toBe(false);
  });

  it('do not where each is followed by many that are accepted', () => {
    const evidence = new ThrottlingEvidence();
    for (let round = 0; round < 50; round += 1) {
      evidence.throttled(false);
      takeAll(evidence, 20);
      expect(evidence.pointsToRate(true)).toBe(false);
    }
  });

  it('are soon seen once hardly any are expected', () => {
    const evidence = new ThrottlingEvidence();
    evidence.limitFound(0.008);
    evidence.throttled(false);
    takeAll(evidence, 10);
    expect(evidence.pointsToRate(false)).toBe(false);
    evidence.throttled(false);
    expect(evidence.pointsToRate(false)).toBe(true);
  });

  it('are outweighed by as many that are accepted as they are likelier under a limit', () => {
    const evidence = new ThrottlingEvidence();
    for (let count = 0; count < 3; count += 1) evidence.throttled(false);
    // ln(0.14 / 0.03) for each of the three, ln(0.97 / 0.86) for each that is accepted: 4 in all.
    takeAll(evidence, 5);
    expect(evidence.pointsToRate(true)).toBe(true);
    takeAll(evidence, 1);
    expect(evidence.pointsToRate(true)).toBe(false);
  });
});

describe('a test at a lower rate', () => {
  function inTest(): ThrottlingEvidence {
    const evidence = new ThrottlingEvidence();
    for (let round = 0; round < 10; round += 1) {
      evidence.throttled(false);
      takeAll(evidence, 9);
    }
    evidence.suppose();
    return evidence;
  }

  it('shows chance when one is throttled even there', () => {
    const evidence = inTest();
    expect(evidence.chance).toBeCloseTo(10 / 101, 6);
    takeAll(evidence, 5, true);
    expect(evidence.isChance).toBeUndefined();
    evidence.throttled(true);
    expect(evidence.isChance).toBe(true);
  });

  it('shows a limit when so many are accepted that chance would have throttled several', () => {
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
    let throttled = 0;
    while (!evidence.pointsToRate(true)) {
      evidence.throttled(false);
      throttled += 1;
    }
    expect(throttled).toBe(5);
  });

  it('takes no more than an eighth for chance', () => {
    const evidence = new ThrottlingEvidence();
    for (let index = 0; index < 50; index += 1) evidence.throttled(false);
    evidence.suppose();
    expect(evidence.chance).toBeLessThan(1 / 8);
  });
});

/** A rate that was lowered from this to that, and the calls at it since then. */
function lowered(from: number, calls: number, throttled: number, together = 0): LiftedLimit {
  const limit = new LiftedLimit();
  limit.lowered(from);
  count(limit, calls, throttled, together);
  return limit;
}

/** @param together how many of the throttled calls follow one another; the others are apart. */
function count(limit: LiftedLimit, calls: number, throttled: number, together = 0): void {
  for (let call = 0; call < together; call += 1) limit.ended(true);
  const apart = throttled - together;
  for (let call = 0; call < calls - throttled; call += 1) {
    limit.ended(false);
    if (call < apart) limit.ended(true);
  }
}

describe('a rate that was lowered in vain', () => {
  it('is found out with the share throttled by chance, and the rate to go back to', () => {
    expect(lowered(40, 180, 9).found(30)).toEqual({ share: 0.05, rate: 40 });
  });

  it.each([
    ['too few were throttled', 160, 8, 30, 0],
    ['as many were throttled as by a limit that has fallen', 1000, 221, 30, 0],
    ['it is hardly lower', 180, 9, 30.1, 0],
    ['throttled calls come together', 180, 9, 30, 3],
    ['none were throttled', 1000, 0, 30, 0],
  ])('is not found out while %s', (_, calls, throttled, rate, together) => {
    expect(lowered(40, calls, throttled, together).found(rate)).toBeUndefined();
  });

  it('is found out where one call of five is throttled, which no limit does at half the rate', () => {
    expect(lowered(40, 120, 24).found(20)).toEqual({ share: 0.2, rate: 40 });
  });

  it('is not found out once hardly any are throttled, whatever the rates before have shown', () => {
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
    for (const [throttled, isFound] of [
      [tooFew, false],
      [enough, true],
    ] as const) {
      const limit = lowered(40, 180, 9);
      limit.found(30);
      limit.lowered(from);
      count(limit, 20 * throttled, throttled);
      expect(limit.found(30) !== undefined).toBe(isFound);
    }
  });
});
