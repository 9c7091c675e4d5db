import { callsPriceText, priceText } from '../../../src/taskpane/spending/price-text';

describe('a price in words', () => {
  it.each([
    [1_234.5, '', '1,234.5 credits'],
    [1, '', '1 credit'],
    [0, '', '0 credits'],
    [12.345, '₹', '₹ 12.35'],
    [0.00123, '€', '€ 0.0012'],
    [1_000_000, ' INR ', '1,000,000 INR'],
    [3, 'Rs.', '3 Rs.'],
  ])('%s in "%s" is %s', (cost, currency, text) => {
    expect(priceText(cost, { currency })).toBe(text);
  });

  it('of calls is known once a person has said what one costs, be it nothing', () => {
    expect(callsPriceText(2_400, { pricePerCall: 0.1, currency: '' })).toBe('240 credits');
    expect(callsPriceText(2_400, { pricePerCall: 0, currency: '' })).toBe('0 credits');
    expect(callsPriceText(2_400, { pricePerCall: null, currency: '' })).toBeUndefined();
  });
});
