import type { Injector } from '@univerjs/core';
import { IFunctionService } from '@univerjs/engine-formula';
import { rankFromOneReading } from '../../../src/workbench/univer/function-executors';
import type { CalculationListener } from '../../../src/workbench/calculation';
import { calculated } from '../../addin/rank/calculated-sheets';

/** Numbers with ties, a text and a blank among them, and the rank of each. */
const NUMBERS = Array.from({ length: 300 }, (_, row) =>
  row === 7 ? 'none' : row === 9 ? null : (row * 37) % 101,
);
const RANKED = NUMBERS.filter((number) => typeof number === 'number');
const sheetWith = (name: string) =>
  NUMBERS.map((number, row) => [
    number,
    `=IF(ISNUMBER(A${row + 1}),${name}(A${row + 1},A$1:A$300),"")`,
  ]);

describe('a column of ranks', () => {
  it.each(['RANK', 'RANK.EQ'])(
    'is what it was, from one reading of its range in each calculation (%s)',
    async (name) => {
      const listeners: CalculationListener[] = [];
      let readings = 0;
      let readAgain = (): unknown => undefined;
      const prepare = (injector: Injector): void => {
        const functions = injector.get(IFunctionService);
        const executor = functions.getExecutor(name) as unknown as {
          _checkRefReferenceObject(ref: unknown): unknown;
        };
        const read = executor._checkRefReferenceObject.bind(executor);
        executor._checkRefReferenceObject = (ref) => {
          readings += 1;
          readAgain = () => executor._checkRefReferenceObject(ref);
          return read(ref);
        };
        rankFromOneReading(functions, { subscribe: (each) => void listeners.push(each) });
      };
      const { Sheet1 = [] } = await calculated({ Sheet1: sheetWith(name) }, prepare);
      expect(Sheet1.map(([, rank]) => rank)).toEqual(
        NUMBERS.map((number) =>
          typeof number === 'number' ? 1 + RANKED.filter((other) => other > number).length : '',
        ),
      );
      expect(readings).toBe(1);
      // Its numbers may be others by the next calculation.
      for (const next of ['onStart', 'onEnd'] as const) {
        readAgain();
        const before = readings;
        readAgain();
        expect(readings).toBe(before);
        listeners.forEach((each) => each[next]?.(true));
        readAgain();
        expect(readings).toBe(before + 1);
      }
    },
  );
});
