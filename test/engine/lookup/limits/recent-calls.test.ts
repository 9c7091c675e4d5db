import { RecentCalls } from '../../../../src/engine/lookup/limits/recent-calls';
import type { Ticket } from '../../../../src/engine/lookup/limits/call-limiter';

function call(startedAt: number, isThrottled = false): Ticket {
  return { startedAt, phase: 0, level: 1, isThrottled, isHanging: false };
}

describe('the last calls', () => {
  it('are those that started after a time, the last one throttled and what came before it', () => {
    const recent = new RecentCalls();
    for (const each of [call(0), call(10), call(20, true), call(30), call(40, true), call(50)]) {
      recent.add(each);
    }
    // Of 10 to 40; the one at 50 may be throttled, too.
    expect(recent.since(0)).toEqual({ accepted: 2, share: 0.5 });
    expect(recent.since(15)).toEqual({ accepted: 1, share: 2 / 3 });
    expect(recent.since(40)).toEqual({ accepted: 0, share: 0 });
  });

  it('are some thousands at the most', () => {
    const recent = new RecentCalls();
    for (let at = 1; at <= 10_000; at += 1) recent.add(call(at, at === 10_000));
    const { accepted } = recent.since(0);
    expect(accepted).toBeGreaterThan(2000);
    expect(accepted).toBeLessThan(4096);
  });
});

/** Calls accepted from one time to another, evenly; whether any ended a clean second. */
function take(
  { cleanSeconds: seconds }: RecentCalls,
  from: number,
  until: number,
  perSecond: number,
): boolean {
  let wasClean = false;
  for (let at = from; at <= until; at += 1000 / perSecond) {
    wasClean = seconds.accepted(at, Number.POSITIVE_INFINITY) || wasClean;
  }
  return wasClean;
}

describe('a clean second', () => {
  it('is one without a throttled call, and its rate is known for ten seconds', () => {
    const recent = new RecentCalls();
    const { cleanSeconds: seconds } = recent;
    seconds.begin(0);
    expect(take(recent, 100, 1000, 10)).toBe(true);
    expect([seconds.lately(1000), seconds.lately(10_999), seconds.lately(11_000)]).toEqual([
      10, 10, 0,
    ]);
  });

  it('has no throttled call in it, and more than one call', () => {
    const recent = new RecentCalls();
    const { cleanSeconds: seconds } = recent;
    seconds.begin(0);
    seconds.throttled();
    expect(take(recent, 100, 1000, 10)).toBe(false);
    seconds.begin(5000);
    expect(seconds.accepted(6500, 100)).toBe(false);
    expect(seconds.lately(6500)).toBe(0);
  });

  it('counts no higher than what was allowed, and a lower one not while a higher is known', () => {
    const recent = new RecentCalls();
    const { cleanSeconds: seconds } = recent;
    seconds.begin(0);
    for (let at = 50; at <= 1000; at += 50) seconds.accepted(at, 15);
    expect(seconds.lately(1000)).toBe(15);
    take(recent, 1200, 2000, 5);
    expect(seconds.lately(2000)).toBe(15);
    seconds.begin(30_000);
    take(recent, 30_200, 31_000, 5);
    expect(seconds.lately(31_000)).toBe(5);
  });
});

describe('others who ask under the same limit', () => {
  it('are found where a rate that went through is throttled, for a minute', () => {
    const { competition } = new RecentCalls();
    competition.throttled(1000, false);
    expect(competition.isFound(1000)).toBe(false);
    competition.throttled(2000.5, true);
    expect([competition.isFound(2000.5), competition.isFound(62_000)]).toEqual([true, true]);
    expect(competition.isFound(62_001)).toBe(false);
  });

  it('are quiet three seconds after any throttled call, and after what they are waited for', () => {
    const { competition } = new RecentCalls();
    expect(competition.isOver(0, -5000)).toBe(true);
    competition.throttled(1000, false);
    expect([competition.isOver(3999, 0), competition.isOver(4000, 0)]).toEqual([false, true]);
    expect([competition.isOver(6999, 4000), competition.isOver(7000, 4000)]).toEqual([false, true]);
  });
});

describe('a rate that fell', () => {
  it.each([
    [50, 24, true],
    [50, 25, false],
  ])('from %d to %d is tried higher soon: %s', (from, to, isFallen) => {
    const { fallen } = new RecentCalls();
    fallen.lowered(from, to);
    expect(fallen.is(to)).toBe(isFallen);
    expect(fallen.isDue(to, 1500)).toBe(isFallen);
    expect(fallen.isDue(to, 1499)).toBe(false);
  });

  it('is tried later each time that this fails, until it is half of what it was', () => {
    const { fallen } = new RecentCalls();
    fallen.lowered(50, 20);
    fallen.lowered(20, 5);
    fallen.probeFailed();
    expect([1949, 1950].map((ms) => fallen.isDue(5, ms))).toEqual([false, true]);
    expect([fallen.is(24), fallen.is(25), fallen.isDue(25, 60_000)]).toEqual([true, false, false]);
  });
});

/** Ten seconds in which so many calls each were accepted. */
function recentAfter(perSecond: readonly number[]): RecentCalls {
  const recent = new RecentCalls();
  perSecond.forEach((count, second) => {
    for (let index = 0; index < count; index += 1) {
      const startedAt = second * 1000 + (index * 1000) / count + 1;
      recent.add({ startedAt, phase: 0, level: 1, isThrottled: false, isHanging: false });
    }
  });
  return recent;
}

const CHANGING = [1, 5, 3, 4, 1, 2, 5, 3, 1, 4];
const STEADY = [4, 4, 4, 3, 4, 4, 5, 4, 4, 4];

describe('a neighbour under the same limit', () => {
  it('is likely where two cuts did not help, throttled calls come together and seconds differ', () => {
    const { neighbour } = recentAfter(CHANGING);
    expect(neighbour.isLikely(10_000, 0.3)).toBe(false);
    neighbour.cut(7000);
    neighbour.cut(9000);
    expect(neighbour.isLikely(10_000, 0.3)).toBe(true);
    expect(neighbour.isLikely(10_000, 0.1)).toBe(false);
  });

  it('is not where every second takes as many', () => {
    const { neighbour } = recentAfter(STEADY);
    neighbour.cut(7000);
    neighbour.cut(9000);
    expect(neighbour.isLikely(10_000, 0.3)).toBe(false);
  });

  it('is not after two cuts that are far apart', () => {
    const { neighbour } = recentAfter(CHANGING);
    neighbour.cut(-10_000);
    neighbour.cut(9000);
    expect(neighbour.isLikely(10_000, 0.3)).toBe(false);
  });

  it('is known for five seconds, and found again sooner for half a minute', () => {
    const { neighbour } = recentAfter(CHANGING);
    expect(neighbour.isFound(10_000)).toBe(false);
    neighbour.found(5000);
    expect([neighbour.isFound(9999), neighbour.isFound(10_000)]).toEqual([true, false]);
    expect(neighbour.isLikely(10_000, 0)).toBe(true);
    neighbour.found(-30_000);
    expect(neighbour.isLikely(10_000, 0)).toBe(false);
  });
});
