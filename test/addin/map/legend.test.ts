import { legendOf } from '../../../src/addin/map/legend';

const measure = (values: readonly (number | null)[], format?: string) =>
  legendOf({ index: 3, title: 'Rent', values, format });

describe('the legend of a map', () => {
  const rents = [20_500, 31_200, 47_900, 52_000, 66_400, 71_300, 88_800, 93_100, 99_000, 140_000];

  it('names each class by rounded limits, in the column’s own format', () => {
    const { entries } = measure(rents, '"₹"#,##0');
    expect(entries.map(({ text, count }) => [text, count])).toEqual([
      ['Under ₹40,000', 2],
      ['₹40,000 to ₹60,000', 2],
      ['₹60,000 to ₹80,000', 2],
      ['₹80,000 to ₹100,000', 3],
      ['₹100,000 and more', 1],
    ]);
  });

  it('says which places have no value', () => {
    const { entries, valueText } = measure([...rents, null, null]);
    expect(entries.at(-1)).toEqual({ colour: undefined, text: 'No value', count: 2 });
    expect(valueText(null)).toBe('no value');
  });

  it('names a few different numbers by themselves', () => {
    expect(measure([4, 5, 4]).entries.map(({ text }) => text)).toEqual(['4', '5']);
    expect(measure([4, 4]).entries.map(({ text }) => text)).toEqual(['4']);
  });

  it('leaves the highest class open also where one place is in it', () => {
    const texts = measure([3, 4, 5, 6, 7, 8, 9]).entries.map(({ text }) => text);
    expect(texts.at(-1)).toMatch(/ and more$/);
  });

  it('is empty where no column holds numbers', () => {
    expect(legendOf(undefined)).toMatchObject({ title: undefined, entries: [] });
  });
});
