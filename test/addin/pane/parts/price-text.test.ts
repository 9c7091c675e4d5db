import { numberLocale } from '../../../../src/engine/language/languages';
import {
  callsPriceText,
  priceFormat,
  priceText,
} from '../../../../src/addin/pane/parts/price-text';

describe('a column of prices', () => {
  it.each([
    [[315], '', '#,##0'],
    [[315, 2.5], '', '#,##0.00'],
    [[315], '₹', '"₹"#,##0.00'],
    [[315], 'eur', '"€"#,##0.00'],
    [[1_200], '¥', '"¥"#,##0'],
    [[0.0012, 0], '€', '"€"#,##0.00####'],
    [[1_200], 'tokens', '#,##0" tokens"'],
    [[2.5], '₿', '"₿"#,##0.00'],
    [[2], 'a"b', '#,##0" ab"'],
    [[], '$', '"$"#,##0.00'],
  ])('%j in "%s" is formatted %s', (costs, currency, format) => {
    expect(priceFormat(costs, { currency })).toBe(format);
  });

  it('has its unit where the locale has it', () => {
    expect(priceFormat([1], { currency: '€' }, 'de-DE')).toBe('#,##0.00"\u00a0€"');
  });
});

describe('a price in words', () => {
  it.each([
    [1_234.5, '', '1,234.5 credits'],
    [1, '', '1 credit'],
    [0, '', '0 credits'],
    [17.5, '₹', '₹17.50'],
    [12.345, '₹', '₹12.35'],
    [0.5, '$', '$0.50'],
    [0.00123, '€', '€0.0012'],
    [1_000_000, ' inr ', '₹1,000,000.00'],
    [3, 'Rs.', '₹3.00'],
    [1_200, 'tokens', '1,200 tokens'],
    [2.5, '₿', '₿2.5'],
  ])('%s in "%s" is %s', (cost, currency, text) => {
    expect(priceText(cost, { currency })).toBe(text);
  });

  it('is written in lakhs and crores where people count in them', () => {
    expect(priceText(12_345_678.5, { currency: '₹' }, 'en-IN')).toBe('₹1,23,45,678.50');
    expect(priceText(123_456, { currency: '' }, numberLocale('hi-IN'))).toBe('1,23,456 credits');
    expect(['en-GB', 'de-DE', 'hi', 'en-IN'].map(numberLocale)).toEqual([
      'en-GB',
      'en',
      'en',
      'en-IN',
    ]);
  });

  it('of calls is known once a person has said what one costs, be it nothing', () => {
    expect(callsPriceText(2_400, { pricePerCall: 0.1, currency: '' })).toBe('240 credits');
    expect(callsPriceText(2_400, { pricePerCall: 0, currency: '' })).toBe('0 credits');
    expect(callsPriceText(2_400, { pricePerCall: null, currency: '' })).toBeUndefined();
  });
});
