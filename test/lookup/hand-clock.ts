// Named, because not every environment that tests run in has it as a global.
import { setImmediate } from 'node:timers';

import type { Clock } from '../../src/lookup';

/** A clock that stands still until it is told to go on; promises settle between its timers. */
export class HandClock implements Clock {
  private time = 0;
  private wall = Date.UTC(2026, 10, 21, 6);
  private sequence = 0;
  private timers: Timer[] = [];

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
    const timer = { at: this.time + Math.max(0, ms), order: this.sequence++, run };
    insert(this.timers, timer);
    return () => {
      const index = this.timers.indexOf(timer);
      if (index >= 0) this.timers.splice(index, 1);
    };
  }

  /** Sets the wall clock alone, as a person or a time server would. */
  jump(ms: number): void {
    this.wall += ms;
  }

  /** Lets so much time pass, running what falls due in its order. */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    await settlePromises();
    for (let next = this.timers[0]; next !== undefined && next.at <= until; next = this.timers[0]) {
      this.timers.shift();
      this.moveTo(next.at);
      next.run();
      await settlePromises();
    }
    this.moveTo(until);
  }

  /** Runs until nothing is due any more; fails if that takes more than so long. */
  async drain(limitMs = 3_600_000): Promise<void> {
    const until = this.time + limitMs;
    await settlePromises();
    for (let next = this.timers[0]; next !== undefined; next = this.timers[0]) {
      if (next.at > until) throw new Error(`Timers were still due after ${limitMs} ms.`);
      this.timers.shift();
      this.moveTo(next.at);
      next.run();
      await settlePromises();
    }
  }

  private moveTo(time: number): void {
    this.wall += time - this.time;
    this.time = time;
  }
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** A macrotask: every promise that can settle has settled by then. */
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
