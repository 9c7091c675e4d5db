import { commaFault, readNumber } from '../../../../src/addin/pane/parts/NumberField';

describe('a typed number', () => {
  it.each([
    ['12', 12],
    [' 0.25 ', 0.25],
    ['1,000', 1_000],
    ['1 000', 1_000],
    ['1,234,567.5', 1_234_567.5],
    ['1,00,000', 100_000],
    ['12,34,56,789', 123_456_789],
    ['-3', -3],
  ])('"%s" is %d', (text, number) => {
    expect(readNumber(text)).toBe(number);
    expect(commaFault(text)).toBeUndefined();
  });

  it('is nothing where nothing is typed', () => {
    expect(readNumber('  ')).toBeUndefined();
    expect(commaFault('')).toBeUndefined();
  });

  it.each(['0,25', '1,5', '0,250', '1,0000', '1,00,00', '12,5.5', ',5', '5,'])(
    '"%s" is none, as its comma may be meant for the point',
    (text) => {
      expect(readNumber(text)).toBeNaN();
      expect(commaFault(text)).toBe('Use a decimal point, such as 0.25.');
    },
  );

  it.each(['ten', '1 5', '1.5.2', '0x10', '0b1', 'Infinity', '1e999'])(
    '"%s" is none, whatever its commas',
    (text) => {
      expect(readNumber(text)).toBeNaN();
      expect(commaFault(text)).toBeUndefined();
    },
  );
});
