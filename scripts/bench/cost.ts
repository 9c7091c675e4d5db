import type { Asker, Contender } from './contender';
import { drive } from './drive';
import { play } from './play';
import { BenchService } from './service';
import type { CallRecord } from './service';
import { VirtualClock } from './virtual-clock';
import { firstOf } from './workload';
import type { Workload } from './workload';

/** What the program that measures is given: a full garbage collection, and the time it used. */
export interface Gauge {
  collect(): void;
  /** Microseconds of processor time that this process has used. */
  cpuMicros(): number;
  /** Bytes in use on the heap. */
  heapBytes(): number;
}

/** Processor time in microseconds: of a run with the contender, and of the rest of it alone. */
export interface CpuCost {
  readonly whole: number;
  readonly rest: number;
}

/**
 * The mean of several runs, each as if the workbook were just opened. `rest` is the same run with
 * nobody in the contender's place: the same cells are asked, and the calls that the contender made
 * are made, of one list.
 *
 * Garbage is collected when V8 thinks fit, and paid for by whoever runs then. To collect it before
 * each run would be no cleaner: V8 throws away compiled code with the last object it was compiled
 * for, and a page at work, unlike a run that has ended, always has such objects.
 */
export async function measureCpu(
  workload: Workload,
  contender: Contender,
  gauge: Gauge,
  { warmUps, runs }: { readonly warmUps: number; readonly runs: number },
): Promise<CpuCost> {
  const small = await pairOf(
    { ...workload, cells: firstOf(workload.cells, WARM_UP_CELLS) },
    contender,
  );
  const full = await pairOf(workload, contender);
  await mean(small.rest, warmUps, gauge);
  await mean(small.whole, warmUps, gauge);
  await full.whole();
  await full.rest();
  return {
    rest: await mean(full.rest, runs, gauge),
    whole: await mean(full.whole, runs, gauge),
  };
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

const WARM_UP_CELLS = 2_000;

async function mean(run: () => Promise<void>, times: number, gauge: Gauge): Promise<number> {
  const start = gauge.cpuMicros();
  for (let index = 0; index < times; index += 1) await run();
  return (gauge.cpuMicros() - start) / times;
}

interface Pair {
  whole(): Promise<void>;
  rest(): Promise<void>;
}

async function pairOf(workload: Workload, contender: Contender): Promise<Pair> {
  const { calls } = await play(workload, contender);
  const nobody = replaying(calls.filter(({ isAnswered }) => isAnswered));
  const { seed, slots } = workload.service;
  const kind = { ...workload, service: { seed, slots } };
  return { whole: () => run(workload, contender), rest: () => run(kind, nobody) };
}

async function run(workload: Workload, contender: Contender): Promise<void> {
  const clock = new VirtualClock();
  const service = new BenchService(workload.service, clock);
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
