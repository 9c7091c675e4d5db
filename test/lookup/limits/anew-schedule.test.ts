import { AnewSchedule } from '../../../src/lookup/limits/anew-schedule';

const before = { rate: 3, chance: 0.1 };

/** The first second in which a limit planned for at 0 is doubted. */
function firstSecond(anew: AnewSchedule): number {
  let second = 0;
  while (!anew.isDue(second * 1000)) second += 1;
  return second;
}

describe('when a limit is doubted altogether', () => {
  it.each([
    [0, 2],
    [0.5, 3],
    [0.999, 5],
  ])('is a matter of seconds the first time, and of chance: %d', (chance, second) => {
    const anew = new AnewSchedule(() => chance);
    expect(anew.isDue(0)).toBe(true);
    anew.plan(0);
    expect(firstSecond(anew)).toBe(second);
  });

  it('is four times as long after each time that it was in vain, a thousand seconds at most', () => {
    const anew = new AnewSchedule(() => 0.5);
    const seconds = Array.from({ length: 6 }, () => {
      anew.searched(before);
      anew.plan(0);
      return firstSecond(anew);
    });
    expect(seconds).toEqual([12, 48, 192, 768, 1000, 1000]);
    anew.wasRight();
    anew.plan(0);
    expect(firstSecond(anew)).toBe(3);
  });

  it('is minutes later where one call after the other was refused', () => {
    const anew = new AnewSchedule(() => 0.5);
    anew.limitCertain(0);
    expect(firstSecond(anew)).toBe(150);
  });

  it('keeps what was known for the limit that is found next, once', () => {
    const anew = new AnewSchedule(() => 0.5);
    const nothing = { rate: Number.POSITIVE_INFINITY, chance: 0 };
    expect(anew.foundLimit()).toEqual(nothing);
    anew.searched(before);
    expect(anew.foundLimit()).toEqual(before);
    expect(anew.foundLimit()).toEqual(nothing);
    anew.searched(before);
    anew.wasRight();
    expect(anew.foundLimit()).toEqual(nothing);
  });
});
