import { Contention } from '../../../src/lookup/limits/contention';

describe('others who ask under the same limit', () => {
  it('are found where a rate that went through is refused, for a minute', () => {
    const contention = new Contention();
    contention.refused(1000, false);
    expect(contention.isFound(1000)).toBe(false);
    contention.refused(2000.5, true);
    expect([contention.isFound(2000.5), contention.isFound(62_000)]).toEqual([true, true]);
    expect(contention.isFound(62_001)).toBe(false);
  });

  it('are quiet three seconds after any refusal, and after what they are waited for', () => {
    const contention = new Contention();
    expect(contention.isQuiet(0, -5000)).toBe(true);
    contention.refused(1000, false);
    expect([contention.isQuiet(3999, 0), contention.isQuiet(4000, 0)]).toEqual([false, true]);
    expect([contention.isQuiet(6999, 4000), contention.isQuiet(7000, 4000)]).toEqual([false, true]);
  });
});
