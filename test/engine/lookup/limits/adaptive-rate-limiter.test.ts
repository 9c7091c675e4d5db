import { AdaptiveRateLimiter } from '../../../../src/engine/lookup/limits/adaptive-rate-limiter';
import type { Ticket } from '../../../../src/engine/lookup/limits/call-limiter';

/** What a service says to a call; Infinity is silence. */
interface Reply {
  readonly ms: number;
  readonly throttled?: 'throttled' | 'outage';
  /** For how long it wants no calls. */
  readonly retryAfterMs?: number;
}

interface Played {
  accepted: number;
  throttled: number;
  givenUp: number;
  atOnce: number;
  lastAcceptedAt: number;
}

/** Asks for as much as the limiter lets it, by steps of 5 ms. */
function play(
  limiter: AdaptiveRateLimiter,
  [from, until]: readonly [number, number],
  reply: (now: number) => Reply,
): Played {
  const played: Played = { accepted: 0, throttled: 0, givenUp: 0, atOnce: 0, lastAcceptedAt: 0 };
  let open: { ticket: Ticket; endsAt: number; reply: Reply }[] = [];
  for (let now = from; now < until; now += 5) {
    for (const call of open) {
      const { throttled, retryAfterMs } = call.reply;
      if (call.endsAt <= now && throttled === undefined) {
        limiter.accepted(call.ticket, now);
        played.accepted += 1;
        played.lastAcceptedAt = now;
      } else if (call.endsAt <= now) {
        limiter.throttled(call.ticket, now, retryAfterMs, throttled === 'outage');
        played.throttled += 1;
      } else if (limiter.replyTimeoutMs(call.ticket, 1, now) === 0) {
        limiter.throttled(call.ticket, now, 0, true);
        call.endsAt = now;
        played.givenUp += 1;
      }
    }
    open = open.filter(({ endsAt }) => endsAt > now);
    while (limiter.waitMs(now) === 0) {
      const next = reply(now);
      open.push({ ticket: limiter.started(now), endsAt: now + next.ms, reply: next });
    }
    played.atOnce = Math.max(played.atOnce, open.length);
  }
  for (const { ticket } of open) limiter.unsent(ticket);
  return played;
}

function limit(
  perSecond: number,
  throttled: 'throttled' | 'outage' = 'throttled',
): (now: number) => Reply {
  const accepted: number[] = [];
  return (now) => {
    while (accepted.length > 0 && (accepted[0] ?? 0) <= now - 1000) accepted.shift();
    if (accepted.length >= perSecond) return { ms: 20, throttled };
    accepted.push(now);
    return { ms: 80 };
  };
}

const answers = (): Reply => ({ ms: 80 });
const create = (max = 6, random = 0.5): AdaptiveRateLimiter =>
  new AdaptiveRateLimiter({
    startConcurrency: Math.min(4, max),
    maxConcurrency: max,
    random: () => random,
  });

/** Calls that start and are throttled in one moment. */
function throttle(
  limiter: AdaptiveRateLimiter,
  now: number,
  count: number,
  retryAfterMs = 0,
): void {
  const tickets = Array.from({ length: count }, () => limiter.started(now));
  for (const ticket of tickets) limiter.throttled(ticket, now, retryAfterMs);
}

function take(limiter: AdaptiveRateLimiter, now: number): void {
  limiter.accepted(limiter.started(now), now);
}

/** After two calls that are accepted the next may leave at once. */
function isUnlimited(limiter: AdaptiveRateLimiter, now: number): boolean {
  take(limiter, now);
  take(limiter, now);
  return limiter.waitMs(now) === 0;
}

/** So many throttled in a row that a new limiter asks with one call whether any is accepted. */
function longRun(): number {
  const limiter = create();
  for (let throttled = 1; ; throttled += 1) {
    throttle(limiter, 0, 1);
    if (limiter.isPaused(0)) return throttled;
  }
}

describe.each([2, 6, 16, 64])('with %d calls at once at most', (max) => {
  it('a service without limits is asked that many at once', () => {
    const { accepted, atOnce } = play(create(max), [0, 30_000], answers);
    expect(atOnce).toBe(max);
    expect(accepted).toBeGreaterThan(max * 12 * 28);
  });

  it.each(['throttled', 'outage'] as const)(
    'a constant limit is nearly used up, and hardly a call throttled (%s)',
    (kind) => {
      const limiter = create(max);
      const service = limit(20, kind);
      play(limiter, [0, 10_000], service);
      const { accepted, throttled } = play(limiter, [10_000, 60_000], service);
      expect(accepted).toBeGreaterThan(50 * 18);
      expect(throttled).toBeLessThan(0.03 * accepted);
    },
  );

  it('a limit that is lifted is noticed', () => {
    const limiter = create(max);
    play(limiter, [0, 10_000], limit(10));
    const { accepted } = play(limiter, [10_000, 60_000], limit(20));
    expect(accepted).toBeGreaterThan(50 * 14);
  });

  it('calls throttled by chance cost no speed', () => {
    let call = 0;
    const service = (): Reply =>
      (call += 7) % 140 === 0 ? { ms: 20, throttled: 'throttled' } : { ms: 80 };
    expect(play(create(max), [0, 30_000], service).accepted).toBeGreaterThan(max * 12 * 24);
  });

  it.each(['outage', 'throttled'] as const)(
    'one call at a time asks while all are throttled (%s), and the old pace is back soon',
    (throttled) => {
      const limiter = create(max);
      play(limiter, [0, 5000], answers);
      const during = play(limiter, [5000, 25_000], () => ({ ms: 20, throttled }));
      expect(during.throttled).toBeLessThan(max + 70);
      const { accepted } = play(limiter, [25_000, 35_000], answers);
      expect(accepted).toBeGreaterThan(max * 12 * 7);
    },
  );

  it('in a silence one call a second or so asks, and the old pace is back soon', () => {
    const limiter = create(max);
    play(limiter, [0, 5000], answers);
    const during = play(limiter, [5000, 25_000], () => ({ ms: Number.POSITIVE_INFINITY }));
    expect(during.givenUp).toBeLessThan(max + 20);
    const { accepted } = play(limiter, [25_000, 40_000], answers);
    expect(accepted).toBeGreaterThan(max * 12 * 10);
  });
});

describe('an adaptive rate limiter', () => {
  it('keeps to a number at once that changes meanwhile', () => {
    const options = { startConcurrency: 4, maxConcurrency: 6, random: () => 0.5 };
    const limiter = new AdaptiveRateLimiter(options);
    expect(play(limiter, [0, 5000], answers).atOnce).toBe(6);
    options.maxConcurrency = 2;
    play(limiter, [5000, 5200], answers);
    const { atOnce, accepted } = play(limiter, [5200, 15_000], answers);
    expect([atOnce, accepted > 2 * 12 * 9]).toEqual([2, true]);
    options.maxConcurrency = 20;
    play(limiter, [15_000, 20_000], answers);
    const more = play(limiter, [20_000, 30_000], answers);
    expect([more.atOnce, more.accepted > 20 * 12 * 9]).toEqual([20, true]);
  });

  it('sends nothing for as long as Retry-After says, and goes on after that', () => {
    const limiter = create();
    const ticket = limiter.started(0);
    limiter.throttled(ticket, 20, 3000);
    expect([limiter.isPaused(21), limiter.waitMs(21)]).toEqual([true, 2999]);
    expect([limiter.isPaused(3020), limiter.waitMs(3020)]).toEqual([false, 0]);
  });

  it('is at full speed at once when a person has changed something', () => {
    const limiter = create();
    play(limiter, [0, 5000], () => ({ ms: 20, throttled: 'throttled' }));
    limiter.pause(100_000);
    limiter.reset(5000);
    expect(limiter.waitMs(5000)).toBe(0);
    expect(play(limiter, [5000, 6000], answers).accepted).toBeGreaterThan(40);
  });

  it('does not take a service that answers slowly for one that is silent', () => {
    const { accepted, givenUp } = play(create(), [0, 60_000], () => ({ ms: 9000 }));
    expect([accepted > 20, givenUp]).toEqual([true, 0]);
  });

  it('counts a call that did not leave as if it had never been', () => {
    const limiter = create();
    const tickets = [0, 1, 2, 3].map((now) => limiter.started(now));
    expect(limiter.waitMs(4)).toBe(Number.POSITIVE_INFINITY);
    for (const ticket of tickets) limiter.unsent(ticket);
    expect([limiter.inFlight, limiter.waitMs(5)]).toEqual([0, 0]);
  });

  it('lets nobody shorten a pause', () => {
    const limiter = create();
    limiter.pause(5000);
    limiter.pause(3000);
    expect(limiter.waitMs(0)).toBe(5000);
  });

  it('makes up for a call that left late, by as much as the next was due', () => {
    const limiter = create();
    const service = limit(20);
    play(limiter, [0, 10_000], service);
    const from = 10_000 + limiter.waitMs(10_000);
    limiter.started(from);
    const spacing = limiter.waitMs(from);
    expect(spacing).toBeGreaterThan(40);
    limiter.started(from + 1.5 * spacing);
    expect(limiter.waitMs(from + 1.5 * spacing)).toBeCloseTo(spacing / 2);
  });
});

describe('calls that are throttled one after the other', () => {
  const run = longRun();

  it.each([
    ['at once', 0, true],
    ['while replies to the first are under way', 250, true],
    ['after that', 251, false],
  ])('stop the queue where they leave %s', (_, now, isPaused) => {
    const limiter = create();
    throttle(limiter, 0, run - 1);
    expect(limiter.isPaused(0)).toBe(false);
    throttle(limiter, now, 1);
    expect(limiter.isPaused(now)).toBe(isPaused);
  });

  it('are taken for chance the first time, and for a limit when it soon happens again', () => {
    const limiter = create();
    for (const [now, isChance] of [
      [1000, true],
      [2000, false],
    ] as const) {
      throttle(limiter, now, run);
      expect(limiter.isPaused(now)).toBe(true);
      expect(isUnlimited(limiter, now + 100)).toBe(isChance);
    }
  });

  it('are tested ever more rarely, after a minute every six seconds or so', () => {
    const limiter = create();
    const tests = (from: number, until: number): number =>
      play(limiter, [from, until], () => ({ ms: 20, throttled: 'throttled' })).throttled;
    tests(0, 3_000);
    expect(tests(3_000, 13_000)).toBeGreaterThanOrEqual(9);
    tests(13_000, 60_000);
    expect(tests(60_000, 120_000)).toBeLessThan(12);
    expect(tests(120_000, 180_000)).toBeGreaterThan(6);
  });

  it('stop it after a silence and after a change of settings, too', () => {
    for (const end of ['answer', 'reset'] as const) {
      const limiter = create();
      const ticket = limiter.started(0);
      limiter.replyTimeoutMs(ticket, 1, 3000);
      expect([limiter.isPaused(3000), limiter.waitMs(3000)]).toEqual([false, 0]);
      if (end === 'answer') limiter.accepted(ticket, 3100);
      else limiter.reset(3100);
      throttle(limiter, 20_000, run);
      expect(limiter.isPaused(20_000)).toBe(true);
    }
  });
});

describe('a service that cannot be reached', () => {
  it('is asked by one call at a time, ever more rarely, at least twice a second', () => {
    const limiter = create(6, 0);
    take(limiter, 1000);
    limiter.lost(10_000);
    const waits = [10_000, 10_400, 11_000, 30_000].map((now) => {
      const wait = limiter.waitMs(now);
      const ticket = limiter.started(now + wait);
      expect(limiter.waitMs(now + wait)).toBe(Number.POSITIVE_INFINITY);
      limiter.lost(now + wait);
      limiter.throttled(ticket, now + wait, 0, true);
      return limiter.waitMs(now + wait);
    });
    const factor = 0.75;
    expect(waits.map((ms) => Math.round(ms / factor))).toEqual([50, 140, 350, 500]);
  });

  it('is back at its old pace: two calls go at once, and one more for each that is accepted', () => {
    const limiter = create();
    play(limiter, [0, 5000], answers);
    limiter.lost(5000);
    take(limiter, 20_000);
    const tickets = [limiter.started(20_000), limiter.started(20_000)];
    expect(limiter.waitMs(20_000)).toBe(Number.POSITIVE_INFINITY);
    for (const ticket of tickets) limiter.accepted(ticket, 20_080);
    expect(play(limiter, [20_080, 21_080], answers)).toMatchObject({ throttled: 0, atOnce: 6 });
  });
});

describe('calls that hang', () => {
  const LOOK_MS = 250;
  function hang(count: number): { looks(now: number): number[] } {
    const limiter = create(6);
    const tickets = Array.from({ length: count }, () => limiter.started(0));
    const looks = (now: number): number[] =>
      tickets.map((ticket) => limiter.replyTimeoutMs(ticket, 1, now));
    return { looks };
  }

  it('are first looked at when that is unusual', () => {
    expect(hang(1).looks(500)).toEqual([1500]);
  });

  it('go on while slots are free for others', () => {
    const { looks } = hang(5);
    for (const now of [2000, 10_000, 60_000]) expect(looks(now)).toEqual(Array(5).fill(LOOK_MS));
  });

  it('free slots where they are needed, but for half of them', () => {
    const { looks } = hang(6);
    for (const now of [2000, 9999]) expect(looks(now)).toEqual(Array(6).fill(LOOK_MS));
    expect(looks(10_000)).toEqual([LOOK_MS, LOOK_MS, LOOK_MS, 0, 0, 0]);
  });
});

describe('throttled calls that ask for a pause each', () => {
  /** Whether no limit is known after each, where hundreds of calls are accepted in between. */
  function flights(throttled: number, accepted = 0): boolean[] {
    const limiter = create();
    return [10_000, 20_000, 30_000, 40_000].map((now) => {
      for (let at = now - 8000; at < now; at += 20) take(limiter, at);
      throttle(limiter, now, throttled, 1000);
      for (let count = 0; count < accepted; count += 1) take(limiter, now);
      return isUnlimited(limiter, now + 1000);
    });
  }

  it('show a limit when nothing was accepted three times', () => {
    expect(flights(2)).toEqual([true, true, true, false]);
  });

  it('are chance where one comes alone, or others are accepted beside them', () => {
    expect(flights(1)).toEqual([true, true, true, true]);
    expect(flights(2, 1)).toEqual([true, true, true, true]);
  });

  it.each([1, 2, 6])('cost their pauses and no speed, %d calls at once', (max) => {
    let call = 0;
    const pausing = { ms: 20, throttled: 'throttled', retryAfterMs: 1000 } as const;
    const service = (): Reply => ((call += 1) % 20 === 0 ? pausing : { ms: 80 });
    const { accepted, throttled } = play(create(max), [0, 300_000], service);
    expect(accepted).toBeGreaterThan((300 - throttled * 1.08) * max * 12 * 0.93);
  });
});

describe('how long a reply is waited for', () => {
  /** Milliseconds after which silence is unusual, once replies have taken so long. */
  function unusualMs(...replies: readonly number[]): number {
    const limiter = create();
    for (const ms of replies) limiter.accepted(limiter.started(0), ms);
    return limiter.replyTimeoutMs(limiter.started(10_000), 1, 10_000);
  }

  it('is what RFC 6298 reckons from the mean and the deviation of those that came', () => {
    expect(unusualMs()).toBe(2000);
    expect(unusualMs(2000)).toBe(2000 + 4 * 1000);
    expect(unusualMs(2000, 2800)).toBe(2100 + 4 * 950);
    expect(unusualMs(2000, 2800, 1300)).toBe(2000 + 4 * 912.5);
  });

  it('is a whole second at least, before a quick service is asked anew', () => {
    expect(unusualMs(100, 100.4, 99.7)).toBe(1000);
  });

  it('is ten seconds at the first attempt of a call that others overtake, twenty at the second', () => {
    const limiter = create();
    const ticket = limiter.started(0);
    limiter.accepted(limiter.started(1), 101);
    expect([1, 2].map((attempts) => limiter.replyTimeoutMs(ticket, attempts, 9000))).toEqual([
      1000, 11_000,
    ]);
  });
});
