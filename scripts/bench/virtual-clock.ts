import type { CancelScheduled, Clock } from '../../src/engine/lookup';

/**
 * Time that jumps from one event to the next. Each event is a macrotask of its own, so promises and
 * `process.nextTick` run between two events just as they would in real time, and take none of it.
 */
export class VirtualClock implements Clock {
  private time = 0;
  private sequence = 0;
  /** A binary heap: the earliest first, of two at one time the one that was set first. */
  private readonly heap: Timer[] = [];

  /** @param startsAt what `elapsed` begins with; a browser's gives fractions of milliseconds. */
  constructor(private readonly startsAt = 0) {}

  now(): number {
    return START + this.time;
  }

  elapsed(): number {
    return this.startsAt + this.time;
  }

  today(): string {
    return '2026-11-21';
  }

  schedule(ms: number, run: () => void): CancelScheduled {
    const timer: Timer = { at: this.time + Math.max(0, ms), order: this.sequence++, run };
    this.push(timer);
    // It stays in its place, because a search through the heap would cost more than passing it by.
    return () => (timer.run = undefined);
  }

  /** Runs event after event until none is left, or so much time has passed. */
  run(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        try {
          const run = this.next();
          if (run === undefined || this.time > untilMs) {
            resolve();
            return;
          }
          run();
          setImmediate(turn);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      setImmediate(turn);
    });
  }

  private next(): (() => void) | undefined {
    for (;;) {
      const timer = this.pop();
      if (timer === undefined) return undefined;
      if (timer.run === undefined) continue;
      this.time = timer.at;
      return timer.run;
    }
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let index = heap.length;
    heap.push(timer);
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(timer, parent)) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = timer;
  }

  private pop(): Timer | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || last === first) return first;
    let index = 0;
    for (;;) {
      const left = index * 2 + 1;
      const right = left + 1;
      let least = heap[left];
      let below = left;
      const other = heap[right];
      if (least !== undefined && other !== undefined && isBefore(other, least)) {
        least = other;
        below = right;
      }
      if (least === undefined || !isBefore(least, last)) break;
      heap[index] = least;
      index = below;
    }
    heap[index] = last;
    return first;
  }
}

interface Timer {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

const START = Date.UTC(2026, 10, 21, 6);
