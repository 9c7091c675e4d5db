import fc from 'fast-check';
import { typedFormula } from '../workbench/formula-grammar';
import { PLACES_TO_TYPE, typeFormula } from './typing';
import { suiteWorkbench } from './workbench-page';

/** Each key takes a tenth of a second here, and with each the whole formula is read anew. */
const SHORT = 60;
/** Each place gets as many; the same ones each time, so that a failure comes again. */
const FORMULAS = fc.sample(
  typedFormula.filter(({ length }) => length <= SHORT),
  { numRuns: 12, seed: 49 },
);

describe('formulas with numbers in every spelling', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank&key=none' });

  it.each(PLACES_TO_TYPE)('are kept as they are typed into %s', async (place) => {
    const kept: string[] = [];
    for (const text of FORMULAS) kept.push(await typeFormula(workbench, place, text));
    expect(kept).toEqual(FORMULAS);
    expect(workbench.complaints).toEqual([]);
  });
});
