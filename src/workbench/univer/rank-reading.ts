import type { BaseReferenceObject, IFunctionService } from '@univerjs/engine-formula';
import type { Calculation } from '../calculation';

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
