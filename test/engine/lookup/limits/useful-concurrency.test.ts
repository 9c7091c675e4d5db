import fc from 'fast-check';
import { UsefulConcurrency } from '../../../../src/engine/lookup/limits/useful-concurrency';

/** So many calls, as many at once as allowed, of a service whose latency is a matter of that. */
function ask(
  useful: UsefulConcurrency,
  calls: number,
  latency: (atOnce: number) => number,
): number[] {
  const limits: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    useful.answered(useful.limit, latency(useful.limit));
    limits.push(useful.limit);
  }
  return limits;
}

/** The first ones leave one by one. */
function ramp(useful: UsefulConcurrency, latency: (atOnce: number) => number): void {
  for (let level = 1; level <= useful.limit; level += 1) useful.answered(level, latency(level));
}

/** The numbers in their order, each with how many calls were answered under it. */
function runs(limits: readonly number[]): [limit: number, calls: number][] {
  const found: [number, number][] = [];
  for (const limit of limits) {
    const last = found.at(-1);
    if (last?.[0] === limit) last[1] += 1;
    else found.push([limit, 1]);
  }
  return found;
}

/** What is tried in so many calls, once the first ones have left one by one. */
function tried(
  useful: UsefulConcurrency,
  calls: number,
  latency: (atOnce: number) => number,
): [limit: number, calls: number][] {
  ramp(useful, latency);
  return runs(ask(useful, calls, latency));
}

const share = (limits: readonly number[], most: number): number =>
  limits.filter((limit) => limit <= most).length / limits.length;

describe('the useful number of calls at once', () => {
  it('grows to the most that is allowed where nobody has to wait', () => {
    const useful = new UsefulConcurrency(4, () => 6);
    const limits = ask(useful, 100, () => 80);
    expect(limits.slice(0, 10)).toContain(5);
    expect(share(limits.slice(20), 5)).toBe(0);
  });

  it('never begins with more than the most', () => {
    expect(new UsefulConcurrency(9, () => 4).limit).toBe(4);
  });

  it.each([1, 2, 3])('is near %s where so many are worked on at once', (workers) => {
    const latency = (atOnce: number): number => 80 * Math.max(1, atOnce / workers);
    const useful = new UsefulConcurrency(4, () => 6);
    ramp(useful, latency);
    const limits = ask(useful, 600, latency);
    expect(share(limits.slice(60), workers)).toBeGreaterThan(0.9);
    expect(Math.min(...limits.slice(60))).toBeGreaterThanOrEqual(workers);
  });

  it('grows by an eighth with as many answers, until it has seen anyone wait', () => {
    const useful = new UsefulConcurrency(4, () => 24);
    const limits = [5, 6, 7, 8, 9, 11, 11, 13, 13, 15, 15, 17, 17, 20, 20, 20, 23, 23, 23, 24];
    expect(ask(useful, 20, () => 80)).toEqual(limits);
  });

  it('tries one more half as often each time, where it brings nothing', () => {
    const latency = (atOnce: number): number => 80 * Math.max(1, atOnce / 2);
    expect(tried(new UsefulConcurrency(4, () => 8), 600, latency)).toEqual([
      [4, 4],
      [2, 67],
      [3, 6],
      [2, 61],
      [3, 6],
      [2, 121],
      [3, 6],
      [2, 241],
      [3, 6],
      [2, 82],
    ]);
  });

  it('comes down from too many at once, and tries a number for three calls of each', () => {
    const latency = (atOnce: number): number => 80 * Math.max(1, atOnce / 5);
    expect(tried(new UsefulConcurrency(16, () => 16), 700, latency)).toEqual([
      [16, 4],
      [6, 79],
      [7, 18],
      [6, 61],
      [7, 18],
      [6, 121],
      [7, 18],
      [6, 241],
      [7, 18],
      [6, 122],
    ]);
  });

  it('tries fewer ever more rarely, where as many as there are bring more', () => {
    const latency = (atOnce: number): number => 80 * (1 + 0.3 * (atOnce - 1));
    expect(tried(new UsefulConcurrency(4, () => 8), 300, latency)).toEqual([
      [4, 4],
      [2, 6],
      [4, 1],
      [5, 13],
      [6, 16],
      [7, 19],
      [8, 22],
      [4, 12],
      [8, 121],
      [4, 12],
      [8, 74],
    ]);
  });

  describe('where latencies differ by themselves', () => {
    /** The same seven again and again: as 80 on the average, from 48 to 120. */
    function uneven(wait: (atOnce: number) => number): (atOnce: number) => number {
      const parts = [0.6, 1.5, 0.8, 1.1, 1, 1.3, 0.7];
      let call = 0;
      return (atOnce) => 80 * wait(atOnce) * (parts[call++ % parts.length] ?? 1);
    }

    it('takes no chance for a gain: one worker has one call', () => {
      const latency = uneven((atOnce) => atOnce);
      expect(tried(new UsefulConcurrency(4, () => 8), 600, latency)).toEqual([
        [4, 4],
        [2, 7],
        [1, 66],
        [2, 6],
        [1, 60],
        [2, 6],
        [1, 120],
        [2, 6],
        [1, 240],
        [2, 6],
        [1, 79],
      ]);
    });

    it('takes a few slow ones for no queue: it grows as ever', () => {
      const latency = uneven(() => 1);
      const useful = new UsefulConcurrency(4, () => 16);
      ramp(useful, latency);
      expect(ask(useful, 10, latency)).toEqual([7, 8, 8, 9, 11, 11, 13, 13, 15, 15]);
    });
  });

  it('stays high where a call more brings something, if less than its share', () => {
    const latency = (atOnce: number): number => 80 * (1 + 0.3 * (atOnce - 1));
    const useful = new UsefulConcurrency(4, () => 6);
    ramp(useful, latency);
    expect(share(ask(useful, 400, latency).slice(60), 4)).toBeLessThan(0.1);
  });

  it('comes down when a queue has formed, and goes up again when it is gone', () => {
    let workers = 6;
    const latency = (atOnce: number): number => 80 * Math.max(1, atOnce / workers);
    const useful = new UsefulConcurrency(4, () => 6);
    ramp(useful, latency);
    ask(useful, 100, latency);
    workers = 2;
    expect(share(ask(useful, 400, latency).slice(100), 3)).toBeGreaterThan(0.8);
    workers = 6;
    expect(share(ask(useful, 1200, latency).slice(800), 5)).toBeLessThan(0.2);
  });

  it('is found where hundreds are allowed', () => {
    const latency = (atOnce: number): number => 80 * Math.max(1, atOnce / 40);
    const useful = new UsefulConcurrency(4, () => 256);
    ramp(useful, latency);
    const limits = ask(useful, 6000, latency);
    expect(share(limits.slice(3000), 52)).toBeGreaterThan(0.9);
    expect(share(limits.slice(3000), 34)).toBeLessThan(0.1);
  });

  it('goes up again among hundreds, too: no trial is without end', () => {
    let workers = 30;
    const latency = (atOnce: number): number => 80 * Math.max(1, atOnce / workers);
    const useful = new UsefulConcurrency(4, () => 256);
    ramp(useful, latency);
    expect(share(ask(useful, 3000, latency).slice(2000), 40)).toBeGreaterThan(0.9);
    workers = 200;
    expect(Math.min(...ask(useful, 6000, latency).slice(5000))).toBeGreaterThan(100);
  });

  it('is a number that is allowed, whatever replies come: at once, late, and the limit lowered', () => {
    const replies = fc.record({
      level: fc.integer({ min: 1, max: 40 }),
      ms: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true })),
      max: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(replies, { maxLength: 300 }), (all) => {
        let allowed = 40;
        const useful = new UsefulConcurrency(4, () => allowed);
        for (const { level, ms, max } of all) {
          allowed = max;
          useful.answered(level, ms);
          expect(Number.isInteger(useful.limit)).toBe(true);
          expect(useful.limit).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });
});

describe('a service that takes so many calls at once', () => {
  /** Rounds of as many calls as allowed, of which those above `accepted` are throttled. */
  function rounds(useful: UsefulConcurrency, count: number, accepted: number): number[] {
    return Array.from({ length: count }, () => {
      const { limit } = useful;
      for (let level = accepted + 1; level <= limit; level += 1) useful.throttled(level);
      for (let level = 1; level <= Math.min(accepted, limit); level += 1)
        useful.answered(level, 80);
      return useful.limit;
    });
  }

  it('is asked that many at once, and hardly ever one more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), (accepted) => {
        const limits = rounds(new UsefulConcurrency(6, () => 6), 200, accepted);
        expect(limits.slice(0, 4).at(-1)).toBe(accepted);
        expect(limits.slice(4).filter((limit) => limit > accepted).length).toBeLessThan(8);
      }),
    );
  });

  it('is asked more at once when it takes more again', () => {
    const useful = new UsefulConcurrency(6, () => 6);
    rounds(useful, 10, 2);
    expect(rounds(useful, 400, 6).at(-1)).toBe(6);
  });

  it('is not what throttles calls at any number at once', () => {
    const useful = new UsefulConcurrency(6, () => 6);
    for (let round = 0; round < 50; round += 1) {
      for (let level = 1; level <= 6; level += 1) {
        if ((round + level) % 4 === 0) useful.throttled(level);
        else useful.answered(level, 80);
      }
    }
    expect(useful.limit).toBe(6);
  });
});

it('is not lowered where one call in twenty, by chance, takes sixty times as long', () => {
  const useful = new UsefulConcurrency(6, () => 6);
  let drawn = 1;
  const isSlow = (): boolean => (drawn = (drawn * 48_271) % 2_147_483_647) % 20 === 0;
  ramp(useful, () => 80);
  const limits = ask(useful, 2000, () => (isSlow() ? 5000 : 80));
  expect(share(limits, 3)).toBeLessThan(0.05);
});
