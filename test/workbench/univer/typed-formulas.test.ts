import { isFormulaString } from '@univerjs/core';
import { LexerTreeBuilder } from '@univerjs/engine-formula';
import fc from 'fast-check';
import { surviveBrokenFormulas } from '../../../src/workbench/univer/formula-parsing';
import { readFormulasAfresh } from '../../../src/workbench/univer/formula-parsing';
import { calculated } from '../../addin/rank/calculated-sheets';
import { calculateAlone, openUniver } from './open-univer';

/** Univer's formulas without a page, which read what is typed as the page's editor does. */
function createFormulas() {
  const { injector } = openUniver({});
  const lexer = readFormulasAfresh(injector.get(LexerTreeBuilder));
  surviveBrokenFormulas(injector);
  const calculate = (formula: string): Promise<unknown> => calculateAlone(injector, formula);
  return {
    calculate,
    lexer,
    /** Each key, and Enter. */
    async type(text: string): Promise<void> {
      for (let end = 1; end <= text.length; end += 1) {
        const typed = text.slice(0, end);
        lexer.sequenceNodesBuilder(typed);
        lexer.getFunctionAndParameter(`${typed}A`, end - 1);
        lexer.checkIfAddBracket(typed);
      }
      if (isFormulaString(text)) await calculate(text);
    },
  };
}

const PARENTS_APART = (key: string, value: unknown): unknown =>
  key === '_parent' ? undefined : value;

/** What opens, closes, joins or ends something in a formula, and signs of many scripts. */
const SIGNS = [
  ...'[]{}()"\'‘“=,;:!@#$%&*-+<>^ .1a?\\|~`\t\n\r\u0000\u0007\u200b\u202e\ufeff\ud800éकक़中ש😀',
  ...[
    'SUM(',
    'LET(x,',
    'LAMBDA(',
    'A1',
    '$B$2:C',
    'T[@',
    'T[[#All],',
    '[1]!',
    "'S'!",
    '#REF!',
    '""',
  ],
];

describe('a formula', () => {
  test.each(['=[1]+1', '=[1]Jan!A1', '=SUM([1]Jan!A1,2)'])(
    'is read as it stands after a table’s bracket has been typed: %s',
    async (formula) => {
      const { lexer, type } = createFormulas();
      // What it has read before Univer remembers by the formula, unless asked like this.
      const read = (): unknown => JSON.stringify(lexer.treeBuilder(formula, false), PARENTS_APART);
      const before = read();
      await type('=SUM(T[@');
      expect(read()).toBe(before);
    },
  );

  test.each([
    ['a remark with a number in brackets', 'see [1]'],
    ['a bracket alone', ']'],
    ['brackets that stay open', '[[['],
    ['a link to another workbook', "='[Stores.xlsx]Jan'!A1"],
    ['a column of a table that breaks off', '=SUM(Table1[Pop'],
    ['a smiley', ':-]'],
    ['a formula that Univer’s own code throws at', '=:@'],
  ])('calculates after %s has been typed', async (_what, text) => {
    const { type, calculate } = createFormulas();
    await type(text);
    expect(await calculate('=SUM(1,2)')).toBe(3);
  });

  test.each([
    ['parsing', '=LAMBDA(,)'],
    ['parsing', '=LET(A1:B2,-1,A1)'],
    ['calculating', '=:@'],
    ['calculating', '=SWITCH()'],
    ['calculating', '=LOOKUP(-1,A1:B2,"a")'],
  ])(
    'that Univer’s own code throws at while %s is #VALUE!, and others calculate: %s',
    async (_when, formula) => {
      const sheet = [
        [null, null, formula],
        [null, null, '=SUM(1,2)'],
      ];
      const { Sheet1 = [] } = await calculated({ Sheet1: sheet }, surviveBrokenFormulas);
      expect(Sheet1.map(([, , shown]) => shown)).toEqual(['#VALUE!', 3]);
    },
  );

  test('calculates after each of a thousand odd texts', async () => {
    const { type, calculate } = createFormulas();
    let typed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 12 }),
        async (text) => {
          await type(text);
          await type(`=${text}`);
          // Univer remembers what it has read, so each is another.
          typed += 1;
          expect(await calculate(`=SUM(1,2)+${typed}`)).toBe(3 + typed);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
