import type { Contender } from './contender';
import { contenders } from './contenders';
import { measureCpu, measureHeap } from './cost';
import type { Gauge } from './cost';
import { idealOf } from './ideal';
import { play, throttledShare } from './play';
import { size } from './size';
import { firstOf } from './workload';
import type { Workload } from './workload';
import { createWorkload, workloads } from './workloads';

/**
 * `bench list`, or `bench measure JOBS`, a list of jobs as JSON. Writes JSON. Nothing is measured
 * in earnest but by a process of its own, so that no contender inherits another's heap or compiled
 * code.
 */
type Job = readonly [what: string, workloadId: string, contenderId: string];

/** Virtual time that is given to find the service's pace. */
const WARM_UP_MS = 10_000;
const CELLS = size(Infinity, 200);
const CPU_RUNS = { warmUps: size(50, 1), runs: size(4, 1) };

const [, , task = '', given = ''] = process.argv;
process.on('unhandledRejection', () => undefined);
void write();

async function write(): Promise<void> {
  const results = task === 'list' ? list() : await measureAll(JSON.parse(given) as readonly Job[]);
  process.stdout.write(`${JSON.stringify(results)}\n`);
}

async function measureAll(jobs: readonly Job[]): Promise<unknown[]> {
  const results: unknown[] = [];
  let workload: Workload | undefined;
  for (const [what, workloadId, contenderId] of jobs) {
    if (workload?.id !== workloadId) workload = sized(createWorkload(workloadId));
    results.push(await measure(what, workload, contenderId));
  }
  return results;
}

function sized(workload: Workload): Workload {
  return { ...workload, cells: firstOf(workload.cells, CELLS) };
}

async function measure(what: string, workload: Workload, contenderId: string): Promise<unknown> {
  const contender = contenders.find(({ id }) => id === contenderId);
  if (contender === undefined) throw new Error(`There is no contender ${contenderId}.`);
  if (what === 'cpu') return measureCpu(workload, contender, gauge(), CPU_RUNS);
  if (what === 'heap') return measureHeap(workload, contender, gauge());
  if (what === 'play') return measurePlay(workload, contender);
  throw new Error(`There is no measurement ${what}.`);
}

async function measurePlay(workload: Workload, contender: Contender): Promise<unknown> {
  const { calls, makespanMs, wrong, unsettled } = await play(workload, contender);
  const ideal = idealOf(workload);
  return {
    cells: workload.cells.count,
    calls: calls.length,
    callsRatio: calls.length / ideal.calls,
    makespanRatio: unsettled > 0 ? null : makespanMs / ideal.makespanMs,
    wrong,
    unsettled,
    refusedShare: throttledShare(calls, WARM_UP_MS),
  };
}

function list(): unknown {
  return {
    workloads: workloads.map(({ id, title, isExtra, isLimited }) => ({
      id,
      title,
      isExtra,
      isLimited,
    })),
    contenders: contenders.map(({ id, title, only }) => ({ id, title, only })),
  };
}

function gauge(): Gauge {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('Measuring needs node --expose-gc.');
  return {
    collect: () => gc(),
    cpuMicros() {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    heapBytes: () => process.memoryUsage().heapUsed,
  };
}
