import fc from 'fast-check';
import { formulaParts, referenceText } from '../../../src/addin/spreadsheet/formula-parts';
import { formulaTokens } from '../../../src/addin/spreadsheet/formula-tokens';
import type { TokenKind } from '../../../src/addin/spreadsheet/formula-tokens';
import { formulaCalls, locusCalls, tokensText } from '../../../src/addin/spreadsheet/locus-calls';
import { createFormulaText } from '../../../src/workbench/files/formula-text';

/** What formulas are made of, by what it is wherever it stands. */
const PIECES: Readonly<Record<Exclude<TokenKind, 'unknown'>, readonly string[]>> = {
  text: ['""', '"a"', '"say ""hi"""', `"it's"`, '"(,)"', '"\n"'],
  sheet: [
    'Sheet1!',
    'दुकान!',
    'Cafe\u0301!',
    'Jan:Dec!',
    'Book.xlsx!',
    "'My stores'!",
    "'it''s'!",
    `'6" tall'!`,
    "'Q1:Q4'!",
    "'C:\\files\\[Book.xlsx]A'!",
  ],
  brackets: ['[]', '[Book.xlsx]', '[1]', '[@Lat]', '[[#This Row],[a]]', `[6'"]`, "['[']]", '[a"b]'],
  error: ['#REF!', '#N/A', '#DIV/0!', '#NAME?', '#GETTING_DATA', '#SPILL!'],
  reference: ['A1', '$b$2', 'XFD1048576', 'A1:B9', '$A:C', '2:$5', 'PY1', 'LOG10', 'xfd:xfd'],
  function: ['SUM', 'LOG10', 'STDEV.S', '_xlfn._xlws.SORT', '_xldudf_LOCATTR', 'काLOCATTR', 'A1'],
  name: ['x', 'R1C1', 'my.rate', '\\a', 'a?', 'मूल्य', 'XFE1', 'A1048577', 'A0', 'ſ1', '_xlpm.x'],
  number: ['1', '1.5E-3', '.5', '12.', '1048577', '1e9'],
  operator: [...'-+*/^&=<>%:;,(){}@#|.'],
  space: [' ', ' \n\t', '\u00a0'],
};

const kinds = Object.keys(PIECES) as (keyof typeof PIECES)[];
const piece = fc.constantFrom(
  ...kinds.flatMap((kind) => PIECES[kind].map((text) => ({ kind, text }))),
);
/** One after the other whatever comes of it: nothing is closed, nothing fits. */
const wild = fc
  .array(
    fc.oneof(
      piece.map(({ text }) => text),
      fc.constantFrom('"', "'", '[', ']', '!', '$', '?', '~', '\u0301', '\ud83d', '😀', 'é', '\0'),
    ),
    { maxLength: 40 },
  )
  .map((texts) => texts.join(''));
const anyText = fc.oneof(wild, fc.string({ unit: 'binary', maxLength: 60 }), fc.string());

describe('a formula cut into tokens', () => {
  it('is the same text again, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = formulaTokens(text);
        expect(tokensText(tokens)).toBe(text);
        expect(tokens.every((token) => token.text !== '')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has each piece as what it is, wherever it stands', () => {
    const formula = fc.array(piece, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(formula, (pieces) => {
        // A call has its bracket; between two pieces that would be one stands an operator.
        const expected = pieces.flatMap((each) => [
          each,
          each.kind === 'function'
            ? { kind: 'operator', text: '(' }
            : { kind: 'operator', text: '+' },
        ]);
        const text = expected.map((each) => each.text).join('');
        expect(formulaTokens(text)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, string]>([
    // Blanks before the bracket: LOG10 is called, B2 meets another area.
    ['LOG10 (A1)', 'function space operator reference operator'],
    ['B2 (A1:C3)', 'reference space operator reference operator'],
    ['A1:B9 (B2:C3)', 'reference space operator reference operator'],
    ['A1# @B2', 'reference operator space operator reference'],
    ['Sheet1!A1:Sheet1!B2', 'sheet reference operator sheet reference'],
    ['Jan:Dec!A1', 'sheet reference'],
    ['A1.:.B9', 'reference operator operator operator reference'],
    ['A.:.C+2:.5', 'reference operator reference'],
    ['x:$B$2', 'name operator reference'],
    ['T[[#This Row],[a]]', 'name brackets'],
    ['[1]Sheet1!A1', 'brackets sheet reference'],
    ['[1]!f(1)', 'brackets unknown function operator number operator'],
    ['R[1]C[-1]', 'name brackets name brackets'],
    ['2LOCATTR(1)', 'unknown operator number operator'],
    ['?LOCATTR(1)', 'unknown operator number operator'],
    ['"open&LOCATTR(1)', 'unknown'],
    ["A1+'open!B2", 'reference operator unknown'],
    ['T[open]]&[', 'name brackets unknown operator unknown'],
    ['"a"b"', 'text name unknown'],
  ])('%s is %s', (text, expected) => {
    expect(
      formulaTokens(text)
        .map(({ kind }) => kind)
        .join(' '),
    ).toBe(expected);
  });

  // Whatever takes as long as the square of this never ends.
  it.each([
    ...[
      '"',
      '""',
      "'",
      "''",
      "'a'",
      '[',
      "['",
      '[a[',
      '[[]',
      ']',
      '(',
      '{(',
      '1',
      '1.',
      '#',
      '#A_',
    ],
    ...['a', 'a:', 'a:b!', 'A1:', 'A1:B2:', '$', '?', ' ', 'LOG10 ', 'LOCATTR', 'LOCATTR("a",'],
    ...['a\u0301', "'\u0301", '"\'[', '[\'"', 'LET(x,', '_xlfn.', ',', '\ud83d', '.', '!', "!'"],
  ])('takes no longer for many times %j', (unit) => {
    const text = unit.repeat(60_000 / unit.length);
    expect(formulaTokens(text).length).toBeGreaterThan(0);
    for (const edge of [`="${text}`, `='${text}`, `=[${text}`, `=A1${text}`, `${text}é`]) {
      expect(formulaTokens(edge).length).toBeGreaterThan(0);
    }
    expect(formulaCalls(formulaTokens(text))).toBeDefined();
    const formula = `=${text}`.slice(0, 8_192);
    expect([locusCalls(formula), formulaParts(formula)]).toHaveLength(2);
  });
});

describe('the readers of tokens', () => {
  it('cut a formula at its references, and lose nothing but how these were written', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = formulaParts(text);
        if (parts === undefined) return;
        const printed = parts
          .map((part) => (typeof part === 'string' ? part : referenceText(part)))
          .join('');
        expect(formulaParts(printed)).toEqual(parts);
        const others = parts.filter((part) => typeof part === 'string').join('');
        expect(text.length).toBeGreaterThanOrEqual(others.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('find each call once, with arguments that lie within it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = formulaTokens(text);
        const calls = formulaCalls(tokens);
        const named = tokens.flatMap(({ kind }, at) => (kind === 'function' ? [at] : []));
        expect(calls.map(({ at }) => at)).toEqual(named);
        for (const { at, args } of calls) {
          const ends = [at, ...args.flat()];
          expect([...ends].sort((one, other) => one - other)).toEqual(ends);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('write into a file what reads the same again', () => {
    const { fromFile, toFile } = createFormulaText(['LOCATTR']);
    fc.assert(
      fc.property(wild, (text) => {
        const shown = fromFile(toFile(fromFile(text)));
        expect(fromFile(toFile(shown))).toBe(shown);
      }),
      { numRuns: 1_000 },
    );
  });
});
