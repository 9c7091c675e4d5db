import { interpolateViridis } from 'd3-scale-chromatic';
import fc from 'fast-check';
import { classesOf, legendOf, numberWriter, viridis } from '../../../src/addin/map/legend';

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

describe('the classes of a column', () => {
  const limits = (values: readonly number[]) => classesOf(values).classes.map(({ from }) => from);

  it('lie between limits as round as the numbers permit, about as many in each', () => {
    const people = [812, 9_431, 20_411, 27_950, 41_007, 58_233, 74_806, 90_112, 99_870, 152_300];
    const { classes } = classesOf(people);
    expect(classes.map(({ from, to }) => [from, to])).toEqual([
      [812, 20_000],
      [20_000, 40_000],
      [40_000, 80_000],
      [80_000, 100_000],
      [100_000, 152_300],
    ]);
    expect(classes.map(({ count }) => count)).toEqual([2, 2, 3, 2, 1]);
  });

  it('keep one metropolis from leaving everything else in the first', () => {
    const towns = Array.from({ length: 99 }, (_, index) => 1_000 + 10 * index);
    const { classes } = classesOf([...towns, 12_000_000]);
    expect(Math.max(...classes.map(({ count }) => count))).toBeLessThan(40);
  });

  it('are a number each where there are only a few, such as ratings', () => {
    const { classes, colourOf } = classesOf([1, 3, 3, 5, 1]);
    expect(classes.map(({ from, to, count }) => [from, to, count])).toEqual([
      [1, 1, 2],
      [3, 3, 2],
      [5, 5, 1],
    ]);
    expect(colourOf(4)).toBe(colourOf(3));
  });

  it('tell small, negative and fractional numbers apart too', () => {
    const shares = Array.from({ length: 50 }, (_, index) => index / 1_000 - 0.02);
    expect(limits(shares)).toEqual([-0.02, -0.01, 0, 0.01, 0.02]);
  });

  it('count the rows without a number, and give them no colour', () => {
    const { missing, colourOf } = classesOf([1, Number.NaN, 2, Infinity]);
    expect(missing).toBe(2);
    expect(colourOf(Number.NaN)).toBeUndefined();
    expect(colourOf(1)).toMatch(/^rgb/);
  });

  it('are one where all are equal, and none where there is nothing', () => {
    expect(classesOf([7, 7, 7]).classes).toMatchObject([{ from: 7, to: 7, count: 3 }]);
    expect(classesOf([Number.NaN]).classes).toEqual([]);
    expect(classesOf([]).classes).toEqual([]);
  });

  it('lose no value, whatever they are: each has the colour of the class that counts it', () => {
    const double = fc.double({ noDefaultInfinity: true });
    const tied = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(fc.array(fc.oneof(double, tied), { maxLength: 60 }), (values) => {
        const { classes, missing, colourOf } = classesOf(values);
        expect(classes.length).toBeLessThanOrEqual(5);
        expect(classes.every(({ count }) => count > 0)).toBe(true);
        expect(new Set(classes.map(({ colour }) => colour)).size).toBe(classes.length);
        for (const { colour, count } of classes) {
          expect(values.filter((value) => colourOf(value) === colour)).toHaveLength(count);
        }
        const counted = classes.reduce((sum, { count }) => sum + count, 0);
        expect(counted + missing).toBe(values.length);
      }),
    );
  });
});

/** Red, green and blue of either way of writing a colour. */
function levels(colour: string): number[] {
  if (!colour.startsWith('#')) return (colour.match(/\d+/g) ?? []).map(Number);
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

describe('the colours of the map', () => {
  it('are those of viridis, as far as an eye can tell', () => {
    for (let thousandth = 0; thousandth <= 1_000; thousandth += 1) {
      const wanted = levels(interpolateViridis(thousandth / 1_000));
      const given = levels(viridis(thousandth / 1_000));
      expect(given).toHaveLength(3);
      given.forEach((level, index) => {
        expect(Math.abs(level - (wanted[index] ?? NaN))).toBeLessThanOrEqual(6);
      });
    }
  });

  it('end where it ends', () => {
    expect(viridis(-1)).toBe(viridis(0));
    expect(viridis(2)).toBe(viridis(1));
    expect(viridis(1)).toBe('rgb(253 231 37)');
  });
});

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
