import { labelWidth } from '../../src/workbench/label-width';

describe('the width of a column of labels', () => {
  it('follows the longest of them', () => {
    expect(
      labelWidth([
        ['The service', 5],
        ['Different places', 12],
      ]),
    ).toBeGreaterThanOrEqual(120);
    expect(labelWidth([['What it cost, on this device in all workbooks', 1]])).toBe(331);
  });

  it('is never less than a column has anyway, nor more than a screen takes', () => {
    expect(labelWidth([])).toBe(88);
    expect(labelWidth([[null], [12]])).toBe(88);
    expect(labelWidth([['a'.repeat(500)]])).toBe(480);
  });
});
