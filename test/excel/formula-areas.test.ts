import { readAddress } from '../../src/excel/cell-address';
import { callsLocus, formulaAreas } from '../../src/excel/formula-areas';

describe('a formula of ours', () => {
  it.each([
    '=LOCATTR(A1,B1,"w_pop_tt")',
    '=_xldudf_LOCATTR(A1,B1,"x")',
    '=IFERROR(locscore($A$1,B2),"")',
    '=SUM(1,LOCSCORE_COORDS ("m",1,2))',
    '=LOCVARS(D1:F1,D2:F2)',
    '=-LOCATTR_ADDRESS(A1,B1,C1)',
  ])('is %s', (formula) => expect(callsLocus(formula)).toBe(true));

  it.each(['=MYLOCATTR(1)', 'LOCATTR(1,2,"x")', '=LOCATTR', '=A1', '', 5, null, undefined, true])(
    'is not %s',
    (formula) => expect(callsLocus(formula)).toBe(false),
  );
});

describe('areas to calculate again', () => {
  const ours = '=LOCATTR(1,2,"x")';

  it('are vertical runs, so that a column filled down is one', () => {
    const sheet = [
      ['a', ours, ''],
      [1, ours, ours],
      [2, '', ours],
      [3, ours, ''],
    ];
    expect(formulaAreas(sheet, 1000)).toEqual([
      { row: 0, column: 1, rows: 2 },
      { row: 3, column: 1, rows: 1 },
      { row: 1, column: 2, rows: 2 },
    ]);
  });

  it('are no longer than asked, and none is lost', () => {
    const sheet = Array.from({ length: 2500 }, () => [ours]);
    expect(formulaAreas(sheet, 1000).map((area) => [area.row, area.rows])).toEqual([
      [0, 1000],
      [1000, 1000],
      [2000, 500],
    ]);
    expect(formulaAreas([], 1000)).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    ['Sheet1!B2', 'Sheet1', 'B2'],
    ["'My Sheet'!B2:C3", 'My Sheet', 'B2:C3'],
    ["'It''s!'!A1", "It's!", 'A1'],
    ["'[Book 1.xlsx]Sheet 1'!A1", 'Sheet 1', 'A1'],
    ['[Book.xlsx]Sheet1!A1', 'Sheet1', 'A1'],
  ])('%s has two parts', (address, sheet, cells) => {
    expect(readAddress(address)).toEqual({ sheet, cells });
  });

  it.each(['B2', '!B2', 'Sheet1!', ''])('%s is none', (address) => {
    expect(readAddress(address)).toBeUndefined();
  });
});
