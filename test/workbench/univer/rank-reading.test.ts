import type { Injector } from '@univerjs/core';
import { IFunctionService } from '@univerjs/engine-formula';
import { rankFromOneReading } from '../../../src/workbench/univer/rank-reading';
import type { CalculationListener } from '../../../src/workbench/calculation';
import { calculated } from '../../addin/rank/calculated-sheets';

/** Numbers with ties, a text and a blank among them, and the rank of each. */
const NUMBERS = Array.from({ length: 300 }, (_, row) =>
  row === 7 ? 'none' : row === 9 ? null : (row * 37) % 101,
);
const RANKED = NUMBERS.filter((number) => typeof number === 'number');
const SHEET = NUMBERS.map((number, row) => [
  number,
  `=IF(ISNUMBER(A${row + 1}),RANK(A${row + 1},A$1:A$300),"")`,
]);

describe('a column of ranks', () => {
  it('is what it was, from one reading of its range in each calculation', async () => {
    const listeners: CalculationListener[] = [];
    let readings = 0;
    const prepare = (injector: Injector): void => {
      const functions = injector.get(IFunctionService);
      const executor = functions.getExecutor('RANK') as unknown as {
        _checkRefReferenceObject(ref: unknown): unknown;
      };
      const read = executor._checkRefReferenceObject.bind(executor);
      executor._checkRefReferenceObject = (ref) => {
        readings += 1;
        return read(ref);
      };
      rankFromOneReading(functions, { subscribe: (each) => void listeners.push(each) });
    };
    const { Sheet1 = [] } = await calculated({ Sheet1: SHEET }, prepare);
    expect(Sheet1.map(([, rank]) => rank)).toEqual(
      NUMBERS.map((number) =>
        typeof number === 'number' ? 1 + RANKED.filter((other) => other > number).length : '',
      ),
    );
    expect(readings).toBe(1);
    // Its numbers may be others by the next calculation.
    expect(listeners[0]?.onStart).toBeDefined();
  });
});
