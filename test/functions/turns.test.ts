import type { Clock } from '../../src/lookup';
import { createTurns } from '../../src/functions/turns';

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

  /** Runs the tasks one after the other; says how long each took. */
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

test('a little work is done at once', () => {
  const page = new BusyPage();
  let done = 0;
  createTurns(page).run(steps(page, 3, () => (done += 1)));
  expect(done).toBe(3);
});

test('much work is spread over tasks, none of which holds up the page', () => {
  const page = new BusyPage();
  let done = 0;
  createTurns(page).run(steps(page, 1_000, () => (done += 1)));
  expect(page.elapsed()).toBeLessThan(50);
  const times = page.runAll();
  expect(done).toBe(1_000);
  expect(Math.max(...times)).toBeLessThan(50);
});

test('ten thousand invocations in one task share its turn', () => {
  const page = new BusyPage();
  const turns = createTurns(page);
  const order: number[] = [];
  for (let cell = 0; cell < 10_000; cell++) turns.run(steps(page, 1, () => order.push(cell)));
  expect(page.elapsed()).toBeLessThan(50);
  expect(Math.max(...page.runAll())).toBeLessThan(50);
  expect(order).toEqual(Array.from({ length: 10_000 }, (_, cell) => cell));
});

test('a step that takes very long still leaves the others their turn', () => {
  const page = new BusyPage();
  const turns = createTurns(page);
  let done = 0;
  for (let cell = 0; cell < 5; cell++) {
    const step = (): boolean => {
      page.work(500);
      done += 1;
      return false;
    };
    turns.run({ step });
  }
  expect(done).toBe(1);
  page.runAll();
  expect(done).toBe(5);
});

test('after a rest, work is done at once again', () => {
  const page = new BusyPage();
  const turns = createTurns(page);
  turns.run(steps(page, 100));
  page.runAll();
  page.work(10_000);
  let done = 0;
  turns.run(steps(page, 2, () => (done += 1)));
  expect(done).toBe(2);
});
