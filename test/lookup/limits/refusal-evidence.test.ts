import { RefusalEvidence } from '../../../src/lookup/limits/refusal-evidence';

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

  it('are stubborn when many were refused for a while', () => {
    const evidence = new RefusalEvidence();
    takeAll(evidence, 18);
    evidence.refused(false);
    expect(evidence.isStubborn).toBe(false);
    evidence.refused(false);
    expect(evidence.isStubborn).toBe(true);
    evidence.forget();
    expect(evidence.isStubborn).toBe(false);
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
    expect(evidence.background).toBeCloseTo(0.1, 2);
    takeAll(evidence, 5, true);
    expect(evidence.isChance).toBeUndefined();
    evidence.refused(true);
    expect(evidence.isChance).toBe(true);
  });

  it('shows a limit when so many are taken that chance would have refused several', () => {
    const evidence = inTest();
    takeAll(evidence, 40, true);
    expect(evidence.isChance).toBeUndefined();
    takeAll(evidence, 10, true);
    expect(evidence.isChance).toBe(false);
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
    expect(evidence.background).toBeLessThan(1 / 8);
  });
});
