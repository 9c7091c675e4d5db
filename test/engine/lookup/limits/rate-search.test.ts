import { RateSearch } from '../../../../src/engine/lookup/limits/rate-search';

/** Asks as fast as the search lets it, for so many seconds, one at a time. */
function play(search: RateSearch, seconds: number, isAccepted: () => boolean): void {
  let now = 0;
  while (now < seconds * 1000) {
    const ticket = search.started(now, 1);
    if (isAccepted()) search.accepted(ticket, now + 1);
    else {
      ticket.isThrottled = true;
      search.throttled(ticket, now + 1, 0);
    }
    now += Math.max(10, search.spacingMs);
  }
}

const search = (): RateSearch => new RateSearch(() => 100);

describe('the rate that a service takes', () => {
  it('is not known to begin with', () => {
    expect([search().isUnlimited, search().spacingMs]).toEqual([true, 0]);
  });

  it('stays unknown where one call of thirty is throttled by chance', () => {
    const rate = search();
    let call = 0;
    play(rate, 60, () => (call += 1) % 30 !== 0);
    expect(rate.isUnlimited).toBe(true);
  });

  it('falls to what was accepted in the last second when one after the other is throttled', () => {
    const rate = search();
    for (let now = 0; now < 1000; now += 50) rate.accepted(rate.started(now, 1), now + 10);
    const ticket = rate.started(1000, 1);
    ticket.isThrottled = true;
    rate.overrun(1010, 1);
    expect(rate.rate).toBeGreaterThan(17);
    expect(rate.rate).toBeLessThan(20);
  });

  it('takes more throttled calls in a row for chance, the faster it asks', () => {
    const slow = search();
    slow.rate = 1;
    expect(slow.longRun).toBeLessThanOrEqual(search().longRun);
    expect(slow.longRun).toBe(3);
  });
});

/** Calls that are accepted, so many milliseconds apart. */
function take(rate: RateSearch, [from, until]: readonly [number, number], everyMs: number): void {
  for (let now = from; now < until; now += everyMs) rate.accepted(rate.started(now, 1), now + 1);
}

function throttle(rate: RateSearch, now: number, pairs = 0): void {
  const ticket = rate.started(now, 1);
  ticket.isThrottled = true;
  rate.throttled(ticket, now + 1, pairs);
}

/** Calls that are throttled one after the other, the last of them now. */
function overrun(rate: RateSearch, now: number, times = 1): void {
  rate.started(now, 1).isThrottled = true;
  rate.overrun(now, times);
}

/** Twenty calls a second are accepted, and then no more: the rate is known from now on. */
function limited(): RateSearch {
  const rate = search();
  take(rate, [10, 1000], 50);
  overrun(rate, 1000);
  rate.resumed(1200, 200);
  return rate;
}

/** Takes calls until a higher rate is tried. @returns when */
function untilProbe(rate: RateSearch, from: number): number {
  let now = from;
  while (rate.spacingMs >= 1000 / rate.rate) {
    take(rate, [now, now + 1], 1);
    now += 51;
  }
  return now;
}

/** The same, after a higher rate was tried in vain. */
function proven(): RateSearch {
  const rate = limited();
  throttle(rate, untilProbe(rate, 1200));
  expect([rate.rate, rate.spacingMs]).toEqual([19.6, 1000 / 19.6]);
  return rate;
}

describe('a run of throttled calls', () => {
  it('lowers a rate that nothing has proven to what was accepted in that second', () => {
    const rate = limited();
    expect(rate.rate).toBeCloseTo(19.6);
    take(rate, [2010, 3000], 100);
    overrun(rate, 3000);
    expect(rate.rate).toBeCloseTo(9.8);
  });

  it('costs nothing but the higher rate that was being tried', () => {
    const rate = proven();
    const now = untilProbe(rate, 3000);
    overrun(rate, now);
    expect([rate.rate, rate.spacingMs]).toEqual([19.6, 1000 / 19.6]);
    // Nor is it tried again before the service has had a rest.
    take(rate, [now, now + 1000], 51);
    expect(rate.spacingMs).toBe(1000 / 19.6);
  });

  it('costs hardly anything where the rate has just gone through', () => {
    const rate = proven();
    overrun(rate, 4000);
    expect(rate.rate).toBeCloseTo(19.6 * 0.97);
  });

  it('lowers an old rate to what has gone through, but not by half', () => {
    const rate = proven();
    rate.rested(13_000);
    take(rate, [13_000, 14_100], 100);
    overrun(rate, 14_100);
    expect(rate.rate).toBeCloseTo(19.6 * 0.7);
  });

  it('lowers a rate that nothing has gone through at for ten seconds, whatever did before', () => {
    const rate = proven();
    rate.overrun(60_000, 1);
    expect(rate.rate).toBeCloseTo(19.6 * 0.7);
  });

  it.each([
    [3, 19.6 * 0.97],
    [4, (0.98 * 5) / 3],
  ])('lowers it to what three seconds have accepted, coming back so often: %d', (times, lower) => {
    const rate = proven();
    take(rate, [3000, 4100], 100);
    overrun(rate, 6500, times);
    expect(rate.rate).toBeCloseTo(lower);
  });
});

describe('a rate that fell to less than half', () => {
  function fallen(): RateSearch {
    const rate = proven();
    take(rate, [3000, 4100], 100);
    overrun(rate, 6500, 4);
    rate.rested(6500);
    take(rate, [7600, 7601], 1);
    return rate;
  }

  it('is tried higher after a second and a half, and each time later that this fails', () => {
    const rate = fallen();
    const isTriedAt = (now: number): boolean => {
      rate.started(now, 1);
      return rate.spacingMs < 1000 / rate.rate;
    };
    expect([9000, 9100, 9101].map(isTriedAt)).toEqual([false, false, true]);
    throttle(rate, 9200);
    expect([11_000, 11_150, 11_151].map(isTriedAt)).toEqual([false, false, true]);
  });
});

describe('a service that takes calls again', () => {
  it('is asked as fast at least as it came back', () => {
    const rate = search();
    take(rate, [10, 1000], 500);
    overrun(rate, 1000);
    expect(rate.rate).toBeCloseTo(1.96);
    rate.resumed(1100, 99);
    expect(rate.rate).toBeCloseTo(7);
  });

  it('is not asked faster for it once a higher rate has failed', () => {
    const rate = proven();
    rate.resumed(4000, 9);
    expect(rate.rate).toBe(19.6);
  });

  it.each([
    ['few calls and soon', 500, 799, true],
    ['few calls and later', 500, 800, false],
    ['many calls and soon', 190, 799, false],
  ])(
    'is tried higher after a single call where it had taken %s',
    (_, everyMs, afterMs, isTried) => {
      const rate = search();
      take(rate, [10, 1000], everyMs);
      overrun(rate, 1000);
      rate.resumed(2000, afterMs);
      take(rate, [3000, 3001], 1);
      take(rate, [3200, 3201], 1);
      rate.started(3400, 1);
      expect(rate.spacingMs < 1000 / rate.rate).toBe(isTried);
    },
  );
});

describe('more throttled calls than chance explains', () => {
  /** Every third call is throttled, until that leads to a lower rate. */
  function doubtful(): { readonly rate: RateSearch; readonly now: number } {
    const rate = search();
    let now = 0;
    while (rate.isUnlimited) {
      take(rate, [now, now + 20], 10);
      throttle(rate, now + 20);
      now += 30;
    }
    return { rate, now };
  }

  it('make it try a rate that is lower by as many', () => {
    const { rate } = doubtful();
    expect(rate.isOpen).toBe(true);
    expect(rate.rate).toBeGreaterThan(98 * 0.87);
    expect(rate.rate).toBeLessThan(98 * 0.9);
  });

  it('are a limit if there are fewer then', () => {
    const { rate, now } = doubtful();
    take(rate, [now + 1100, now + 2100], 12);
    expect([rate.isOpen, rate.isUnlimited]).toEqual([false, false]);
  });

  it('are chance if there are as many then', () => {
    const { rate, now } = doubtful();
    for (let at = now + 1100; at < now + 2100 && !rate.isUnlimited; at += 30) {
      take(rate, [at, at + 20], 10);
      throttle(rate, at + 20);
    }
    expect(rate.isUnlimited).toBe(true);
  });
});

describe('a limit that was found', () => {
  it('is forgotten when far more than can be asked goes through', () => {
    const rate = limited();
    for (let now = 2000; now < 60_000 && !rate.isUnlimited; now += Math.max(10, rate.spacingMs)) {
      take(rate, [now, now + 1], 1);
    }
    expect(rate.isUnlimited).toBe(true);
  });
});
