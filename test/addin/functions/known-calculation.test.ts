import { knownAnswers } from '../values/known-answers';
import type { Question } from '../../../src/engine/lookup';
import type { CellContent } from '../../../src/engine/places/cell';

const CELLS: readonly (readonly CellContent[])[] = [
  [12.5, 77.5, 'w_pop', 'MG Road', 560001],
  [13.5, 78.5, 'w_age', 'Brigade Road', 'text'],
  [null, null, { error: '#REF!' }, true, 3],
];

const contentAt = (_: string, row: number, column: number): CellContent | undefined =>
  CELLS[row]?.[column];

async function shown(formula: string, valueOf = answerOf): Promise<unknown> {
  const [values] = await knownAnswers(valueOf).calculate([formula], 'Sheet1', contentAt);
  return values;
}

/** 10 and 20 for two names at latitude 12.5, none for `w_age` further north; scores are 7 or more. */
function answerOf(question: Question): number | undefined {
  const { place } = question;
  if (question.kind === 'score') {
    const { date, customVariables, model } = question;
    if (model !== 'shops-7') return undefined;
    return 7 + (date === '2026-01-02' ? 1 : 0) + Number(customVariables?.['area'] ?? 0);
  }
  if (question.name === 'unknown') return undefined;
  if (place.kind === 'address') return question.name === 'w_pop' ? 30 : 40;
  if (place.lat < 13) return question.name === 'w_pop' ? 10 : 20;
  return question.name === 'w_pop' ? 11 : NaN;
}

describe('a formula calculated from what is known', () => {
  it.each<[string, CellContent[][]]>([
    ['=LOCATTR(A1,B1,C1)', [[10]]],
    ['=LOCATTR($A$1,B1,"w_pop, w_age")', [[10, 20]]],
    [
      '=LOCATTR(A1:A3,B1:B3,"w_pop,w_age")',
      [
        [10, 20],
        [11, { error: '#N/A' }],
        [null, null],
      ],
    ],
    ['=LOCATTR_ADDRESS(D1,E1,C1)', [[30]]],
    ['=LOCATTR_ADDRESS(D1&", "&D2,"560001","w_"&"age")', [[40]]],
    ['=LOCSCORE("Shops",D1)', [[7]]],
    ['=LOCSCORE("Shops",D1,"2026-01-02",LOCVARS("area",E3))', [[11]]],
    ['=LOCSCORE_COORDS("Shops",A1,B1)', [[7]]],
    ["=LOCATTR('Sheet1'!A1,Sheet1!B1,C1)", [[10]]],
    ['=LOCATTR(95,B1,C1)', [[{ error: '#VALUE!' }]]],
    ['=-LOCATTR(A1,B1,C1)^2*3+4/2-50%', [[301.5]]],
    ['=(LOCATTR(A1,B1,C1)+2)*3', [[36]]],
    ['=LOCATTR(A1:A2,B1:B2,C1)*2', [[20], [22]]],
    ['=LOCATTR(A1,B1,C1)&" people"', [['10 people']]],
    ['=LOCATTR(A1,B1,C1)>=10', [[true]]],
    ['=IF(LOCATTR(A1,B1,C1)<>10,"few","many")', [['many']]],
    ['=IFERROR(LOCATTR(A2,B2,C2),0)', [[0]]],
    ['=IFNA(LOCATTR(95,B1,C1),0)', [[{ error: '#VALUE!' }]]],
    ['=ROUND(LOCATTR(A1,B1,C1)/3,2)', [[3.33]]],
    ['=ROUND(LOCATTR(A1,B1,C1)*0.1005,2)', [[1.01]]],
    ['=SUM(LOCATTR(A1,B1,C1),E1:E2,5)', [[560016]]],
    ['=AVERAGE(LOCATTR(A1,B1,"w_pop,w_age"))+MAX(1,2)-MIN(1,2)', [[16]]],
    ['=LOCATTR(A1,B1,C1)/0', [[{ error: '#DIV/0!' }]]],
    ['=C3+LOCATTR(A1,B1,C1)', [[{ error: '#REF!' }]]],
  ])('%s is what its cell shows', async (formula, values) => {
    const blank = (content: CellContent): CellContent => (content === '' ? null : content);
    const result = (await shown(formula)) as CellContent[][];
    expect(result.map((line) => line.map(blank))).toEqual(values);
  });

  it.each([
    ['asks for what is not known', '=IFERROR(LOCATTR(A1,B1,"unknown"),0)'],
    ['asks for a model that is not known', '=LOCSCORE("Homes",D1)'],
    ['calls another function', '=TEXT(LOCATTR(A1,B1,C1),"0")'],
    ['reads a name', '=LOCATTR(Lat,B1,C1)'],
    ['reads a column of a table', '=LOCATTR([@Lat],B1,C1)'],
    ['reads a cell that was not read', '=LOCATTR(A9,B9,C1)'],
    ['adds a text', '=LOCATTR(A1,B1,C1)+E2'],
    ['joins areas of two sizes', '=LOCATTR(A1:A2,B1:B2,C1)*A1:A3'],
    ['is a list that changes', '=LOCCATALOG("pop")'],
    ['breaks off', '=LOCATTR(A1,B1,C1'],
    ['goes on', '=LOCATTR(A1,B1,C1) A1'],
    ['names a property of every object', '=constructor(LOCATTR(A1,B1,C1))'],
  ])('is nothing where it %s', async (_, formula) => {
    expect(await shown(formula)).toBeUndefined();
  });

  it('takes from the device what memory does not hold, and asks for nothing else', async () => {
    const { calculate, asked } = knownAnswers(answerOf, true);
    const formulas = ['=LOCATTR(A1,B1,"w_pop,unknown")', '=LOCATTR(A1,B1,C1)'];
    expect(await calculate(formulas, 'Sheet1', contentAt)).toEqual([undefined, [[10]]]);
    expect(asked).toMatchObject([{ kind: 'attribute', name: 'w_pop' }]);
  });
});
