import { IFunctionService } from '@univerjs/engine-formula';
import type { CalculationListener } from '../../../src/workbench/calculation';
import { steadyVolatileFunctions } from '../../../src/workbench/univer/function-executors';
import { calculateAll, cellsOf, openUniver } from './open-univer';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A cell with this formula, calculated anew, each time a day later than the time before. */
function cellWith(formula: string) {
  const { injector } = openUniver({ cellData: cellsOf([[{ f: formula }]]) });
  const listeners: CalculationListener[] = [];
  const subscribe = (listener: CalculationListener): void => void listeners.push(listener);
  steadyVolatileFunctions(injector.get(IFunctionService), { subscribe });
  return {
    change: () => listeners.forEach((each) => each.onChange?.()),
    async calculate(): Promise<unknown> {
      jest.setSystemTime(Date.now() + DAY_MS);
      listeners.forEach((each) => each.onStart?.());
      return (await calculateAll(injector))['w']?.['s']?.[0]?.[0]?.v;
    },
  };
}

// Only the day is ours: Univer waits for turns of its own.
beforeEach(() => {
  const timers = [
    'setTimeout',
    'setInterval',
    'setImmediate',
    'nextTick',
    'queueMicrotask',
  ] as const;
  jest.useFakeTimers({ now: Date.UTC(2026, 10, 26), doNotFake: [...timers, 'performance'] });
});
afterEach(() => void jest.useRealTimers());

test.each(['=RAND()', '=RANDBETWEEN(1,1000000000)', '=NOW()', '=TODAY()', '=RAND()-RAND()'])(
  '%s keeps its value while answers arrive, and has another once something changes',
  async (formula) => {
    const { calculate, change } = cellWith(formula);
    const first = await calculate();
    expect(typeof first).toBe('number');
    expect(first).not.toBe(0);
    expect(await calculate()).toBe(first);
    change();
    expect(await calculate()).not.toBe(first);
  },
);
