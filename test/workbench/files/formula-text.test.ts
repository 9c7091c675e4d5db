import { createFormulaText, namesWhatIsElsewhere } from '../../../src/workbench/files/formula-text';

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
    // A cell, a text and a name of a sheet are no names that LET gives.
    [
      'LET(x,A1,T_x+x+XFE1+Jan:Dec!x&"[x]")',
      '_xlfn.LET(_xlpm.x,A1,T_x+_xlpm.x+XFE1+Jan:Dec!x&"[x]")',
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
    ['A2#', '_xlfn.ANCHORARRAY(A2)'],
    ['SUM($D$1#,E:E)*2', 'SUM(_xlfn.ANCHORARRAY($D$1),E:E)*2'],
    ["'My ''own'''!B2#&\"A2#\"", "_xlfn.ANCHORARRAY('My ''own'''!B2)&\"A2#\""],
    ['SORT(UNIQUE(prices#))', '_xlfn._xlws.SORT(_xlfn.UNIQUE(_xlfn.ANCHORARRAY(prices)))'],
    ['SUM(A1:prices#)', 'SUM(A1:_xlfn.ANCHORARRAY(prices))'],
    ['@A1:A9', '_xlfn.SINGLE(A1:A9)'],
    ['1+@stores*2-@Jan!B:B', '1+_xlfn.SINGLE(stores)*2-_xlfn.SINGLE(Jan!B:B)'],
    [
      'IF(@C1:C9="@",-@D1:D9,@A2#)',
      'IF(_xlfn.SINGLE(C1:C9)="@",-_xlfn.SINGLE(D1:D9),_xlfn.SINGLE(_xlfn.ANCHORARRAY(A2)))',
    ],
    [
      'LAMBDA(a,[b],IF(ISOMITTED(b),a,a+b))(1)',
      '_xlfn.LAMBDA(_xlpm.a,_xlop.b,IF(_xlfn.ISOMITTED(_xlpm.b),_xlpm.a,_xlpm.a+_xlpm.b))(1)',
    ],
    ['MAP(A1:A3,LAMBDA([दर],दर*2))', '_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlop.दर,_xlpm.दर*2))'],
    ['LAMBDA([x],[y],x&y)("[x]")', '_xlfn.LAMBDA(_xlop.x,_xlop.y,_xlpm.x&_xlpm.y)("[x]")'],
    ['A1=#REF!', 'A1=#REF!'],
  ])('has its prefixes, and loses them again: %s', (shown, written) => {
    expect(toFile(shown)).toBe(written);
    expect(fromFile(written)).toBe(shown);
  });

  test.each([
    ['[1]!_xldudf_LOCATTR(A1)+_xll.LOCATTR(1)', 'LOCATTR(A1)+LOCATTR(1)'],
    ['[1]Sheet1!A1+[2]!rate', '[1]Sheet1!A1+[2]!rate'],
    ['_xlfn.SINGLE(A1:A9)&_xlfn.SINGLE', '@A1:A9&_xlfn.SINGLE'],
    ['_xlfn.SINGLE(INDEX(A1:A9,2))', '(INDEX(A1:A9,2))'],
    ['_xlfn.ANCHORARRAY(OFFSET(A1,1,0))', '_xlfn.ANCHORARRAY(OFFSET(A1,1,0))'],
    ['_xlfn.ANCHORARRAY(A1', '_xlfn.ANCHORARRAY(A1'],
    ['_xlfn.NEW.THING(A1)+_xlfn._xlws.OTHER(1)', '_xlfn.NEW.THING(A1)+_xlfn._xlws.OTHER(1)'],
    ['_xll.OTHER(1)+T[_xlpm.x]&"_xlpm.x"', '_xll.OTHER(1)+T[_xlpm.x]&"_xlpm.x"'],
  ])('is read as Excel has written it elsewhere: %s', (written, shown) => {
    expect(fromFile(written)).toBe(shown);
  });

  test.each(['@LOCATTR(A1,B1,C1)', '@(A1:A9)', '@INDEX(A1:A9,2)', '@A1:INDEX(A:A,5)'])(
    'takes the @ of %s as Excel writes it',
    (shown) => {
      expect(toFile(shown)).toMatch(/^_xlfn\.SINGLE\(.*\)$/);
    },
  );

  test.each(['@', '1+@', '@@A1', '#', 'A1##', '(((A1#', '@SUM(', '[', ']', '[b]#'])(
    'may be unfinished, and no sign of it is lost: %s',
    (broken) => {
      expect(toFile(broken).replace(/_xlfn\.\w+/g, '')).toMatch(/./);
    },
  );

  test.each([
    'SUM(Stores[Rent])',
    'Stores[[#This Row],[Rent]]*2',
    '[@Rent]',
    'VLOOKUP(A1,[2]Jan!A:B,2,0)',
    "'[Plan 2026.xlsx]Jan'!$A$1",
    "'C:\\plans\\[Plan.xlsx]Jan'!A1+1",
    '[1]!rate',
    '[1]!_xldudf_CONTOSO(1)',
    "Excel|'Plan'!A1",
    'LET(x,1,x+Stores[x])',
    'SUM(Stores[Rent',
  ])('is not written if it names what the file lacks: %s', (shown) => {
    expect(namesWhatIsElsewhere(toFile(shown))).toBe(true);
  });
});
