import { lazyLimiter } from '../../../src/addin/start/lazy-limiter';
import { AdaptiveRateLimiter } from '../../../src/engine/lookup';
import type { CallLimiter, CreateLimiter } from '../../../src/engine/lookup';
import { HandClock } from '../../engine/lookup/hand-clock';

const options = { startConcurrency: 4, maxConcurrency: 6, random: () => 0.5 };

/** The real limiter, whose code comes when the test says so, and what it was told. */
function setUp(limits = options) {
  const clock = new HandClock();
  const loads: { arrive(): Promise<void>; fail(): Promise<void> }[] = [];
  const made: CallLimiter[] = [];
  const create: CreateLimiter = (given) => {
    const limiter = new AdaptiveRateLimiter(given);
    made.push(limiter);
    return limiter;
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const load = () =>
    new Promise<CreateLimiter>((resolve, reject) =>
      loads.push({
        arrive: () => (resolve(create), settle()),
        fail: () => (reject(new Error('offline')), settle()),
      }),
    );
  return { clock, loads, made, limiter: lazyLimiter(load, clock)(limits) };
}

describe('a limiter whose code is fetched', () => {
  it('is fetched with the first call, and lets as many wait for it as may run at first', () => {
    const { limiter, loads } = setUp();
    expect(limiter.waitMs(0)).toBe(0);
    expect(loads).toHaveLength(0);
    for (let call = 0; call < 4; call += 1) limiter.started(0);
    expect(limiter.waitMs(0)).toBe(Number.POSITIVE_INFINITY);
    expect(loads).toHaveLength(1);
    expect(setUp({ ...options, maxConcurrency: 1 }).limiter.waitMs(0)).toBe(0);
  });

  it('lets no more wait than a person allows at once', () => {
    const { limiter } = setUp({ ...options, maxConcurrency: 1 });
    limiter.started(0);
    expect(limiter.waitMs(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts the calls that waited from when they leave, and gives their slots back', async () => {
    const { clock, limiter, loads, made } = setUp();
    const tickets = [limiter.started(0), limiter.started(0)];
    await clock.advance(5_000);
    await loads[0]?.arrive();
    expect(made[0]).toHaveProperty('inFlight', 2);
    // Had they been under way for five seconds, they would be looked at as silent.
    expect(tickets.map((ticket) => limiter.replyTimeoutMs(ticket, 1, 5_000))).toEqual([2000, 2000]);
    tickets.forEach((ticket) => limiter.took(ticket, 5_080));
    expect(made[0]).toHaveProperty('inFlight', 0);
    expect(limiter.waitMs(5_080)).toBe(0);
  });

  it('learns from calls that left before and after it has come', async () => {
    const { limiter, loads, made } = setUp();
    const early = limiter.started(0);
    await loads[0]?.arrive();
    limiter.refused(early, 100, 3_000);
    expect(limiter.isPaused(200)).toBe(true);
    expect(limiter.waitMs(200)).toBeGreaterThan(2_000);
    limiter.reset(200);
    const later = limiter.started(200);
    limiter.took(later, 280);
    expect(made).toHaveLength(1);
    expect(made[0]).toHaveProperty('inFlight', 0);
  });

  it('gives slots back, and is fetched again, where its code cannot be fetched', async () => {
    const { limiter, loads, made } = setUp();
    const calls = [0, 1, 2, 3].map(() => limiter.started(0));
    await loads[0]?.fail();
    calls.forEach((ticket) => limiter.unsent(ticket));
    expect(limiter.waitMs(0)).toBe(0);
    limiter.started(0);
    expect(loads).toHaveLength(2);
    await loads[1]?.arrive();
    expect(made[0]).toHaveProperty('inFlight', 1);
  });
});
