import { formulaParts, referenceText } from '../../../src/addin/spreadsheet/formula-parts';

/** The references that a formula holds, as they would be written anew. */
function references(formula: string): string[] | undefined {
  const parts = formulaParts(formula);
  return parts?.flatMap((part) => (typeof part === 'string' ? [] : [referenceText(part)]));
}

describe('the references in a formula', () => {
  it.each<[string, string[]]>([
    ['=A1+$B$2:C3', ['A1', '$B$2:C3']],
    ['=Stores!A2', ['Stores!A2']],
    // Letters with marks of their own: Hindi, Thai, an accent that stands by itself.
    ['=दुकान!A2', ["'दुकान'!A2"]],
    ['=ร้านค้า!B2:B9', ["'ร้านค้า'!B2:B9"]],
    ['=Cafe\u0301!C3', ["'Cafe\u0301'!C3"]],
    [`='दुकान 2'!A2`, ["'दुकान 2'!A2"]],
    ['=मूल्यA1+A2', ['A2']],
    ['=A1कि+A2', ['A2']],
    // Functions whose names are cells, with or without blanks.
    ['=LOG10(A1)', ['A1']],
    ['=LOG10 (A1)', ['A1']],
    ['=log10  (A1)+atan2 (B1,C1)', ['A1', 'B1', 'C1']],
    // A blank between two areas is where they meet, also where one stands in brackets.
    ['=SUM(A1:B9 (B2:C3))', ['A1:B9', 'B2:C3']],
    ['=A1 (B2)', ['A1', 'B2']],
    ['=SUM(A1.:.B9)', ['A1', 'B9']],
    // Names, though their ends or their beginnings are cells or columns.
    ['=LET(x,A1,x:$B$2)', ['A1', '$B$2']],
    ['=XFE1+A1048577+ſ1+A0+x:T[a]', []],
    ['=XFD1048576+.5:1', ['XFD1048576']],
    ['=A1:Other!B2', ['A1', 'Other!B2']],
    ['=LOG10+1', ['LOG10']],
    ['="LOG10 (A1)"', []],
  ])('%s', (formula, expected) => {
    expect(references(formula)).toEqual(expected);
  });

  it('are none of a formula that goes through several sheets, whatever their letters', () => {
    expect(references('=SUM(दुकान:बाज़ार!A2)')).toBeUndefined();
  });
});
