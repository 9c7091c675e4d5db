import type { TraceEvent } from './main-thread';

/** One task of a page's main thread, and whose code ran in it. Milliseconds of the processor. */
export interface ProfiledTask {
  readonly totalMs: number;
  /** The time in each owner's scripts, and in what these had the browser do. */
  readonly byOwner: Readonly<Record<string, number>>;
  /** Functions in which the most time went, the owner's first letters before each. */
  readonly hot: readonly string[];
}

/** Names the owner of a script by its address; undefined for what is nobody's. */
export type OwnerOf = (url: string) => string | undefined;

/** What a record must be made of, for its tasks to be told apart. */
export const PROFILE_CATEGORIES = [
  'blink.user_timing',
  'disabled-by-default-devtools.timeline',
  'devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
];

/**
 * What of a browser's record `profiledTasks` needs. The whole of a minute is more than a text can
 * hold; each event stands on a line of its own.
 */
export function readProfile(record: Buffer): ProfileEvent[] {
  const events: ProfileEvent[] = [];
  for (let start = 0; start < record.length;) {
    const next = record.indexOf('\n', start);
    const end = next === -1 ? record.length : next;
    const line = record.toString('utf8', start, end).replace(/,$/, '');
    start = end + 1;
    const name = /"name":"([^"]+)","ph"/.exec(line)?.[1] ?? '';
    if (name === 'RunTask' || DRAWING.has(name) || OTHERS.test(name)) {
      events.push(JSON.parse(line) as ProfileEvent);
    }
  }
  return events;
}

/** The tasks between two marks, of the thread that set them. */
export function profiledTasks(
  events: readonly ProfileEvent[],
  marks: { readonly from: string; readonly to: string },
  ownerOf: OwnerOf,
): ProfiledTask[] {
  const [from, to] = [markOf(events, marks.from), markOf(events, marks.to)];
  const own = events.filter(({ pid, tid }) => pid === from.pid && tid === from.tid);
  const samples = samplesOf(
    events.filter(({ pid }) => pid === from.pid),
    from.tid,
  );
  const drawing = own
    .filter(({ name }) => DRAWING.has(name))
    .sort((one, other) => one.ts - other.ts);
  return own
    .filter(({ name, ts }) => name === 'RunTask' && ts > from.ts && ts < to.ts)
    .map((task) => profileOf(task, samples, drawing, ownerOf));
}

export interface ProfileEvent extends TraceEvent {
  readonly id?: string;
  readonly args?: {
    readonly data?: {
      readonly startTime?: number;
      readonly timeDeltas?: readonly number[];
      readonly cpuProfile?: {
        readonly nodes?: readonly ProfileNode[];
        readonly samples?: readonly number[];
      };
    };
  };
}

interface ProfileNode {
  readonly id: number;
  readonly parent?: number;
  readonly callFrame: { readonly functionName: string; readonly url?: string };
}

interface Sample {
  readonly ts: number;
  readonly node: number;
}

interface Samples {
  readonly list: readonly Sample[];
  readonly nodes: ReadonlyMap<number, ProfileNode>;
}

function markOf(events: readonly ProfileEvent[], mark: string): ProfileEvent {
  const found = events.find(({ name }) => name === mark);
  if (found === undefined) throw new Error(`the record holds no mark ${mark}`);
  return found;
}

function samplesOf(events: readonly ProfileEvent[], tid: number): Samples {
  const profile = events.find(({ name, tid: thread }) => name === 'Profile' && thread === tid);
  if (profile === undefined) throw new Error('the record holds no profile of this thread');
  const nodes = new Map<number, ProfileNode>();
  const list: Sample[] = [];
  let ts = profile.args?.data?.startTime ?? profile.ts;
  for (const { name, id, args } of events) {
    if (name !== 'ProfileChunk' || id !== profile.id) continue;
    const { cpuProfile, timeDeltas = [] } = args?.data ?? {};
    for (const node of cpuProfile?.nodes ?? []) nodes.set(node.id, node);
    (cpuProfile?.samples ?? []).forEach((node, index) => {
      ts += timeDeltas[index] ?? 0;
      list.push({ ts, node });
    });
  }
  return { list: list.sort((one, other) => one.ts - other.ts), nodes };
}

function profileOf(
  task: ProfileEvent,
  { list, nodes }: Samples,
  drawing: readonly ProfileEvent[],
  ownerOf: OwnerOf,
): ProfiledTask {
  const end = task.ts + (task.dur ?? 0);
  const within = list.slice(firstAt(list, task.ts), firstAt(list, end));
  const totalMs = (task.tdur ?? task.dur ?? 0) / 1_000;
  // The clock goes on while other processes have the processor.
  const share = Math.min(1, (totalMs * 1_000) / Math.max(1, task.dur ?? 0));
  const byOwner: Record<string, number> = {};
  const byFunction = new Map<string, number>();
  within.forEach(({ ts, node }, index) => {
    const ms = (share * ((within[index + 1]?.ts ?? end) - ts)) / 1_000;
    const { owner, name } = whoseIs(nodes, node, ownerOf);
    byOwner[owner] = (byOwner[owner] ?? 0) + ms;
    const named = `${owner}: ${name}`;
    byFunction.set(named, (byFunction.get(named) ?? 0) + ms);
  });
  for (const { dur = 0 } of drawing.slice(firstAt(drawing, task.ts), firstAt(drawing, end))) {
    byOwner['drawing'] = (byOwner['drawing'] ?? 0) + (share * dur) / 1_000;
  }
  const hot = [...byFunction].sort(([, one], [, other]) => other - one).slice(0, 6);
  return { totalMs, byOwner, hot: hot.map(([name, ms]) => `${name} ${ms.toFixed(0)}`) };
}

/** The index of the first of what is in order of time that is not before a time. */
function firstAt(list: readonly { readonly ts: number }[], time: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.ts ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest caller's, for the browser's own functions have no address. */
function whoseIs(
  nodes: ReadonlyMap<number, ProfileNode>,
  id: number,
  ownerOf: OwnerOf,
): { readonly owner: string; readonly name: string } {
  const leaf = nodes.get(id);
  const name = leaf?.callFrame.functionName ?? '';
  for (let node = leaf; node !== undefined; node = nodes.get(node.parent ?? -1)) {
    const owner = ownerOf(node.callFrame.url ?? '');
    if (owner !== undefined) return { owner, name };
  }
  return { owner: 'browser', name };
}

const DRAWING = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']);
/** A profile, and the marks that the bench sets. */
const OTHERS = /^(Profile|ProfileChunk|run-begins|run-ends)$/;
