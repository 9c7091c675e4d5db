import type { Clock } from './clock';

/** Long work in short steps. An object and not a closure, because there may be 100,000 at once. */
export interface Work {
  /** Takes one short step; returns false when nothing is left. Work that throws ends. */
  step(): boolean;
}

export interface SliceLengths {
  /** How long a slice may last. Each slice takes at least one step. */
  readonly sliceMs: number;
  /** How long work may run at once if nothing waits. Left out: all work waits for a slice. */
  readonly firstMs?: number;
}

/** Divides long work into slices, in order of arrival, so that the page can draw and take input. */
export class TimeSlicer {
  private readonly queue: (Work | undefined)[] = [];
  private head = 0;
  /** When this turn's slice began; undefined before it has. */
  private startedAt: number | undefined;
  private lastsMs = 0;

  constructor(
    private readonly clock: Pick<Clock, 'elapsed' | 'schedule'>,
    private readonly lengths: SliceLengths = { sliceMs: 0 },
  ) {}

  run(work: Work): void {
    this.queue.push(work);
    const { firstMs } = this.lengths;
    if (this.startedAt === undefined) this.begin(firstMs);
    // If earlier work waits for the next slice, so does this.
    else if (firstMs !== undefined && this.queue.length - this.head === 1) this.go(this.startedAt);
  }

  /** Queues a function as a single step of work. */
  readonly later = (run: () => void): void => {
    this.run({
      step() {
        run();
        return false;
      },
    });
  };

  /** Calls the function with each item: the first 500 now, the others later. */
  each<T>(items: readonly T[], run: (item: T) => void): void {
    for (let start = 0; start < items.length; start += PIECE) {
      const piece = items.slice(start, start + PIECE);
      if (start === 0) piece.forEach(run);
      else this.later(() => piece.forEach(run));
    }
  }

  private begin(lastsMs: number | undefined): void {
    this.startedAt = this.clock.elapsed();
    this.lastsMs = lastsMs ?? 0;
    this.clock.schedule(0, () => {
      this.startedAt = undefined;
      if (this.queue.length > 0) this.begin(this.lengths.sliceMs);
    });
    if (lastsMs !== undefined) this.takeSteps(this.startedAt);
  }

  private go(startedAt: number): void {
    if (this.clock.elapsed() - startedAt < this.lastsMs) this.takeSteps(startedAt);
  }

  private takeSteps(startedAt: number): void {
    let next = this.queue[this.head];
    while (next !== undefined) {
      let hasMore = false;
      try {
        hasMore = next.step();
      } finally {
        if (!hasMore) this.queue[this.head++] = undefined;
      }
      next = this.queue[this.head];
      if (this.clock.elapsed() - startedAt >= this.lastsMs) break;
    }
    if (this.head === this.queue.length) this.queue.length = this.head = 0;
  }
}

const PIECE = 500;

/** Well under the 50 ms after which a page feels stuck. */
export const SLICE_MS = 8;

/** Await it between the steps of long work, so that the page gets its turn now and then. */
export type Slicer = () => Promise<void> | undefined;

/**
 * Creates a slicer.
 *
 * @param callsPerLook how many steps to take between readings of the clock, for very short steps.
 * @param startedAt when this slice began. If unknown, the page gets its turn first.
 */
export function createSlicer(
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
  callsPerLook = 1,
  startedAt = Number.NEGATIVE_INFINITY,
): Slicer {
  let calls = 0;
  const nextTurn = async (): Promise<void> => {
    await new Promise<void>((resolve) => clock.schedule(0, resolve));
    startedAt = clock.elapsed();
  };
  return () => {
    calls += 1;
    if (calls % callsPerLook !== 0 || clock.elapsed() - startedAt < SLICE_MS) return undefined;
    return nextTurn();
  };
}

/** Runs a short step for each item, in order, and gives the page its turn in between. */
export async function eachInSlices<Item>(
  items: readonly Item[],
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
  run: (item: Item) => void,
): Promise<void> {
  const slice = createSlicer(clock, 16, clock.elapsed());
  for (const item of items) {
    run(item);
    const turn = slice();
    if (turn !== undefined) await turn;
  }
}
