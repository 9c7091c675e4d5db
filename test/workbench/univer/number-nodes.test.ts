import { BaseFunction, IFunctionService, NumberValueObject } from '@univerjs/engine-formula';
import type { BaseValueObject, FunctionVariantType } from '@univerjs/engine-formula';
import { readNumbersAsTheyCount } from '../../../src/workbench/univer/formula-parsing';
import { calculateAlone, openUniver } from './open-univer';

/** Is given its argument as our functions are. */
class Probe extends BaseFunction {
  readonly given: unknown[] = [];

  override isArgumentsIgnoreNumberPattern(): boolean {
    return true;
  }

  override calculate(argument: BaseValueObject): FunctionVariantType {
    this.given.push(argument.getValue());
    return NumberValueObject.create(1);
  }
}

test.each([
  ['1E308', 1e308],
  ['1e5', 100_000],
  ['.5', 0.5],
  ['1.50', 1.5],
  ['007', 7],
  [' 12 ', 12],
  ['"1E3"', '1E3'],
])('%s as an argument is what it counts as', async (typed, value) => {
  const { injector } = openUniver({});
  const probe = new Probe('PROBE');
  injector.get(IFunctionService).registerExecutors(probe);
  readNumbersAsTheyCount(injector);
  await calculateAlone(injector, `=PROBE(${typed})`);
  expect(probe.given).toEqual([value]);
});
