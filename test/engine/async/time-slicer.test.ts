import type { Clock } from '../../../src/engine/lookup';
import { createSlicer, eachInSlices, SLICE_MS, TimeSlicer } from '../../../src/engine/lookup';
import { HandClock } from '../lookup/hand-clock';

/** A page on which each step takes a while. */
class BusyPage implements Clock {
  readonly tasks: (() => void)[] = [];
  private time = 0;

  now(): number {
    return this.time;
  }

  elapsed(): number {
    return this.time;
  }

  today(): string {
    return '2026-11-21';
  }

  schedule(_ms: number, run: () => void): () => void {
    this.tasks.push(run);
    return () => undefined;
  }

  work(ms: number): void {
    this.time += ms;
  }

  /** Runs the tasks one after the other; returns how long each took. */
  runAll(): number[] {
    const times: number[] = [];
    for (let task = this.tasks.shift(); task !== undefined; task = this.tasks.shift()) {
      const start = this.time;
      task();
      times.push(this.time - start);
    }
    return times;
  }
}

function steps(page: BusyPage, count: number, onStep: () => void = () => undefined) {
  let left = count;
  return {
    step() {
      page.work(1);
      onStep();
      left -= 1;
      return left > 0;
    },
  };
}

function slicerOf(page: BusyPage): TimeSlicer {
  return new TimeSlicer(page, { sliceMs: SLICE_MS, firstMs: 3 });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe('work in pieces', () => {
  it('is done 500 at a time, the first at once, a turn for each of the others, in order', async () => {
    const clock = new HandClock();
    const slicer = new TimeSlicer(clock);
    const done: number[] = [];
    const perTurn: number[] = [];
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) =>
      schedule(ms, () => {
        const before = done.length;
        run();
        if (done.length > before) perTurn.push(done.length - before);
      });
    slicer.each(numbers(1700), (item) => done.push(item));
    expect(done).toEqual(numbers(500));
    await clock.drain();
    expect(done).toEqual(numbers(1700));
    expect(perTurn).toEqual([500, 500, 200]);
  });

  it('needs no turn for 500 or fewer', async () => {
    const clock = new HandClock();
    let turns = 0;
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) => ((turns += 1), schedule(ms, run));
    const slicer = new TimeSlicer(clock);
    let done = 0;
    slicer.each(numbers(500), () => (done += 1));
    slicer.each([], () => (done += 1));
    await clock.drain();
    expect([done, turns]).toEqual([500, 0]);
  });

  it('goes on with what is added meanwhile, after what was there', async () => {
    const clock = new HandClock();
    const slicer = new TimeSlicer(clock);
    const done: string[] = [];
    slicer.later(() => {
      done.push('first');
      slicer.later(() => done.push('third'));
    });
    slicer.later(() => done.push('second'));
    await clock.drain();
    slicer.later(() => done.push('fourth'));
    await clock.drain();
    expect(done).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('goes on after a piece that throws', async () => {
    const clock = new HandClock();
    const slicer = new TimeSlicer(clock);
    const done: string[] = [];
    slicer.later(() => {
      throw new Error('a listener of ours');
    });
    slicer.later(() => done.push('second'));
    await expect(clock.drain()).rejects.toThrow('a listener of ours');
    await clock.drain();
    expect(done).toEqual(['second']);
  });
});

describe('work in steps', () => {
  it('a little work is done at once', () => {
    const page = new BusyPage();
    let done = 0;
    slicerOf(page).run(steps(page, 3, () => (done += 1)));
    expect(done).toBe(3);
  });

  it('much work is spread over tasks, none of which holds up the page', () => {
    const page = new BusyPage();
    let done = 0;
    slicerOf(page).run(steps(page, 1_000, () => (done += 1)));
    expect(page.elapsed()).toBeLessThan(50);
    const times = page.runAll();
    expect(done).toBe(1_000);
    expect(Math.max(...times)).toBeLessThan(50);
  });

  it('ten thousand invocations in one task share its turn', () => {
    const page = new BusyPage();
    const slicer = slicerOf(page);
    const order: number[] = [];
    for (let cell = 0; cell < 10_000; cell++) slicer.run(steps(page, 1, () => order.push(cell)));
    expect(page.elapsed()).toBeLessThan(50);
    expect(Math.max(...page.runAll())).toBeLessThan(50);
    expect(order).toEqual(Array.from({ length: 10_000 }, (_, cell) => cell));
  });

  it('a step that takes very long still leaves the others their turn', () => {
    const page = new BusyPage();
    const slicer = slicerOf(page);
    let done = 0;
    for (let cell = 0; cell < 5; cell++) {
      const step = (): boolean => {
        page.work(500);
        done += 1;
        return false;
      };
      slicer.run({ step });
    }
    expect(done).toBe(1);
    page.runAll();
    expect(done).toBe(5);
  });

  it('after a rest, work is done at once again', () => {
    const page = new BusyPage();
    const slicer = slicerOf(page);
    slicer.run(steps(page, 100));
    page.runAll();
    page.work(10_000);
    let done = 0;
    slicer.run(steps(page, 2, () => (done += 1)));
    expect(done).toBe(2);
  });
});

describe('a slicer that is awaited', () => {
  it('gives the page a turn before the first step, and then whenever a slice is over', async () => {
    const page = new BusyPage();
    const slice = createSlicer(page);
    const first = slice();
    expect(first).toBeInstanceOf(Promise);
    page.runAll();
    await first;
    page.work(SLICE_MS - 1);
    expect(slice()).toBeUndefined();
    page.work(1);
    const second = slice();
    expect(second).toBeInstanceOf(Promise);
    page.runAll();
    await second;
    expect(slice()).toBeUndefined();
  });

  it('asks for the time at every so many calls only', () => {
    const page = new BusyPage();
    const slice = createSlicer(page, 16);
    const turns = Array.from({ length: 32 }, () => slice() !== undefined);
    expect(turns.flatMap((isTurn, call) => (isTurn ? [call + 1] : []))).toEqual([16, 32]);
  });

  it('does a step for each item in order, sixteen at least between two turns of the page', async () => {
    const page = new BusyPage();
    const done: number[] = [];
    const items = Array.from({ length: 40 }, (_, index) => index);
    const all = eachInSlices(items, page, (item) => {
      done.push(item);
      page.work(item < 20 ? SLICE_MS : 0);
    });
    expect(done).toHaveLength(16);
    page.runAll();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(done).toHaveLength(32);
    page.runAll();
    await all;
    expect(done).toEqual(items);
    expect(page.tasks).toEqual([]);
  });
});
