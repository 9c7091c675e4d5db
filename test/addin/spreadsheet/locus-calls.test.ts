import { callsLocus } from '../../../src/addin/spreadsheet/locus-calls';

it.each([
  '=LOCATTR(A1,B1,"w_pop_tt")',
  '=_xldudf_LOCATTR(A1,B1,"x")',
  '=IFERROR(locscore($A$1,B2),"")',
  '=SUM(1,LOCSCORE_COORDS ("m",1,2))',
  '=LOCVARS(D1:F1,D2:F2)',
  '=-LOCATTR_ADDRESS(A1,B1,C1)',
  `='it"s'!A1&LOCATTR(A1,B1,"x")&"y"`,
  '="say ""hi"" "&LOCCATALOG()',
  '=दुकान!A2+LOCATTR(A1,B1,"x")',
])('%s calls a function of ours', (formula) => expect(callsLocus(formula)).toBe(true));

it.each([
  '=MYLOCATTR(1)',
  'LOCATTR(1,2,"x")',
  '=LOCATTR',
  '="=LOCATTR(1,2)"',
  `='LOCATTR(1)'!A1`,
  '="a ""LOCATTR(1)"" b"',
  '=ÄLOCATTR(1)',
  '=काLOCATTR(1)',
  '=a?LOCATTR(1)',
  '=my.LOCATTR(1)',
  '=A1',
  '',
  5,
  null,
  undefined,
  true,
])('%s does not', (formula) => expect(callsLocus(formula)).toBe(false));
