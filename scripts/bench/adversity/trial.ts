import type { Contender } from '../contender';
import { rightValue } from '../service';
import { VirtualClock } from '../virtual-clock';
import { createCells, grid } from '../workload';
import type { Cells } from '../workload';
import { AdverseService } from './adverse-service';
import type { AdverseModel } from './adverse-service';
import { leastMs } from './least';

/** So many windows, each with a sheet of so many places, one name each, asked in one go. */
export interface Trial {
  readonly model: AdverseModel;
  readonly places: number;
  readonly clients: number;
  readonly seed: number;
}

export interface TrialResult {
  /** To the last cell of the last window, in virtual milliseconds. */
  readonly makespanMs: number;
  /** What no schedule can beat, with the latencies that were met. */
  readonly leastMs: number;
  /** Cells that show anything but the right value, or never show anything. */
  readonly lost: number;
  readonly refusedShare: number;
  readonly refusedAfter10s: number;
  /** The least that a window got of a fair share while all were still asking. */
  readonly leastShare: number;
  readonly p95Ms: number;
  /** For how long the service asked to be left alone, overlaps counted once. */
  readonly askedToWaitMs: number;
}

export async function play(trial: Trial, contender: Contender): Promise<TrialResult> {
  const { model, places, clients, seed } = trial;
  const clock = new VirtualClock();
  const service = new AdverseService(model, seed, clock);
  let left = clients * places;
  let makespanMs = 0;
  const settle = (value: number | undefined, right: number): void => {
    makespanMs = clock.elapsed();
    if (value === right) left -= 1;
  };
  const cells = createCells(grid(places * clients, 1));
  for (let client = 0; client < clients; client += 1) {
    const asker = contender.start(service.client(client), clock, seed * 1000 + client);
    clock.schedule(0, () => {
      for (let index = client * places; index < (client + 1) * places; index += 1) {
        const [lat, lng, name] = cellOf(cells, index);
        const right = rightValue(lat, lng, name);
        void asker.ask(lat, lng, name).then(
          (result) => settle(contender.shown(result), right),
          () => settle(undefined, right),
        );
      }
    });
  }
  await clock.run(TOO_LONG_MS);
  const { calls } = service;
  const late = calls.filter(({ startedAt }) => startedAt >= 10_000);
  const latencies = calls.filter((call) => !call.isRefused).map((c) => c.endedAt - c.startedAt);
  latencies.sort((one, other) => one - other);
  return {
    makespanMs,
    leastMs: leastMs(trial),
    lost: left,
    refusedShare: shareRefused(calls),
    refusedAfter10s: shareRefused(late),
    leastShare: leastShare(service, clients),
    p95Ms: latencies[Math.floor(latencies.length * 0.95)] ?? 0,
    askedToWaitMs: askedToWait(service),
  };
}

const TOO_LONG_MS = 7_200_000;

function cellOf({ lat, lng, name }: Cells, index: number): [number, number, string] {
  return [lat[index] ?? 0, lng[index] ?? 0, name[index] ?? ''];
}

function shareRefused(calls: AdverseService['calls']): number {
  return calls.length === 0 ? 0 : calls.filter((call) => call.isRefused).length / calls.length;
}

/** Until the first window is done, how much of an equal share the worst served one has had. */
function leastShare({ calls }: AdverseService, clients: number): number {
  const taken = calls.filter((call) => !call.isRefused);
  const ends = Array.from({ length: clients }, () => 0);
  for (const { client, endedAt } of taken) ends[client] = Math.max(ends[client] ?? 0, endedAt);
  const until = Math.min(...ends);
  const counts = Array.from({ length: clients }, () => 0);
  let all = 0;
  for (const { client, endedAt } of taken) {
    if (endedAt > until) continue;
    counts[client] = (counts[client] ?? 0) + 1;
    all += 1;
  }
  return (Math.min(...counts) * clients) / Math.max(1, all);
}

function askedToWait({ calls }: AdverseService): number {
  let until = 0;
  let sum = 0;
  for (const { endedAt, retryAfterMs } of calls) {
    if (retryAfterMs === 0) continue;
    const end = endedAt + retryAfterMs;
    sum += Math.max(0, end - Math.max(until, endedAt));
    until = Math.max(until, end);
  }
  return sum;
}
