import {
  BaseFunction,
  ERROR_TYPE_SET,
  ErrorValueObject,
  IFunctionService,
  NumberValueObject,
  type BaseValueObject,
  type ErrorType,
} from '@univerjs/engine-formula';
import { leaveUntakenBranches } from '../../../src/workbench/univer/untaken-branches';
import { calculateAll, cellsOf, openUniver } from './open-univer';

const BUSY = '#BUSY!' as ErrorType;

/** Gives back the number that it is asked for; 404 has no value, and 102 is still waited for. */
class Ask extends BaseFunction {
  readonly asked: unknown[] = [];

  override calculate(what: BaseValueObject): BaseValueObject {
    const value = Number(what.isArray() ? NaN : what.getValue());
    this.asked.push(what.isArray() ? 'several' : value);
    if (value === 404) return ErrorValueObject.create('#N/A' as ErrorType);
    return value === 102 ? ErrorValueObject.create(BUSY) : NumberValueObject.create(value);
  }
}

/** What a formula shows, beside cells of 1, "yes" and a blank one, and what it asked for. */
async function shown(formula: string): Promise<{ shows: unknown; asks: readonly unknown[] }> {
  ERROR_TYPE_SET.add(BUSY);
  const row = [{ v: 1 }, { v: 'yes' }, {}, { f: formula }];
  const { injector } = openUniver({ cellData: cellsOf([row]) });
  const ask = new Ask('ASK');
  injector.get(IFunctionService).registerExecutors(ask);
  leaveUntakenBranches(injector, new Set(['ASK']));
  const cell = (await calculateAll(injector))['w']?.['s']?.[0]?.[3];
  return { shows: cell?.v, asks: ask.asked };
}

describe('only the branch that is taken asks', () => {
  test.each<[formula: string, shows: unknown, asks: readonly unknown[]]>([
    ['=IF(A1=1,ASK(7),ASK(8))', 7, [7]],
    ['=IF(A1=2,ASK(7),ASK(8))', 8, [8]],
    ['=IF(B1="closed",ASK(7),0)', 0, []],
    ['=IF(C1,ASK(7),5)', 5, []],
    ['=IF(A1=2,ASK(7))', 0, []],
    ['=IF(1/0,ASK(7),ASK(8))', '#DIV/0!', []],
    ['=IF(ASK(102)>0,ASK(7),ASK(8))', '#BUSY!', [102]],
    ['=IF(ASK(1)>0,ASK(7),ASK(8))', 7, [1, 7]],
    ['=IF(A1=1,IF(A1=2,ASK(7),ASK(8)),ASK(9))', 8, [8]],
    ['=1+IF(A1=1,2,ASK(7)+ASK(8))', 3, []],
    ['=IFERROR(ASK(7),ASK(8))', 7, [7]],
    ['=IFERROR(ASK(404),ASK(8))', 8, [404, 8]],
    ['=IFERROR(ASK(102),ASK(8))', '#BUSY!', [102]],
    ['=IFERROR({1,2},ASK(8))', 1, []],
    ['=IFNA(ASK(7),ASK(8))', 7, [7]],
    ['=IFNA(ASK(404),ASK(8))', 8, [404, 8]],
    ['=IFNA(1/0,ASK(8))', '#DIV/0!', []],
    ['=CHOOSE(2,ASK(7),ASK(8),ASK(9))', 8, [8]],
    ['=CHOOSE(A1,ASK(7),ASK(8))', 7, [7]],
    ['=CHOOSE(9,ASK(7),ASK(8))', '#VALUE!', []],
    ['=IFS(A1=2,ASK(7),A1=1,ASK(8),TRUE,ASK(9))', 8, [8]],
    ['=IFS(A1=2,ASK(7))', '#N/A', []],
    ['=SWITCH(B1,"no",ASK(7),"YES",ASK(8),ASK(9))', 8, [8]],
    ['=SWITCH(B1,"no",ASK(7),ASK(9))', 9, [9]],
    ['=SWITCH(B1,"no",ASK(7))', '#N/A', []],
    // Each of several values may take another.
    ['=SUM(IF({1,0},ASK(7),ASK(8)))', 15, [7, 8]],
    ['=SUM(IFERROR({1,#N/A},ASK(8)))', 9, [8]],
  ])('%s', async (formula, shows, asks) => {
    expect(await shown(formula)).toEqual({ shows, asks });
  });
});
