import { Pace } from '../../src/lookup/pace';

/** Runs calls of 100 ms against a limit for a while; counts those taken and those refused. */
function drive(limitPerSecond: (now: number) => number, ms: number, latencyMs = 100) {
  const pace = new Pace(4, 6);
  const starts: { at: number; isTaken: boolean }[] = [];
  let open: { startedAt: number; isTaken: boolean }[] = [];
  let recent: number[] = [];
  for (let now = 0; now < ms;) {
    for (const call of open.filter(({ startedAt }) => startedAt + latencyMs <= now)) {
      pace.ended();
      if (call.isTaken) pace.took(now);
      else pace.refused(call.startedAt, now, undefined);
    }
    open = open.filter(({ startedAt }) => startedAt + latencyMs > now);
    recent = recent.filter((at) => at > now - 1000);
    while (pace.waitMs(now) <= 0) {
      pace.started(now);
      const isTaken = recent.length < limitPerSecond(now);
      if (isTaken) recent.push(now);
      open.push({ startedAt: now, isTaken });
      starts.push({ at: now, isTaken });
      if (starts.length > 200_000) throw new Error('The pace knows no bounds.');
    }
    const endsAt = Math.min(...open.map(({ startedAt }) => startedAt + latencyMs));
    now = Math.max(now + 1, Math.ceil(Math.min(endsAt, now + pace.waitMs(now))));
  }
  return starts;
}

describe('the pace', () => {
  it('stays just under a limit of calls a second, with few refusals once it is known', () => {
    for (const limit of [5, 10, 20, 35]) {
      const starts = drive(() => limit, 120_000);
      const later = starts.filter(({ at }) => at > 10_000);
      const taken = later.filter(({ isTaken }) => isTaken).length;
      expect(taken / 110).toBeGreaterThan(limit * 0.8);
      expect((later.length - taken) / later.length).toBeLessThan(0.01);
    }
  });

  it('finds more speed when the limit is lifted, little by little', () => {
    expect(drive(() => 5, 20_000).length).toBeLessThan(5 * 21);
    const lifted = drive((now) => (now < 40_000 ? 5 : 1000), 900_000);
    const first = lifted.filter(({ at }) => at > 20_000 && at < 80_000).length;
    const last = lifted.filter(({ at }) => at > 840_000).length;
    expect(last).toBeGreaterThan(first * 1.2);
  });

  it('counts a burst of refusals once', () => {
    const pace = new Pace(4, 6);
    for (let i = 0; i < 4; i += 1) pace.started(0);
    for (let i = 0; i < 4; i += 1) {
      pace.ended();
      pace.refused(0, 100 + i, 500);
    }
    expect(pace.isPaused(599)).toBe(true);
    expect(pace.waitMs(603)).toBeLessThanOrEqual(1000);
    let started = 0;
    for (let now = 603; pace.waitMs(now) !== Number.POSITIVE_INFINITY; now += 1) {
      if (pace.waitMs(now) > 0) continue;
      pace.started(now);
      started += 1;
    }
    expect(started).toBe(2);
  });

  it('forgets what it learnt when a person acts', () => {
    const pace = new Pace(4, 6);
    pace.started(0);
    pace.ended();
    pace.refused(0, 100, 60_000);
    expect(pace.waitMs(200)).toBeGreaterThan(59_000);
    pace.reset();
    expect(pace.waitMs(200)).toBe(0);
  });

  it('never has fewer than one at once', () => {
    const pace = new Pace(1, 6);
    for (let now = 0; now < 5000; now += 1000) {
      pace.started(now);
      pace.ended();
      pace.refused(now, now + 10, 0);
    }
    pace.reset();
    expect(pace.waitMs(99_999)).toBe(0);
  });
});
