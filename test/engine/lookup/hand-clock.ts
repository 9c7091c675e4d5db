// Imported by name, because not every test environment has it as a global.
import { setImmediate } from 'node:timers';

import type { Clock } from '../../../src/engine/lookup';

/**
 * A clock that stands still until told to move; promises settle between its timers. It fails if
 * more timers run within one millisecond than any engine needs, because that would never end.
 */
export class HandClock implements Clock {
  private time = 0;
  private wall = Date.UTC(2026, 10, 21, 6);
  private sequence = 0;
  private timers: Timer[] = [];
  private ranAt = 0;
  private ran = 0;

  /** @param lateMs by how much each timer is late, like a browser's timers by fractions. */
  constructor(private readonly lateMs: () => number = () => 0) {
    this.moveTo(lateMs());
  }

  now(): number {
    return this.wall;
  }

  elapsed(): number {
    return this.time;
  }

  today(): string {
    return new Date(this.wall).toISOString().slice(0, 10);
  }

  schedule(ms: number, run: () => void): () => void {
    const timer = { at: this.time + Math.max(0, ms) + this.lateMs(), order: this.sequence++, run };
    insert(this.timers, timer);
    return () => {
      const index = this.timers.indexOf(timer);
      if (index >= 0) this.timers.splice(index, 1);
    };
  }

  /** Sets the wall clock only, as a person or a time server would. */
  jump(ms: number): void {
    this.wall += ms;
  }

  /** That much time passes while nothing can run; what fell due runs afterwards, late. */
  sleep(ms: number): void {
    this.moveTo(this.time + ms);
  }

  /** Lets that much time pass, and runs what falls due, in order. */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    await settlePromises();
    for (let next = this.timers[0]; next !== undefined && next.at <= until; next = this.timers[0]) {
      await this.runNext(next);
    }
    this.moveTo(until);
  }

  /** Runs until nothing is due any more; fails if that takes longer than the limit. */
  async drain(limitMs = 3_600_000): Promise<void> {
    const until = this.time + limitMs;
    await settlePromises();
    for (let next = this.timers[0]; next !== undefined; next = this.timers[0]) {
      if (next.at > until) throw new Error(`Timers were still due after ${limitMs} ms.`);
      await this.runNext(next);
    }
  }

  private async runNext(next: Timer): Promise<void> {
    this.timers.shift();
    this.moveTo(Math.max(this.time, next.at));
    this.ran = Math.floor(this.time) === this.ranAt ? this.ran + 1 : 0;
    this.ranAt = Math.floor(this.time);
    if (this.ran > MOST_AT_ONCE) throw new Error(`Timers without end at ${this.time} ms.`);
    next.run();
    await settlePromises();
  }

  private moveTo(time: number): void {
    this.wall += time - this.time;
    this.time = time;
  }
}

const MOST_AT_ONCE = 1000;

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** A macrotask: by then, every promise that can settle has settled. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function insert(timers: Timer[], timer: Timer): void {
  let low = 0;
  let high = timers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = timers[middle];
    if (
      other !== undefined &&
      (other.at < timer.at || (other.at === timer.at && other.order < timer.order))
    ) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  timers.splice(low, 0, timer);
}
