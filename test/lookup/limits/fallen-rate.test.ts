import { FallenRate } from '../../../src/lookup/limits/fallen-rate';

describe('a rate that fell', () => {
  it.each([
    [50, 24, true],
    [50, 25, false],
  ])('from %d to %d is tried higher soon: %s', (from, to, isFallen) => {
    const fallen = new FallenRate();
    fallen.lowered(from, to);
    expect(fallen.is(to)).toBe(isFallen);
    expect(fallen.isDue(to, 1500)).toBe(isFallen);
    expect(fallen.isDue(to, 1499)).toBe(false);
  });

  it('is tried later each time that this fails, until it is half of what it was', () => {
    const fallen = new FallenRate();
    fallen.lowered(50, 20);
    fallen.lowered(20, 5);
    fallen.probeFailed();
    expect([1949, 1950].map((ms) => fallen.isDue(5, ms))).toEqual([false, true]);
    expect([fallen.is(24), fallen.is(25), fallen.isDue(25, 60_000)]).toEqual([true, false, false]);
  });
});
