import fc from 'fast-check';

/** As people write numbers; a spreadsheet would write most of them in another way. */
const NUMBERS = [
  ...['0.50', '.5', '5.', '007', '1.10', '0.0', '00', '1', '12.9350', '1.50'],
  ...['1E+05', '1e3', '1.50E-3', '.50e0', '1E308', '50%', '7.50%', '1.0%%'],
  ...['9007199254740993', '123456789012345678901234567890', '0.10000000000000000555'],
];
const TEXTS = [
  ...['""', '"yes"', '"no"', '"0.50"', '"w_pop_tt_1000"', '"say ""1.50"""', `"it's 5."`],
  ...['"फ़ीट 1.50"', '"नमस्ते"', '"=1.50"', '"a,b;c"', '"(0.50"', '"😀 .5"', '"é"', '"{1.50}"'],
];
const PLACES = [
  ...['A1', '$B$2', 'C$3', 'A1:B9', '$A:$C', '2:5', 'Sheet1!A1', "'Sheet1'!B2:B3"],
  ...['GST', 'rate_1.50', 'मूल्य', 'TRUE', 'FALSE', 'Sites[City]', 'Sites[[#All],[Rent 1.50]]'],
];
const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '^',
  '&',
  '=',
  '<>',
  '<',
  '>',
  '<=',
  '>=',
  ' + ',
  ' * ',
  ' > ',
];
const SIGNS = ['', '', '', '-', '+', '--', '-+'];
const GAPS = ['', '', ' '];

const anyOf = (texts: readonly string[]) => fc.constantFrom(...texts);

const { formula } = fc.letrec<{ formula: string; value: string; term: string }>((tie) => {
  const [value, term] = [tie('value'), tie('term')];
  const list = (parts: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
    fc
      .tuple(fc.array(parts, { minLength, maxLength }), anyOf([',', ', ', ' ,']))
      .map(([all, comma]) => all.join(comma));
  const call = (name: string, minLength: number, maxLength = minLength) =>
    list(value, minLength, maxLength).map((args) => `${name}(${args})`);
  const constant = fc.oneof(
    fc.tuple(anyOf(['', '-']), anyOf(NUMBERS)).map(([sign, number]) => sign + number),
    anyOf(TEXTS),
  );
  const array = fc
    .array(fc.array(constant, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 2 })
    .map((rows) => `{${rows.map((row) => row.join(',')).join(';')}}`);
  return {
    formula: fc.tuple(anyOf(['=', '=', '= ', '=+', '=-']), value).map((parts) => parts.join('')),
    value: fc
      .array(fc.tuple(term, anyOf(OPERATORS)), { minLength: 1, maxLength: 3 })
      .map((terms) =>
        terms.flatMap((pair, at) => (at === 0 ? pair.slice(0, 1) : [pair[1], pair[0]])).join(''),
      ),
    term: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.tuple(anyOf(SIGNS), anyOf(NUMBERS)).map(([sign, number]) => sign + number),
      anyOf(TEXTS),
      anyOf(PLACES),
      array,
      fc
        .tuple(anyOf(GAPS), value, anyOf(GAPS))
        .map(([before, inner, after]) => `(${before}${inner}${after})`),
      call('IF', 3),
      call('SUM', 1, 3),
      call('ROUND', 2),
      call('LOCATTR', 3),
      call('LOCSCORE', 2),
      call('NOT_KNOWN', 0, 2),
      fc.tuple(value, value).map(([first, second]) => `LET(x,${first},y_2,${second},x*1.50+y_2)`),
      value.map((inner) => `LAMBDA(x,${inner}+x)(0.50)`),
    ),
  };
});

/** Formulas with numbers in every spelling, as a person may type them. */
export const typedFormula: fc.Arbitrary<string> = formula;

/** What has been typed wrongly before, and one of each kind. */
export const TYPED_FORMULAS: readonly string[] = [
  '=IF(2>0.50,"yes","no")',
  '=1.50*GST',
  '=1E+05&"फ़ीट 1.50"',
  '=SUM({1.50,2;.5,007})&"it\'s"',
  '=LET(x,0.50,y,5.,x*y)&"done"',
  '=-1.10+ +50%&"a ""1.50"""',
  '=123456789012345678901234567890&"x"',
];
