import type { Clock } from './clock';

/** An object, not a closure: there may be 100,000 at once. */
export interface Work {
  /** Takes one short step; false when nothing is left. What throws is over. */
  step(): boolean;
}

export interface SliceLengths {
  /** How long a slice may last; at least one step is taken. */
  readonly sliceMs: number;
  /** How long what comes while nothing waits may take at once; undefined: it waits for its slice. */
  readonly firstMs?: number;
}

/** The page's time in slices, between which it draws and takes keys: first come, first served. */
export class TimeSlicer {
  private readonly queue: (Work | undefined)[] = [];
  private head = 0;
  /** When the slice of this turn of the page began; undefined while none has. */
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
    // What waits already waits for the next slice, and so does all that is behind it.
    else if (firstMs !== undefined && this.queue.length - this.head === 1) this.go(this.startedAt);
  }

  /** Runs in a slice of its own. */
  readonly later = (run: () => void): void => {
    this.run({
      step() {
        run();
        return false;
      },
    });
  };

  /** Does something with each item: the first 500 now, the others later. */
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
