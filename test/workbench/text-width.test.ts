import { labelWidth } from '../../src/workbench/text-width';

const LETTER = 9;
const widthOf = (text: string): number => text.length * LETTER + 8;

describe('the width of a column of labels', () => {
  it('is that of the widest of them, in the letters that the page draws', () => {
    const heading = 'Where the answers came from, since Locus was opened';
    const rows = [['The service', 5], [heading, 'Answers'], [null], [12]];
    expect(labelWidth(rows, widthOf)).toBe(widthOf(heading));
    expect(labelWidth(rows, (text) => text.length)).toBe(88);
  });

  it('is never less than a column has anyway, nor more than a screen takes', () => {
    expect(labelWidth([], widthOf)).toBe(88);
    expect(labelWidth([[null], [12]], widthOf)).toBe(88);
    expect(labelWidth([['a'.repeat(500)]], widthOf)).toBe(480);
  });
});
