import type { Contender } from './contender';
import { drive } from './drive';
import { BenchService, rightValue } from './service';
import type { CallRecord } from './service';
import { VirtualClock } from './virtual-clock';
import type { Workload } from './workload';

/** How one contender fared with one workload. */
export interface Play {
  readonly calls: readonly CallRecord[];
  /** From the first question to the last cell that settled, in virtual milliseconds. */
  readonly makespanMs: number;
  /** Cells that show anything but the right value, and cells that never show anything. */
  readonly wrong: number;
  readonly unsettled: number;
}

export async function play(workload: Workload, contender: Contender): Promise<Play> {
  const clock = new VirtualClock(0.6);
  const startedAt = clock.elapsed();
  const calls: CallRecord[] = [];
  const service = new BenchService(workload.service, clock, calls);
  const { cells } = workload;
  const { lat, lng, name } = cells;
  let settled = 0;
  let wrong = 0;
  let makespanMs = 0;
  const settle = (index: number, value: number | undefined): void => {
    settled += 1;
    makespanMs = clock.elapsed() - startedAt;
    if (value !== rightValue(lat[index] ?? 0, lng[index] ?? 0, name[index] ?? '')) wrong += 1;
  };
  await drive(cells, contender.start(service, clock), clock, {
    receive: (promise, index) =>
      void promise.then(
        (result) => settle(index, contender.shown(result)),
        () => settle(index, undefined),
      ),
  });
  return { calls, makespanMs, wrong, unsettled: cells.count - settled };
}

/** The share of calls refused for being too many, among those that started after so long. */
export function throttledShare(calls: readonly CallRecord[], afterMs: number): number {
  const late = calls.filter(({ startedAt }) => startedAt >= afterMs);
  return late.length === 0 ? 0 : late.filter(({ isThrottled }) => isThrottled).length / late.length;
}
