import { RateSearch } from '../../../src/lookup/limits/rate-search';

/** Asks as fast as the search lets it, for so many seconds, one at a time. */
function play(search: RateSearch, seconds: number, isTaken: () => boolean): void {
  let now = 0;
  while (now < seconds * 1000) {
    const ticket = search.started(now, 1);
    if (isTaken()) search.took(ticket, now + 1);
    else {
      ticket.isRefused = true;
      search.refused(ticket, now + 1, 0);
    }
    now += Math.max(10, search.spacingMs);
  }
}

const search = (): RateSearch =>
  new RateSearch(
    () => 100,
    () => 0.5,
  );

describe('the rate that a service takes', () => {
  it('is not known to begin with', () => {
    expect([search().isUnlimited, search().spacingMs]).toEqual([true, 0]);
  });

  it('stays unknown where one call of thirty is refused by chance', () => {
    const rate = search();
    let call = 0;
    play(rate, 60, () => (call += 1) % 30 !== 0);
    expect(rate.isUnlimited).toBe(true);
  });

  it('falls to what was taken in the last second when one after the other is refused', () => {
    const rate = search();
    for (let now = 0; now < 1000; now += 50) rate.took(rate.started(now, 1), now + 10);
    const ticket = rate.started(1000, 1);
    ticket.isRefused = true;
    rate.overrun(1010, 1);
    expect(rate.rate).toBeGreaterThan(17);
    expect(rate.rate).toBeLessThan(20);
  });

  it('takes more refusals in a row for chance, the faster it asks', () => {
    const slow = search();
    slow.rate = 1;
    expect(slow.cluster).toBeLessThanOrEqual(search().cluster);
    expect(slow.cluster).toBe(3);
  });
});
