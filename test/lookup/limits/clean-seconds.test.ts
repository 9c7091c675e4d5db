import { CleanSeconds } from '../../../src/lookup/limits/clean-seconds';

/** Calls taken from one time to another, evenly; whether any ended a clean second. */
function take(seconds: CleanSeconds, from: number, until: number, perSecond: number): boolean {
  let wasClean = false;
  for (let at = from; at <= until; at += 1000 / perSecond) {
    wasClean = seconds.took(at, Number.POSITIVE_INFINITY) || wasClean;
  }
  return wasClean;
}

describe('a clean second', () => {
  it('is one without a refusal, and its rate is known for ten seconds', () => {
    const seconds = new CleanSeconds();
    seconds.begin(0);
    expect(take(seconds, 100, 1000, 10)).toBe(true);
    expect([seconds.lately(1000), seconds.lately(10_999), seconds.lately(11_000)]).toEqual([
      10, 10, 0,
    ]);
  });

  it('has no refusal in it, and more than one call', () => {
    const seconds = new CleanSeconds();
    seconds.begin(0);
    seconds.refused();
    expect(take(seconds, 100, 1000, 10)).toBe(false);
    seconds.begin(5000);
    expect(seconds.took(6500, 100)).toBe(false);
    expect(seconds.lately(6500)).toBe(0);
  });

  it('counts no higher than what was allowed, and a lower one not while a higher is known', () => {
    const seconds = new CleanSeconds();
    seconds.begin(0);
    for (let at = 50; at <= 1000; at += 50) seconds.took(at, 15);
    expect(seconds.lately(1000)).toBe(15);
    take(seconds, 1200, 2000, 5);
    expect(seconds.lately(2000)).toBe(15);
    seconds.begin(30_000);
    take(seconds, 30_200, 31_000, 5);
    expect(seconds.lately(31_000)).toBe(5);
  });
});
