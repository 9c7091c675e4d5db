import { isFormulaString, LogLevel, Univer, UniverInstanceType } from '@univerjs/core';
import {
  AstTreeBuilder,
  generateExecuteAstNodeData,
  Interpreter,
  Lexer,
  LexerTreeBuilder,
  UniverFormulaEnginePlugin,
} from '@univerjs/engine-formula';
import type { BaseAstNode, LexerNode } from '@univerjs/engine-formula';
import fc from 'fast-check';
import { surviveBrokenFormulas } from '../../../src/workbench/univer/broken-formulas';
import { readFormulasAfresh } from '../../../src/workbench/univer/formula-lexer';

/** Univer's formulas without a page, which read what is typed as the page's editor does. */
function createFormulas() {
  const univer = new Univer({ logLevel: LogLevel.ERROR });
  univer.registerPlugin(UniverFormulaEnginePlugin);
  univer.createUnit(UniverInstanceType.UNIVER_SHEET, {});
  const injector = univer.__getInjector();
  const lexer = readFormulasAfresh(injector.get(LexerTreeBuilder));
  surviveBrokenFormulas(injector);
  async function calculate(formula: string): Promise<unknown> {
    const read = injector.get(Lexer).treeBuilder(formula);
    if (typeof read === 'string') return read;
    const node = injector.get(AstTreeBuilder).parse(read as LexerNode);
    const run = generateExecuteAstNodeData(node as BaseAstNode);
    const value = await injector.get(Interpreter).executeAsync(run);
    return 'getValue' in value ? value.getValue() : value;
  }
  return {
    calculate,
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
