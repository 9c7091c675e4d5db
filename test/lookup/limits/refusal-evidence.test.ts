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

  it('are outweighed by as many that are taken as they are likelier under a limit', () => {
    const evidence = new RefusalEvidence();
    for (let count = 0; count < 3; count += 1) evidence.refused(false);
    // ln(0.14 / 0.03) for each of the three, ln(0.97 / 0.86) for each that is taken: 4 in all.
    takeAll(evidence, 5);
    expect(evidence.pointsToRate(true)).toBe(true);
    takeAll(evidence, 1);
    expect(evidence.pointsToRate(true)).toBe(false);
  });

  it.each([
    { seen: 19, refused: 10, isStubborn: false },
    { seen: 20, refused: 1, isStubborn: false },
    { seen: 20, refused: 2, isStubborn: true },
    { seen: 100, refused: 4, isStubborn: false },
    { seen: 100, refused: 5, isStubborn: false },
    { seen: 100, refused: 6, isStubborn: true },
  ])('of which $refused come among $seen calls: stubborn is $isStubborn', (given) => {
    const evidence = new RefusalEvidence();
    for (let count = 0; count < given.refused; count += 1) evidence.refused(false);
    takeAll(evidence, given.seen - given.refused);
    expect(evidence.isStubborn).toBe(given.isStubborn);
  });

  it('are not among more calls for calls that tell nothing of the rate', () => {
    const evidence = new RefusalEvidence();
    for (let count = 0; count < 3; count += 1) evidence.refused(false);
    for (let count = 0; count < 30; count += 1) evidence.took(false, false);
    expect(evidence.isStubborn).toBe(false);
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
    expect(evidence.background).toBeCloseTo(10 / 101, 6);
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
    expect(evidence.background).toBeLessThan(1 / 8);
  });
});
