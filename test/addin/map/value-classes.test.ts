import { interpolateViridis } from 'd3-scale-chromatic';
import fc from 'fast-check';

import { distributionOf, viridis } from '../../../src/addin/map/distribution';

describe('the distribution of a column', () => {
  it('has bars between round numbers, each value in one of them', () => {
    const { bars, missing } = distributionOf([3, 11, 12, 55, 97]);
    expect(bars[0]?.from).toBe(0);
    expect(bars.at(-1)?.to).toBe(100);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    expect(missing).toBe(0);
  });

  it('counts the rows without a number, and gives them no colour', () => {
    const { missing, colourOf } = distributionOf([1, Number.NaN, 2, Infinity]);
    expect(missing).toBe(2);
    expect(colourOf(Number.NaN)).toBeUndefined();
    expect(colourOf(1)).toMatch(/^#|^rgb/);
  });

  it('is one bar where all are equal, and none where there is nothing', () => {
    expect(distributionOf([7, 7, 7]).bars.map(({ count }) => count)).toEqual([3]);
    expect(distributionOf([Number.NaN]).bars).toEqual([]);
    expect(distributionOf([]).bars).toEqual([]);
  });

  it('loses no value, whatever they are, in a handful of bars', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noDefaultInfinity: true })), (values) => {
        const { bars, missing } = distributionOf(values);
        const counted = bars.reduce((sum, { count }) => sum + count, 0);
        expect(counted + missing).toBe(values.length);
        expect(bars.length).toBeLessThan(40);
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
