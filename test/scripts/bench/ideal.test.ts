import { idealOf, leastMakespan, releasesOf } from '../../../scripts/bench/ideal';
import { createLatency } from '../../../scripts/bench/service';
import { createCells, dripping, grid, repeated } from '../../../scripts/bench/workload';

describe('the fewest calls', () => {
  test('are one a place for up to 50 names', () => {
    expect(releasesOf(createCells(grid(3, 50)))).toEqual([0, 0, 0]);
  });

  test('are the names in fifties, places by themselves', () => {
    expect(releasesOf(createCells(grid(2, 120)))).toHaveLength(6);
  });

  test('do not grow with equal questions', () => {
    expect(releasesOf(createCells(repeated(grid(4, 3), 10, 1)))).toHaveLength(4);
  });

  test('start when the names they must carry have come', () => {
    // 60 names, one a millisecond: of two calls the first may leave with ten of them.
    const cells = createCells(grid(1, 60).map((cell) => ({ ...cell, at: cell.name })));
    expect(releasesOf(cells)).toEqual([9, 59]);
  });

  test('start in order of time, whatever the order of places', () => {
    expect(releasesOf(createCells(dripping(grid(2, 2), 40)))).toEqual([10, 30]);
  });
});

describe('the ideal makespan', () => {
  const one = { slots: 1 };
  const two = { slots: 2 };

  test('of calls one after another is the sum of their latencies', () => {
    expect(leastMakespan([0, 0, 0], [100, 50, 25], one)).toBe(175);
  });

  test('of two slots is half the work', () => {
    expect(leastMakespan([0, 0, 0, 0], [100, 100, 50, 50], two)).toBe(150);
  });

  test('is no shorter than the longest call', () => {
    expect(leastMakespan([0, 0], [500, 10], two)).toBe(500);
  });

  test('counts from when work has come', () => {
    expect(leastMakespan([0, 1_000, 1_000], [100, 100, 100], one)).toBe(1_200);
  });

  test('keeps to the limit of calls a second', () => {
    // 45 calls at 20 a second: the 41st starts after two seconds.
    const calls = Array.from({ length: 45 }, () => 0);
    const latencies = calls.map(() => 80);
    expect(leastMakespan(calls, latencies, { slots: 6, callsPerSecond: 20 })).toBe(2_080);
  });

  test('takes the latencies that the service will draw', () => {
    const latency = createLatency(7);
    const workload = {
      id: 'x',
      title: 'two places',
      cells: createCells(grid(2, 1)),
      service: { seed: 7, slots: 1 },
    };
    expect(idealOf(workload)).toEqual({ calls: 2, makespanMs: latency() + latency() });
  });
});
