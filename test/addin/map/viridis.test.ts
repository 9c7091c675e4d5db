import { interpolateViridis } from 'd3-scale-chromatic';

import { viridis } from '../../../src/addin/map/viridis';

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
