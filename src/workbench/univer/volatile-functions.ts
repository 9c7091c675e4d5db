import type { BaseFunction, IFunctionService } from '@univerjs/preset-sheets-core';
import type { Calculation } from '../calculation';

/** The functions that Univer evaluates in every calculation, whatever has changed. */
const VOLATILE_NAMES = ['RAND', 'RANDBETWEEN', 'NOW', 'TODAY'];

type Value = ReturnType<BaseFunction['calculate']>;

/**
 * Makes volatile functions keep their values while nothing but our own answers has changed, as
 * they do in Excel. Otherwise `=LOCSCORE("m", A1, NOW())` would ask a new question each time its
 * answer is shown, forever.
 */
export function steadyVolatileFunctions(
  functions: IFunctionService,
  calculation: Calculation,
): void {
  const kept = new Map<string, { values: Value[]; next: number }>();
  calculation.subscribe({
    onChange: () => kept.clear(),
    onStart: () => kept.forEach((entry) => (entry.next = 0)),
  });
  for (const name of VOLATILE_NAMES) {
    const executor = functions.getExecutor(name);
    if (!executor) continue;
    const evaluate = executor.calculate.bind(executor);
    executor.calculate = (...args) => {
      const { unitId, subUnitId, row, column } = executor;
      const key = [name, row, column, subUnitId, unitId].join();
      const entry = kept.get(key) ?? { values: [], next: 0 };
      kept.set(key, entry);
      // One cell may call the function several times, always in the same order.
      const value = entry.values[entry.next] ?? evaluate(...args);
      entry.values[entry.next] = value;
      entry.next += 1;
      return value;
    };
  }
}
