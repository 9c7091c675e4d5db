import { AdaptiveRateLimiter } from '../../../src/lookup/limits/adaptive-rate-limiter';
import type { Ticket } from '../../../src/lookup/limits/call-limiter';

/** What a service says to a call; Infinity is silence. */
interface Reply {
  readonly ms: number;
  readonly refused?: 'throttled' | 'outage';
}

interface Played {
  taken: number;
  refused: number;
  givenUp: number;
  atOnce: number;
  lastTakenAt: number;
}

/** Asks for as much as the limiter lets it, by steps of 5 ms. */
function play(
  limiter: AdaptiveRateLimiter,
  [from, until]: readonly [number, number],
  reply: (now: number) => Reply,
): Played {
  const played: Played = { taken: 0, refused: 0, givenUp: 0, atOnce: 0, lastTakenAt: 0 };
  let open: { ticket: Ticket; endsAt: number; refused: Reply['refused'] }[] = [];
  for (let now = from; now < until; now += 5) {
    for (const call of open) {
      if (call.endsAt <= now && call.refused === undefined) {
        limiter.took(call.ticket, now);
        played.taken += 1;
        played.lastTakenAt = now;
      } else if (call.endsAt <= now) {
        limiter.refused(call.ticket, now, 0, call.refused === 'outage');
        played.refused += 1;
      } else if (limiter.replyTimeoutMs(call.ticket, 1, now) === 0) {
        limiter.refused(call.ticket, now, 0, true);
        call.endsAt = now;
        played.givenUp += 1;
      }
    }
    open = open.filter(({ endsAt }) => endsAt > now);
    while (limiter.waitMs(now) === 0) {
      const { ms, refused } = reply(now);
      open.push({ ticket: limiter.started(now), endsAt: now + ms, refused });
    }
    played.atOnce = Math.max(played.atOnce, open.length);
  }
  for (const { ticket } of open) limiter.unsent(ticket);
  return played;
}

function limit(perSecond: number): (now: number) => Reply {
  const taken: number[] = [];
  return (now) => {
    while (taken.length > 0 && (taken[0] ?? 0) <= now - 1000) taken.shift();
    if (taken.length >= perSecond) return { ms: 20, refused: 'throttled' };
    taken.push(now);
    return { ms: 80 };
  };
}

const answers = (): Reply => ({ ms: 80 });
const create = (max = 6): AdaptiveRateLimiter =>
  new AdaptiveRateLimiter({
    startConcurrency: Math.min(4, max),
    maxConcurrency: max,
    random: () => 0.5,
  });

describe.each([2, 6, 16, 64])('with %d calls at once at most', (max) => {
  it('a service without limits is asked that many at once', () => {
    const { taken, atOnce } = play(create(max), [0, 30_000], answers);
    expect(atOnce).toBe(max);
    expect(taken).toBeGreaterThan(max * 12 * 28);
  });

  it('a constant limit is nearly used up, and hardly a call refused', () => {
    const limiter = create(max);
    const service = limit(20);
    play(limiter, [0, 10_000], service);
    const { taken, refused } = play(limiter, [10_000, 60_000], service);
    expect(taken).toBeGreaterThan(50 * 18);
    expect(refused).toBeLessThan(0.03 * taken);
  });

  it('a limit that is lifted is noticed', () => {
    const limiter = create(max);
    play(limiter, [0, 10_000], limit(10));
    const { taken } = play(limiter, [10_000, 60_000], limit(20));
    expect(taken).toBeGreaterThan(50 * 14);
  });

  it('calls refused by chance cost no speed', () => {
    let call = 0;
    const service = (): Reply =>
      (call += 7) % 140 === 0 ? { ms: 20, refused: 'throttled' } : { ms: 80 };
    expect(play(create(max), [0, 30_000], service).taken).toBeGreaterThan(max * 12 * 24);
  });

  it.each(['outage', 'throttled'] as const)(
    'one call at a time asks while all are refused (%s), and the old pace is back soon',
    (refused) => {
      const limiter = create(max);
      play(limiter, [0, 5000], answers);
      const during = play(limiter, [5000, 25_000], () => ({ ms: 20, refused }));
      expect(during.refused).toBeLessThan(max + 70);
      const { taken } = play(limiter, [25_000, 35_000], answers);
      expect(taken).toBeGreaterThan(max * 12 * 7);
    },
  );

  it('in a silence one call a second or so asks, and the old pace is back soon', () => {
    const limiter = create(max);
    play(limiter, [0, 5000], answers);
    const during = play(limiter, [5000, 25_000], () => ({ ms: Number.POSITIVE_INFINITY }));
    expect(during.givenUp).toBeLessThan(max + 20);
    const { taken } = play(limiter, [25_000, 40_000], answers);
    expect(taken).toBeGreaterThan(max * 12 * 10);
  });
});

describe('an adaptive rate limiter', () => {
  it('keeps to what it is told meanwhile, fewer at once and more', () => {
    const options = { startConcurrency: 4, maxConcurrency: 6, random: () => 0.5 };
    const limiter = new AdaptiveRateLimiter(options);
    expect(play(limiter, [0, 5000], answers).atOnce).toBe(6);
    options.maxConcurrency = 2;
    play(limiter, [5000, 5200], answers);
    const { atOnce, taken } = play(limiter, [5200, 15_000], answers);
    expect([atOnce, taken > 2 * 12 * 9]).toEqual([2, true]);
    options.maxConcurrency = 20;
    play(limiter, [15_000, 20_000], answers);
    const more = play(limiter, [20_000, 30_000], answers);
    expect([more.atOnce, more.taken > 20 * 12 * 9]).toEqual([20, true]);
  });

  it('sends nothing while the service wants to be left alone, and goes on after that', () => {
    const limiter = create();
    const ticket = limiter.started(0);
    limiter.refused(ticket, 20, 3000);
    expect([limiter.isPaused(21), limiter.waitMs(21)]).toEqual([true, 2999]);
    expect([limiter.isPaused(3020), limiter.waitMs(3020)]).toEqual([false, 0]);
  });

  it('is at full speed at once when a person has changed something', () => {
    const limiter = create();
    play(limiter, [0, 5000], () => ({ ms: 20, refused: 'throttled' }));
    limiter.pause(100_000);
    limiter.reset(5000);
    expect(limiter.waitMs(5000)).toBe(0);
    expect(play(limiter, [5000, 6000], answers).taken).toBeGreaterThan(40);
  });

  it('does not take a service that answers slowly for one that is silent', () => {
    const { taken, givenUp } = play(create(), [0, 60_000], () => ({ ms: 9000 }));
    expect([taken > 20, givenUp]).toEqual([true, 0]);
  });

  it('counts a call that did not leave as if it had never been', () => {
    const limiter = create();
    const tickets = [0, 1, 2, 3].map((now) => limiter.started(now));
    expect(limiter.waitMs(4)).toBe(Number.POSITIVE_INFINITY);
    for (const ticket of tickets) limiter.unsent(ticket);
    expect([limiter.inFlight, limiter.waitMs(5)]).toEqual([0, 0]);
  });
});
