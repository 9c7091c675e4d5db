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

/** How many calls may be under way at once. */
function slots(pace: Pace, now: number): number {
  let started = 0;
  for (; pace.waitMs(now) !== Number.POSITIVE_INFINITY; started += 1) pace.started(now);
  for (let i = 0; i < started; i += 1) pace.ended();
  return started;
}

/** Calls a second, from how much longer the next one waits for each that starts. */
function speed(pace: Pace, now: number): number {
  const waits = [0, 1].map(() => {
    pace.started(now);
    pace.ended();
    return pace.waitMs(now);
  });
  return Math.round(100_000 / ((waits[1] ?? 0) - (waits[0] ?? 0))) / 100;
}

function take(pace: Pace, calls: number, now: number): void {
  for (let i = 0; i < calls; i += 1) pace.took(now);
}

describe('the calls at once', () => {
  it('are one more after each unbroken run of as many, up to the most', () => {
    const pace = new Pace(2, 4);
    const counts: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      counts.push(slots(pace, 0));
      pace.took(0);
    }
    expect(counts).toEqual([2, 2, 3, 3, 3, 4, 4, 4, 4, 4]);
    expect(slots(new Pace(9, 4), 0)).toBe(4);
  });

  it('are half as many after a refusal, one at least, and the run begins anew', () => {
    const pace = new Pace(5, 6);
    take(pace, 4, 0);
    const counts: number[] = [];
    for (const now of [10_000, 20_000, 30_000]) {
      pace.refused(now - 1, now, 0);
      counts.push(slots(pace, now));
    }
    expect(counts).toEqual([2, 1, 1]);
    take(pace, 1, 40_000);
    expect(slots(pace, 41_000)).toBe(2);
    pace.refused(41_000, 41_001, 0);
    take(pace, 1, 50_000);
    expect(slots(pace, 51_000)).toBe(2);
  });
});

describe('a pause', () => {
  it('lasts as long as the service says, and longer only where it says so', () => {
    const pace = new Pace(4, 6);
    pace.refused(0, 100, 5000);
    expect([pace.waitMs(100), pace.isPaused(5099), pace.isPaused(5100)]).toEqual([
      5000,
      true,
      false,
    ]);
    // A call that left before tells of no slower pace, but its wish counts.
    pace.refused(50, 200, 1000);
    expect(pace.waitMs(200)).toBe(4900);
    pace.refused(50, 300, 9000);
    pace.pause(400);
    expect([pace.waitMs(300), slots(pace, 99_999)]).toEqual([9000, 2]);
  });

  it('without a word is a second, and doubles while that proves wrong, up to 16 s', () => {
    const pace = new Pace(4, 6);
    const lengths: number[] = [];
    let now = 0;
    const refuse = (): void => {
      pace.refused(now, now + 1, undefined);
      lengths.push(pace.waitMs(now + 1));
      now += 100_000;
    };
    for (let i = 0; i < 6; i += 1) refuse();
    pace.took(now);
    now += 1;
    refuse();
    expect(lengths).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000, 1000]);
  });

  it('is followed by one call at a time, not by a rush', () => {
    const pace = new Pace(4, 6);
    take(pace, 10, 0);
    pace.refused(0, 100, 1000);
    pace.started(1100);
    expect(Math.round(pace.waitMs(1100))).toBe(105);
    pace.started(1206);
    // Late by a little: the next one makes up for it.
    expect(Math.round(pace.waitMs(1206))).toBe(105);
  });

  it('is over when a person acts, and so is whatever was learnt of the speed', () => {
    const pace = new Pace(4, 6);
    take(pace, 20, 0);
    pace.refused(0, 100, 1000);
    expect(speed(pace, 5000)).toBe(19);
    pace.reset();
    expect([pace.waitMs(5000), speed(pace, 5000)]).toEqual([0, Number.POSITIVE_INFINITY]);
    take(pace, 20, 9000);
    pace.refused(9000, 9100, 1000);
    expect([pace.waitMs(9100), speed(pace, 15_000)]).toEqual([1000, 19]);
  });
});

describe('the speed', () => {
  it('is none until the first refusal, then a little below what was taken in the last second', () => {
    const pace = new Pace(4, 6);
    take(pace, 30, 0);
    expect(speed(pace, 500)).toBe(Number.POSITIVE_INFINITY);
    take(pace, 20, 5000);
    pace.refused(5500, 6000, 0);
    expect(speed(pace, 7000)).toBe(0.95);
    const other = new Pace(4, 6);
    take(other, 30, 0);
    take(other, 20, 5001);
    other.refused(5500, 6000, 0);
    expect(speed(other, 7000)).toBe(19);
  });

  it('is divided by 1.5 with each further refusal, down to a call in 10 s', () => {
    const pace = new Pace(4, 6);
    take(pace, 20, 0);
    const speeds: number[] = [];
    for (let now = 100; now < 1_600_000; now += 100_000) {
      pace.refused(now, now + 1, 0);
      speeds.push(speed(pace, now + 50_000));
    }
    expect(speeds.slice(0, 4)).toEqual([19, 12.67, 8.44, 5.63]);
    expect(speeds.at(-1)).toBe(0.1);
  });

  it('goes up when it was taken for two seconds and four calls, in steps that double', () => {
    const pace = new Pace(4, 6);
    take(pace, 20, 0);
    pace.refused(0, 100, 0);
    take(pace, 9, 2099);
    expect(speed(pace, 2099)).toBe(19);
    take(pace, 1, 2100);
    expect(speed(pace, 2200)).toBe(19.95);
    const speeds: number[] = [];
    for (let now = 4100; now < 24_000; now += 2000) {
      take(pace, 3, now);
      expect(speed(pace, now)).toBe(speeds.at(-1) ?? 19.95);
      take(pace, 1, now);
      speeds.push(speed(pace, now + 900));
    }
    // By 10 %, 20 %, 40 %, 80 %, then 150 % at most; above 500 there is no limit any more.
    expect(speeds.slice(0, 6)).toEqual([21.95, 26.33, 36.87, 66.36, 165.9, 414.76]);
    expect(speeds[6]).toBe(Number.POSITIVE_INFINITY);
  });

  it('goes up in larger steps where too few calls were seen to know it', () => {
    for (const [seen, first] of [
      [9, 8.55 * 1.6],
      [10, 9.5 * 1.05],
    ] as const) {
      const pace = new Pace(4, 6);
      take(pace, seen, 0);
      pace.refused(0, 100, 0);
      take(pace, 4, 2100);
      expect(speed(pace, 4000)).toBeCloseTo(first, 1);
    }
  });

  /** A pace whose speed was refused at 19.95 and taken at 19: found, to within 6 %. */
  function found(): Pace {
    const pace = new Pace(4, 6);
    take(pace, 20, 0);
    pace.refused(0, 100, 0);
    take(pace, 4, 2100);
    pace.refused(2200, 2300, 0);
    return pace;
  }

  it('goes back to what was taken when the next step is refused', () => {
    const pace = found();
    expect(speed(pace, 3000)).toBe(19);
  });

  it('once found is left alone for a minute, then tried a small step up, ever more rarely', () => {
    const pace = found();
    let now = 2300;
    const holds: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const since = now;
      while (speed(pace, now) < 19.5) {
        now += 500;
        take(pace, 4, now);
      }
      expect(speed(pace, now)).toBe(19.95);
      holds.push((now - since) / 1000);
      pace.refused(now, now + 1, 0);
      now += 1;
      expect(speed(pace, now + 200)).toBe(19);
    }
    expect(holds.map((hold) => Math.round(hold / 10) * 10)).toEqual([60, 120, 240, 480, 600, 600]);
  });

  it('lies in the middle between taken and refused while those are far apart', () => {
    const pace = new Pace(4, 6);
    take(pace, 5, 0);
    pace.refused(0, 100, 0);
    // 4.75 is taken, 7.6 is refused: next is 6.01, then 6.76.
    take(pace, 4, 2100);
    expect(speed(pace, 2200)).toBe(7.6);
    pace.refused(2200, 2300, 0);
    expect(speed(pace, 3000)).toBe(4.75);
    take(pace, 4, 4300);
    expect(speed(pace, 5000)).toBe(6.01);
    take(pace, 4, 6300);
    expect(speed(pace, 7000)).toBe(6.76);
    pace.refused(7000, 7100, 0);
    expect(speed(pace, 8000)).toBe(6.01);
  });

  it('is settled for once the bounds are close, for half a minute, then tried again', () => {
    const pace = new Pace(4, 6);
    take(pace, 5, 0);
    pace.refused(0, 100, 0);
    take(pace, 4, 2100);
    pace.refused(2200, 2300, 0);
    const speeds: number[] = [];
    let now = 2300;
    for (let tried = 0; tried < 6; tried += 1) {
      now += 2000;
      take(pace, 4, now);
      speeds.push(speed(pace, now));
    }
    // Ever nearer to the 7.6 that were refused; the last two are the same: it is found.
    expect(speeds).toEqual([6.01, 6.76, 7.17, 7.38, 7.38, 7.38]);
    take(pace, 4, 12_300 + 29_999);
    expect(speed(pace, 50_000)).toBe(7.38);
    take(pace, 4, 12_300 + 30_000);
    expect(speed(pace, 50_000)).toBe(7.75);
    take(pace, 4, 12_300 + 32_000);
    expect(speed(pace, 50_000)).toBe(8.52);
  });

  it('falls and is searched for anew when what it had settled for is refused', () => {
    const pace = found();
    pace.refused(3000, 3100, 0);
    expect(speed(pace, 4000)).toBe(12.67);
    take(pace, 4, 5099);
    expect(speed(pace, 5100)).toBe(12.67);
    take(pace, 4, 5100);
    expect(speed(pace, 5200)).toBe(15.51);
  });

  it('falls when a call was taken now and then, but not long enough to know', () => {
    const pace = new Pace(4, 6);
    take(pace, 20, 0);
    pace.refused(0, 100, 0);
    take(pace, 3, 500);
    pace.refused(600, 700, 0);
    expect(speed(pace, 3000)).toBe(12.67);
  });

  it('is tried from the end of a pause on, not from its beginning', () => {
    const pace = new Pace(4, 6);
    take(pace, 20, 0);
    pace.refused(0, 100, 5000);
    take(pace, 4, 7099);
    expect(speed(pace, 9000)).toBe(19);
    take(pace, 1, 7100);
    expect(speed(pace, 9000)).toBe(19.95);
  });

  it('is known up to 256 calls a second', () => {
    for (const [seen, known] of [
      [255, 242.25],
      [256, 243.2],
      [300, 243.2],
    ] as const) {
      const pace = new Pace(4, 6);
      take(pace, 200, 0);
      take(pace, seen, 5000);
      pace.refused(5000, 5100, 0);
      expect(speed(pace, 9000)).toBe(known);
    }
  });

  it('is not lowered twice for a call that left in the moment it was learnt', () => {
    const pace = new Pace(4, 6);
    take(pace, 20, 0);
    pace.refused(0, 100, 0);
    pace.refused(100, 200, 0);
    expect([speed(pace, 3000), slots(pace, 3000)]).toEqual([19, 3]);
    pace.refused(101, 300, 0);
    expect(speed(pace, 3000)).toBe(12.67);
  });

  it('falls below what was taken when even that is refused', () => {
    const pace = found();
    pace.refused(2400, 2500, 0);
    expect(speed(pace, 3000)).toBe(12.67);
    pace.refused(3000, 3100, 0);
    expect(speed(pace, 4000)).toBe(8.44);
  });
});
