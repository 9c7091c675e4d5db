import pLimit from 'p-limit';
import type { Contender } from './contender';
import { dataLoader } from './contenders/data-loader';
import { locus, locusWithoutCancel } from './contenders/locus';
import { microsoftPattern } from './contenders/microsoft-pattern';
import { oneCallACell } from './contenders/one-call-a-cell';
import { limited } from './contenders/p-limit';
import { measureCpu, measureHeap } from './cost';
import type { Gauge } from './cost';
import { idealOf } from './ideal';
import { play, throttledShare } from './play';
import { createWorkload, workloads } from './workloads';

/**
 * One measurement in a process of its own, so that no contender inherits another's heap or compiled
 * code: `bench.cjs list`, or `bench.cjs play|cpu|heap WORKLOAD CONTENDER`. Writes JSON.
 */
const contenders: readonly Contender[] = [
  locus,
  oneCallACell,
  limited(pLimit),
  microsoftPattern,
  dataLoader,
  locusWithoutCancel,
];

/** Virtual time that (h) is given to find the service's pace. */
const WARM_UP_MS = 10_000;

const [, , task = '', workloadId = '', contenderId = ''] = process.argv;
process.on('unhandledRejection', () => undefined);
void measure().then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));

async function measure(): Promise<unknown> {
  if (task === 'list') return list();
  const workload = createWorkload(workloadId);
  const contender = contenders.find(({ id }) => id === contenderId);
  if (contender === undefined) throw new Error(`There is no contender ${contenderId}.`);
  if (task === 'cpu') return measureCpu(workload, contender, gauge(), { warmUps: 50, runs: 4 });
  if (task === 'heap') return measureHeap(workload, contender, gauge());
  if (task !== 'play') throw new Error(`There is no measurement ${task}.`);
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
    collect: () => void gc(),
    cpuMicros() {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    heapBytes: () => process.memoryUsage().heapUsed,
  };
}
