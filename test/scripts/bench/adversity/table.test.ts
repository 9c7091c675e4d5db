import { constantNumber } from '../../../../scripts/bench/contenders/constant-number';
import { locus } from '../../../../scripts/bench/contenders/locus';
import { findCase } from '../../../../scripts/bench/adversity/cases';
import { play } from '../../../../scripts/bench/adversity/trial';
import type { TrialResult } from '../../../../scripts/bench/adversity/trial';

/** The table in the small: few seeds, which most rows differ little by. */
const FEW = [1, 2, 3];
/** For rows that three seeds say little of. */
const MANY = Array.from({ length: 25 }, (_, at) => at + 1);

async function medians(
  id: string,
  { places, seeds = FEW }: { readonly places?: number; readonly seeds?: readonly number[] } = {},
): Promise<TrialResult> {
  const found = findCase(id);
  const results: TrialResult[] = [];
  for (const seed of seeds) {
    const result = await play({ ...found, places: places ?? found.places, seed }, locus);
    expect(result.lost).toBe(0);
    results.push(result);
  }
  const median = (pick: (result: TrialResult) => number): number =>
    results.map(pick).sort((one, other) => one - other)[seeds.length >> 1] ?? 0;
  return {
    makespanMs: median((each) => each.makespanMs),
    leastMs: median((each) => each.leastMs),
    lost: 0,
    refusedShare: median((each) => each.refusedShare),
    refusedAfter10s: median((each) => each.refusedAfter10s),
    leastShare: median((each) => each.leastShare),
    p95Ms: median((each) => each.p95Ms),
    askedToWaitMs: median((each) => each.askedToWaitMs),
  };
}

const ratio = ({ makespanMs, leastMs }: TrialResult): number => makespanMs / leastMs;

describe('without losing a cell, Locus needs of the least time that is possible', () => {
  test.each(['h 20/s', 'h2 20/s ra', 'sliding 33/s'])(
    'a tenth more under a constant limit, hardly ever refused: %s',
    async (id) => {
      const result = await medians(id);
      expect(ratio(result)).toBeLessThanOrEqual(1.1);
      expect(result.refusedAfter10s).toBeLessThanOrEqual(0.012);
    },
  );

  test.each(['fixed 20/s ra', 'sliding 100/min ra', 'sliding 60/min ra, full before'])(
    'a tenth more where the service says when it takes calls again: %s',
    async (id) => {
      expect(ratio(await medians(id))).toBeLessThanOrEqual(1.1);
    },
  );

  test.each([
    ['10/min', 1.1],
    ['10/min fixed ra', 1.1],
    ['1 at once', 1.2],
    ['4 at once', 1.3],
    ['3 at once ra', 1.6],
    ['5% take 5 s', 1.2],
    ['5% take 5 s, 20/s', 1.3],
  ])(
    'so much with services that count otherwise or are slow at times: %s, %d',
    async (id, most) => {
      expect(ratio(await medians(id))).toBeLessThanOrEqual(most);
    },
  );

  test('none is lost where a minute is full and asks to wait again and again', async () => {
    await medians('sliding 100/min ra', { places: 300 });
  });

  test.each(['random 1%', 'random 5%', 'random 10%', 'random 10% lognormal'])(
    'half as much again where calls are refused at random: %s',
    async (id) => {
      expect(ratio(await medians(id))).toBeLessThanOrEqual(1.5);
    },
  );

  test.each(['random 1% ra 1000', 'random 10% ra 1000'])(
    'the same and the waits it was asked for: %s',
    async (id) => {
      const { makespanMs, leastMs, askedToWaitMs } = await medians(id, { places: 400 });
      expect(makespanMs).toBeLessThanOrEqual(1.5 * leastMs + askedToWaitMs);
    },
  );

  test.each(['neighbour 30/s fixed', 'neighbour 10/s', 'neighbour 50/s'])(
    'nearly half as much again beside a neighbour who takes any share: %s',
    async (id) => {
      expect(ratio(await medians(id))).toBeLessThanOrEqual(1.45);
    },
  );

  test.each([
    ['2 under 50/s', 0.08],
    ['5 under 50/s', 0.09],
    ['5 under 20/s', 0.08],
    ['10 under 50/s', 0.1],
  ])(
    'a third more for all of several windows together, none left behind: %s, a share of %d refused at most',
    async (id, refused) => {
      const result = await medians(id, { seeds: MANY });
      expect(ratio(result)).toBeLessThanOrEqual(1.3);
      expect(result.refusedShare).toBeLessThanOrEqual(refused);
      expect(result.leastShare).toBeGreaterThanOrEqual(0.5);
    },
  );

  test.each(['20 under 20/s', '6 under 30/s bucket', '20 under 50/s'])(
    'as much for any number of windows, whose room the last ones take when others are done: %s',
    async (id) => {
      expect(ratio(await medians(id))).toBeLessThanOrEqual(1.3);
    },
  );

  test.each([
    'bucket 2/s burst 1',
    'bucket 10/s burst 1',
    'bucket 50/s burst 1',
    'bucket 10/s burst 20',
    'bucket 50/s burst 200',
    'bucket 20/s burst 5',
  ])('a sixth more from a bucket of tokens: %s', async (id) => {
    expect(ratio(await medians(id, { seeds: MANY }))).toBeLessThanOrEqual(1.17);
  });

  test('a third more under a limit that falls tenfold and comes back', async () => {
    expect(ratio(await medians('50 -> 5 at 5..25'))).toBeLessThanOrEqual(1.35);
  });

  test.each([
    ['20/s for 10 s, 2% random', 1.5],
    ['20/s for 10 s, 5% random', 1.7],
    ['50 -> 5 at 5..25, 3% random', 1.25],
    ['20/s + 5% random', 1.5],
  ])('a limit that is lifted is left behind, whatever chance refuses: %s', async (id, most) => {
    expect(ratio(await medians(id))).toBeLessThanOrEqual(most);
  });

  test.each([
    ['one call of 5', 1.2],
    ['20/s for 10 s, one of 5', 1.7],
    ['20/s for 10 s, one of 10', 1.4],
    ['20/s, one of 5', 1.5],
    ['20/s, one of 10', 1.5],
  ])('a rate gets away from what each so manieth call meets: %s', async (id, most) => {
    expect(ratio(await medians(id))).toBeLessThanOrEqual(most);
  });

  test.each([
    'unavailable 20 s',
    'offline 40 s',
    'unavailable from 0, 20 s',
    'no reply for 5 s',
    'no reply for 40 s',
    'no reply for 20 s, from 0',
    'no reply for 20 s, lognormal 300',
    'no reply for 20 s, 16 slots',
  ])('a fifth more than an outage: %s', async (id) => {
    const { makespanMs, leastMs } = await medians(id);
    expect(makespanMs - (findCase(id).outageMs ?? 0)).toBeLessThanOrEqual(1.2 * leastMs);
  });

  test.each([1, 2, 3])('no more than the best number at once does: %s workers', async (count) => {
    const found = findCase(`${count} workers`);
    const best = await play({ ...found, seed: 1 }, constantNumber(count));
    const result = await play({ ...found, seed: 1 }, locus);
    expect(result.makespanMs).toBeLessThanOrEqual(1.15 * best.makespanMs);
    expect(result.p95Ms).toBeLessThanOrEqual(1.5 * best.p95Ms);
  });

  test.each(['1 workers', '2 workers', '3 workers', '6 workers'])(
    'the same where latencies differ by half: %s',
    async (workers) => {
      const found = findCase(`${workers} lognormal`);
      const results: number[][] = [];
      for (let seed = 1; seed <= 5; seed += 1) {
        const best = await play({ ...found, seed }, constantNumber(Number.parseInt(workers, 10)));
        const result = await play({ ...found, seed }, locus);
        results.push([result.makespanMs / best.makespanMs, result.p95Ms / best.p95Ms]);
      }
      const median = (column: number): number =>
        results.map((result) => result[column] ?? 0).sort((a, b) => a - b)[2] ?? 0;
      expect(median(0)).toBeLessThanOrEqual(1.15);
      expect(median(1)).toBeLessThanOrEqual(1.5);
    },
  );
});
