import type { Asker, Contender } from './contender';
import { drive } from './drive';
import { play } from './play';
import { BenchService } from './service';
import type { CallRecord, ServiceModel } from './service';
import { VirtualClock } from './virtual-clock';
import type { Workload } from './workload';

/** What the program that measures is given: a full garbage collection, and the time it used. */
export interface Gauge {
  collect(): void;
  /** Microseconds of processor time that this process has used. */
  cpuMicros(): number;
  /** Bytes in use on the heap. */
  heapBytes(): number;
}

/** Processor time of single runs, in microseconds: with the contender, and of the rest alone. */
export interface CpuRuns {
  readonly whole: readonly number[];
  readonly rest: readonly number[];
}

/**
 * Runs the workload again and again. `rest` is the same run with nobody in the contender's place:
 * the same cells are asked, and the calls that the contender made are made, of one list.
 */
export async function measureCpu(
  workload: Workload,
  contender: Contender,
  gauge: Gauge,
  { warmUps, runs }: { readonly warmUps: number; readonly runs: number },
): Promise<CpuRuns> {
  const { calls } = await play(workload, contender);
  const rest = replaying(calls.filter(({ isAnswered }) => isAnswered));
  const once = async (who: Contender, model: ServiceModel): Promise<number> => {
    gauge.collect();
    const start = gauge.cpuMicros();
    await run(workload, who, model);
    return gauge.cpuMicros() - start;
  };
  const kind: ServiceModel = { seed: workload.service.seed, slots: workload.service.slots };
  const taken: { whole: number[]; rest: number[] } = { whole: [], rest: [] };
  for (let index = -warmUps; index < runs; index += 1) {
    const whole = await once(contender, workload.service);
    const alone = await once(rest, kind);
    if (index < 0) continue;
    taken.whole.push(whole);
    taken.rest.push(alone);
  }
  return taken;
}

/**
 * The most bytes a cell that the contender holds, seen when all cells have been asked, one turn
 * later, when half are settled, and at the end. What the harness itself holds for a cell that
 * waits (a reaction to its promise) is measured too, and left out.
 */
export async function measureHeap(
  workload: Workload,
  contender: Contender,
  gauge: Gauge,
): Promise<number> {
  const { count } = workload.cells;
  const harnessBytes = heldByHarness(count, gauge);
  const clock = new VirtualClock();
  const service = new BenchService(workload.service, clock);
  let settled = 0;
  let most = 0;
  gauge.collect();
  const before = gauge.heapBytes();
  const look = (): void => {
    gauge.collect();
    const held = gauge.heapBytes() - before - harnessBytes * (count - settled);
    most = Math.max(most, held / count);
  };
  const onSettled = (): void => {
    settled += 1;
    if (settled === Math.ceil(count / 2)) look();
  };
  const asker = contender.start(service, clock);
  await drive(workload.cells, asker, clock, {
    receive: (promise) => void promise.then(onSettled, onSettled),
    onAllAsked() {
      look();
      clock.schedule(0, look);
    },
  });
  look();
  // Whatever it remembers is part of what it holds, up to here.
  void asker.ask;
  return most;
}

async function run(workload: Workload, contender: Contender, model: ServiceModel): Promise<void> {
  const clock = new VirtualClock();
  const service = new BenchService(model, clock);
  const onSettled = (): void => undefined;
  await drive(workload.cells, contender.start(service, clock), clock, {
    receive: (promise) => void promise.then(onSettled, onSettled),
  });
}

function replaying(calls: readonly CallRecord[]): Contender {
  const nothing = Promise.resolve();
  return {
    id: 'replay',
    title: 'nobody',
    start(service): Asker {
      for (const { lat, lng, names } of calls) void service.call(lat, lng, names);
      return { ask: () => nothing };
    },
    shown: () => undefined,
  };
}

/** Bytes that a reaction to a promise takes, times one cell. */
function heldByHarness(count: number, gauge: Gauge): number {
  const { promise, resolve } = open();
  const onSettled = (): void => undefined;
  gauge.collect();
  const before = gauge.heapBytes();
  for (let index = 0; index < count; index += 1) void promise.then(onSettled, onSettled);
  gauge.collect();
  const held = (gauge.heapBytes() - before) / count;
  resolve();
  return held;
}

function open(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
