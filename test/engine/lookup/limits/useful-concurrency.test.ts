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

describe('the useful number of calls at once', () => {
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
