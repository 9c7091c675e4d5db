import { callAt, filledSize } from '../../../src/addin/functions/call-elements';
import { locusCalls } from '../../../src/addin/spreadsheet/locus-calls';

function callIn(formula: string) {
  const [call] = locusCalls(formula);
  if (call === undefined) throw new Error(`no call in ${formula}`);
  return call;
}

describe('a call that fills several cells', () => {
  it.each([
    ['=LOCATTR(A2:A9,B2:B9,"a, b")', 8, 2],
    ['=LOCATTR($B$2:$B$9,$C$2:$C$9,E$1:H$1)', 8, 4],
    ['=LOCATTR(A1:C1,A2:C2,"a,b")', 2, 3],
    ['=LOCATTR(A1,B1,"a,b,c")', 1, 3],
    ['=LOCATTR(A1,B1,D1:D5)', 5, 1],
    ['=LOCATTR_ADDRESS(A2:B9,560034,"a")', 8, 2],
    ['=LOCSCORE("m",A2:A9)', 8, 1],
    ['=LOCATTR(A2:A9,B2:B9,"a,,b,")', 8, 3],
    ['=LOCSCORE("m",A2:A9,,$E$1:$G$2)', 8, 1],
    ['=LOCSCORE_COORDS("m",A2,B2,,$E$1:$F$5)', 1, 1],
    ['=LOCSCORE("m",A1:B1,,A2:B2)', 1, 2],
    ['=LOCATTR_ADDRESS("12, Main Road, Pune",411001,"a")', 1, 1],
    ['=LOCATTR(A1,B1,UPPER("a"))', 1, 1],
    ['=LOCATTR(A1,B1,"a")', 1, 1],
    ['=LOCCATALOG()', 1, 1],
  ])('%s has %i rows and %i columns', (formula, rows, columns) => {
    expect(filledSize(callIn(formula))).toEqual({ rows, columns });
  });

  it.each([
    ['=LOCATTR(A2:A9,B2:B9,"a, b")', 2, 1, ['A4', 'B4', '"b"']],
    ['=LOCATTR(A2:A9,7,E1:F1)', 7, 1, ['A9', '7', 'F1']],
    ['=LOCATTR(A1:C1,A2:C2,"a,b")', 1, 2, ['C1', 'C2', '"b"']],
    ['=LOCATTR(A1,B1,"a,b,c")', 0, 2, ['A1', 'B1', '"c"']],
    ['=LOCATTR(A1,B1,Names!D1:D5)', 4, 0, ['A1', 'B1', 'Names!D5']],
    ['=LOCATTR(A1,B1,D1:F2)', 1, 1, ['A1', 'B1', 'E2']],
    ['=LOCATTR(A1,B1,D1:F2)', 0, 2, ['A1', 'B1', 'F1']],
    ['=LOCATTR(A1,B1,D1:F2)', 1, 0, ['A1', 'B1', 'D2']],
    ['=LOCATTR_ADDRESS(A2:B9,560034,"a")', 3, 1, ['B5', '560034', '"a"']],
    ['=LOCATTR(A1,B1,"a,,b")', 0, 1, ['A1', 'B1', '""']],
    ['=LOCATTR(A1,B1,"a,,b")', 0, 2, ['A1', 'B1', '"b"']],
    ['=LOCSCORE("m",A2:A9,C2:C9)', 3, 0, ['"m"', 'A5', 'C5']],
    ['=LOCSCORE("m",A2:A9,"",$E$1:$G$2)', 3, 0, ['"m"', 'A5', '""', '$E$1:$G$2']],
    ['=LOCSCORE("m",A1:A2,"",C1:C2)', 1, 0, ['"m"', 'A2', '""', 'C2']],
  ])('%s is for %i down and %i across', (formula, down, across, args) => {
    expect(callAt(callIn(formula), down, across)?.args).toEqual(args);
  });

  it('is none for a cell beyond', () => {
    expect(callAt(callIn('=LOCATTR(A2:A9,B2:B9,"a,b")'), 8, 0)).toBeUndefined();
    expect(callAt(callIn('=LOCATTR(A2:A9,B2:B9,"a,b")'), 0, 2)).toBeUndefined();
  });
});
