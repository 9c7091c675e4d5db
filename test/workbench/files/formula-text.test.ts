import { createFormulaText } from '../../../src/workbench/files/formula-text';

const { fromFile, toFile } = createFormulaText(['LOCATTR', 'LOCATTR_ADDRESS']);

describe('a formula in a file', () => {
  test.each([
    ['LOCATTR(A1,B1,"LOCATTR(x)")', '_xldudf_LOCATTR(A1,B1,"LOCATTR(x)")'],
    ['locattr (A1,B1,C1)+MYLOCATTR(1)', '_xldudf_locattr (A1,B1,C1)+MYLOCATTR(1)'],
    ["'LOCATTR(1)'!A1+LOCATTR_ADDRESS(A1,,C1)", "'LOCATTR(1)'!A1+_xldudf_LOCATTR_ADDRESS(A1,,C1)"],
    [
      'SORT(UNIQUE(A1:A9))&CONCAT(B1,STDEV.S(C:C))',
      '_xlfn._xlws.SORT(_xlfn.UNIQUE(A1:A9))&_xlfn.CONCAT(B1,_xlfn.STDEV.S(C:C))',
    ],
    // A column of a table, a cell and a text are no names that LET gives.
    [
      'LET(x,A1,T[x]+[@x]+x+XFE1+Jan:Dec!x&"x")',
      '_xlfn.LET(_xlpm.x,A1,T[x]+[@x]+_xlpm.x+XFE1+Jan:Dec!x&"x")',
    ],
    ['LET(XFE1,2,XFE1:XFE2)', '_xlfn.LET(_xlpm.XFE1,2,_xlpm.XFE1:XFE2)'],
    ['काLOCATTR(1)+कुIFS(1)+दुकान!A2', 'काLOCATTR(1)+कुIFS(1)+दुकान!A2'],
    ['LET(मूल्य,A1,मूल्य*2)', '_xlfn.LET(_xlpm.मूल्य,A1,_xlpm.मूल्य*2)'],
    ['SUM(A1)+CONTOSO_ADD(1)', 'SUM(A1)+CONTOSO_ADD(1)'],
    [
      'LET(x,A1,y, x*2,x+Y+Sheet1!x)',
      '_xlfn.LET(_xlpm.x,A1,_xlpm.y, _xlpm.x*2,_xlpm.x+_xlpm.Y+Sheet1!x)',
    ],
    [
      'MAP(A1:A3,LAMBDA(v,IF(v="v",v,LOCATTR(v,1,"v"))))',
      '_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.v,IF(_xlpm.v="v",_xlpm.v,_xldudf_LOCATTR(_xlpm.v,1,"v"))))',
    ],
    [
      'LET(f,LAMBDA(a,b,a+b),f(1,SUM({1,2})))',
      '_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.a,_xlpm.b,_xlpm.a+_xlpm.b),_xlpm.f(1,SUM({1,2})))',
    ],
  ])('has its prefixes, and loses them again: %s', (shown, written) => {
    expect(toFile(shown)).toBe(written);
    expect(fromFile(written)).toBe(shown);
  });

  test.each([
    ['[1]!_xldudf_LOCATTR(A1)+_xll.LOCATTR(1)', 'LOCATTR(A1)+LOCATTR(1)'],
    ['[1]Sheet1!A1+[2]!rate', '[1]Sheet1!A1+[2]!rate'],
    ['_xlfn.SINGLE(A1:A9)&_xlfn.SINGLE', '(A1:A9)&_xlfn.SINGLE'],
    ['_xll.OTHER(1)+T[_xlpm.x]&"_xlpm.x"', '_xll.OTHER(1)+T[_xlpm.x]&"_xlpm.x"'],
  ])('is read as Excel has written it elsewhere: %s', (written, shown) => {
    expect(fromFile(written)).toBe(shown);
  });
});
