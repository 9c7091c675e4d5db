/** A part of a browser's own record, in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The processor's time, where the browser tells it: other processes do not count. */
  readonly tdur?: number;
}

/** Milliseconds of the processor in tasks of the thread that set a mark. */
export interface MarkedTasks {
  readonly marked: number;
  /** The longest of those that came later. */
  readonly longestAfter: number;
}

export function tasksAround(events: readonly TraceEvent[], mark: string): MarkedTasks {
  const at = events.find(({ name }) => name === mark);
  if (at === undefined) throw new Error(`the record holds no mark ${mark}`);
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name === 'RunTask' && pid === at.pid && tid === at.tid && ts + dur >= at.ts,
  );
  const marked = tasks.find(({ ts }) => ts <= at.ts);
  const others = tasks.filter((task) => task !== marked);
  return { marked: timeOf(marked), longestAfter: Math.max(0, ...others.map(timeOf)) };
}

function timeOf(task: TraceEvent | undefined): number {
  return (task?.tdur ?? task?.dur ?? 0) / 1_000;
}
