import { numberWriter } from '../../../src/addin/map/number-pattern';

test.each([
  [undefined, 81_386, '81,386'],
  ['General', 0.43754, '0.43754'],
  ['0', 2.6, '3'],
  ['#,##0', 81_386, '81,386'],
  ['0.00', 1_234.5, '1234.50'],
  ['0%', 0.125, '13%'],
  ['0.0"%"', 12.5, '12.5%'],
  ['"₹"#,##0', 50_000, '₹50,000'],
  ['[$₹-4009] #,##0', 50_000, '₹ 50,000'],
  ['[$-409]#,##0', 50_000, '50,000'],
  ['#,##0.0" km"', 3.42, '3.4 km'],
  ['#,##0,"k"', 81_386, '81k'],
  ['\\~0', 3, '~3'],
  ['#,##0;-#,##0', -5, '-5'],
  ['#,##0 ;(#,##0)', -1_200, '(1,200)'],
  ['#,##0;[Red](#,##0);"none"', 0, '0'],
  ['0.0', -0.01, '0.0'],
  ['# ?/?', 0.5, '0.5'],
  ['0.00E+00', 1_234, '1,234'],
  ['@', 7, '7'],
  ['"', 7, '7'],
])('the format %p shows %d as %p', (format, value, text) => {
  expect(numberWriter(format)(value)).toBe(text);
});

test('rupees are grouped by lakh and crore where the sheet groups them so', () => {
  const format = '[>=10000000]"₹"##\\,##\\,##\\,##0;[>=100000]"₹"##\\,##\\,##0;"₹"##,##0';
  expect([123, 45_000, 1_234_567, 123_456_789, -45_000].map(numberWriter(format))).toEqual([
    '₹123',
    '₹45,000',
    '₹12,34,567',
    '₹12,34,56,789',
    '-₹45,000',
  ]);
});

test('limits that would read alike get as many decimals as they need, and no more', () => {
  const limits = [0.25, 0.5, 0.75];
  expect(limits.map(numberWriter('0', limits))).toEqual(['0.3', '0.5', '0.8']);
  expect([10, 20].map(numberWriter('0', [10, 20]))).toEqual(['10', '20']);
});
