import type { Calculation } from '../calculation';
import type { BaseFunction, BaseReferenceObject, IFunctionService } from '@univerjs/engine-formula';

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
  calculation: Pick<Calculation, 'subscribe'>,
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

/** Univer's own, which it does not publish: RANK reads the numbers of its range with it. */
interface RankExecutor {
  _checkRefReferenceObject(ref: BaseReferenceObject): unknown;
}

/**
 * Univer's RANK reads its whole range for each cell: a column of 10,000 ranks takes minutes. With
 * this, a range is read once in each calculation, in which its cells no longer change.
 */
export function rankFromOneReading(
  functions: Pick<IFunctionService, 'getExecutor'>,
  calculation: Pick<Calculation, 'subscribe'>,
): void {
  const readings = new Map<string, unknown>();
  const forget = (): void => readings.clear();
  calculation.subscribe({ onStart: forget, onEnd: forget });
  for (const name of ['RANK', 'RANK.EQ']) {
    const executor = functions.getExecutor(name) as unknown as RankExecutor | undefined;
    if (executor?._checkRefReferenceObject === undefined) continue;
    const read = executor._checkRefReferenceObject.bind(executor);
    executor._checkRefReferenceObject = (ref) => {
      if (!ref.isReferenceObject()) return read(ref);
      const { startRow, endRow, startColumn, endColumn } = ref.getRangePosition();
      const place = [startRow, endRow, startColumn, endColumn, ref.getSheetId(), ref.getUnitId()];
      const key = place.join();
      const numbers = readings.get(key) ?? read(ref);
      readings.set(key, numbers);
      return numbers;
    };
  }
}
