import { createFrozenStore } from '../../src/workbook/frozen-store';
import { FROZEN_NAMESPACE } from '../../src/workbook/frozen-part';
import { freeze } from '../../src/freeze/freezing';
import type { FreezingParts } from '../../src/freeze/freezing';
import { thaw } from '../../src/freeze/thawing';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { createFakeGrid } from './fake-grid';
import type { FakeGrid } from './fake-grid';
import { stores } from './stores-grid';

const ALL = { kind: 'all' } as const;

describe('a column that was filled down', () => {
  it('becomes values, and its formulas again', async () => {
    const { grid, parts } = stores(5);
    const formulas = grid.read('E2:E6');
    expect(await freeze(undefined, parts)).toMatchObject({ kind: 'frozen', cells: 5, left: [] });
    expect(grid.read('E2:E6')).toEqual([[100], [101], [102], [103], [104]]);
    expect(await thaw(ALL, parts)).toEqual({ kind: 'thawed', cells: 5, left: 0, problems: [] });
    expect(grid.read('E2:E6')).toEqual(formulas);
  });

  it('takes its formulas back after it was cut and pasted, on a sheet with another name', async () => {
    const { grid, parts } = stores(3);
    const live = grid.copy();
    await freeze(undefined, parts);
    for (const one of [grid, live]) {
      one.move('Sheet1!E1:E4', 'Sheet1!H1');
      one.rename('Sheet1', 'My stores');
    }
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 3, left: 0 });
    expect(grid.read('H2:H4')).toEqual(live.read('H2:H4'));
  });

  it('takes its formulas back where rows were added below and the list was sorted then', async () => {
    const { grid, parts } = stores(4);
    const live = grid.copy();
    await freeze(undefined, parts);
    for (const one of [grid, live]) {
      one.set('A6', [['New', 1, 2]]);
      one.sortRows('Sheet1', 1, [5, 3, 1, 4, 2]);
    }
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 4, left: 0 });
    expect(grid.read('A1:E6')).toEqual(live.read('A1:E6'));
  });

  it('lets the page go on every few hundred cells while their places are looked for', async () => {
    const { grid, parts } = stores(5_000);
    const formulas = grid.read('E2:E5001');
    await freeze(undefined, parts);
    grid.set('E2500', [['mine']]);
    let turns = 0;
    const turn = (): Promise<void> => Promise.resolve(void (turns += 1));
    expect(await thaw(ALL, { ...parts, turn })).toMatchObject({ cells: 4_999, left: 1 });
    expect(turns).toBeGreaterThan(20);
    expect(grid.read('E2501:E5001')).toEqual(formulas.slice(2_499));
  });

  it('is left alone where somebody typed, and what it was is kept', async () => {
    const { grid, parts } = stores(4);
    const formulas = grid.read('E2:E5');
    await freeze(undefined, parts);
    grid.set('E3', [['mine']]);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 3, left: 1 });
    expect(grid.read('E2:E5')).toEqual([formulas[0], ['mine'], formulas[2], formulas[3]]);
    // Nothing is taken twice, and nothing is forgotten.
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 0, left: 1 });
    grid.set('E3', [[101]]);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('E2:E5')).toEqual(formulas);
  });

  it('is listed whole where the column that it reads is gone', async () => {
    const { grid, parts } = stores(3);
    await freeze(undefined, parts);
    grid.deleteColumns('Sheet1', 1, 1);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 0, left: 3 });
    expect(grid.read('D2:D4')).toEqual([[100], [101], [102]]);
  });

  it('is listed whole where somebody has taken the names away', async () => {
    const { grid, parts } = stores(3);
    await freeze(undefined, parts);
    for (const name of [...grid.names().keys()]) grid.dropName(name);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 0, left: 3 });
  });

  it('is thawed in part, and the rest later', async () => {
    const { grid, parts } = stores(6);
    const formulas = grid.read('E2:E7');
    await freeze(undefined, parts);
    const area = { sheet: 'Sheet1', row: 2, column: 0, rows: 2, columns: 9 };
    expect(await thaw({ kind: 'area', area }, parts)).toMatchObject({ cells: 2, left: 0 });
    expect(grid.read('E2:E7')).toEqual([
      [100],
      formulas[2 - 1],
      formulas[3 - 1],
      [103],
      [104],
      [105],
    ]);
    grid.insertRows('Sheet1', 1, 1);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 4, left: 0 });
    expect(grid.read('E3')).toEqual([['=LOCATTR($B3,$C3,E$1)']]);
  });
});

describe('a formula that reads a long range', () => {
  it('is frozen and thawed like any other', async () => {
    const grid = createFakeGrid();
    const formula = '=LOCATTR(1,2,"x")+SUM(H1:H150000)';
    grid.set('A1', [[formula]]);
    grid.show('A1', 5);
    const store = createFrozenStore(createFakeWorkbookParts().parts);
    const parts = { cells: grid.cells, store, now: () => 1_000, turn: () => Promise.resolve() };
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 1, left: [], problems: [] });
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('A1')).toEqual([[formula]]);
  });
});

describe('what freezing leaves alone', () => {
  it('is what shows an error or is still busy, and says so', async () => {
    const { grid, parts } = stores(3);
    grid.show('E2', { error: '#N/A' });
    grid.show('E3', { error: '#BUSY!' });
    expect(await freeze(undefined, parts)).toMatchObject({
      cells: 1,
      left: [
        { address: 'Sheet1!E2', reason: 'it shows an error' },
        { address: 'Sheet1!E3', reason: 'it’s still calculating' },
      ],
    });
  });

  it.each([
    ['=LOCATTR([Book.xlsx]S!A1,2,"x")', /another workbook/],
    ['=LOCATTR(1,2,"x")&WEBSERVICE("https://example.com")', /WEBSERVICE/],
    ['=HYPERLINK("https://example.com",LOCATTR(1,2,"x"))', /HYPERLINK/],
    ['=LOCATTR(cmd|A1,2,"x")', /another program/],
    ['=LOCATTR(Sheet1:Sheet3!A1,2,"x")', /several sheets/],
    ['=LOCATTR(A.:.A,2,"x")', /trimmed/],
    ['=LOCATTR(A1,2,"x")+SUM(Data!$2:.$5)', /trimmed/],
  ])('is %s', async (formula, reason) => {
    const { grid, parts } = stores(1);
    grid.set('E2', [[formula]]);
    grid.show('E2', 5);
    const result = await freeze(undefined, parts);
    expect(result).toMatchObject({
      cells: 0,
      left: [{ reason: expect.stringMatching(reason) as string }],
    });
    expect(grid.read('E2')).toEqual([[formula]]);
  });
});

describe('a formula that spills', () => {
  const SPILL = '=LOCATTR(B2:B4,C2:C4,"w_pop,w_age")';

  function spilled(): { grid: FakeGrid; parts: FreezingParts } {
    const { grid, parts } = stores(3);
    grid.set('E2', [[SPILL], [''], ['']]);
    grid.show('E2', [
      [1, 'a'],
      [2, { error: '#N/A' }],
      [3, 'c'],
    ]);
    return { grid, parts };
  }

  it('leaves all its values, and takes their place again', async () => {
    const { grid, parts } = spilled();
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 6, left: [] });
    expect(grid.shown('E2:F4')).toEqual([
      [1, 'a'],
      [2, { error: '#N/A' }],
      [3, 'c'],
    ]);
    grid.insertRows('Sheet1', 0, 1);
    grid.insertRows('Sheet1', 3, 1);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('E3:F6')).toEqual([
      ['=LOCATTR(B3:B6,C3:C6,"w_pop,w_age")', ''],
      ['', ''],
      ['', ''],
      ['', ''],
    ]);
  });

  it('does not come back over what somebody typed into its place', async () => {
    const { grid, parts } = spilled();
    await freeze(undefined, parts);
    grid.set('F3', [['mine']]);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 0, left: 1 });
    expect(grid.read('E2:F4')).toEqual([
      [1, 'a'],
      [2, 'mine'],
      [3, 'c'],
    ]);
  });

  it('does not come back where its first cell is gone', async () => {
    const { grid, parts } = spilled();
    await freeze(undefined, parts);
    grid.deleteRows('Sheet1', 1, 1);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 0, left: 1 });
    expect(grid.read('E2')).toEqual([[2]]);
  });
});

describe('whatever happens in between', () => {
  it('the formulas are in the workbook before the first cell is changed', async () => {
    const { grid, parts, held } = stores(3);
    let kept = '';
    grid.beforeExchange(() => (kept = held.held.join()));
    await freeze(undefined, parts);
    expect(kept).toContain(FROZEN_NAMESPACE);
    expect(kept).toContain('LOCATTR(');
  });

  it('no cell is changed where the workbook cannot keep them, and no name is left', async () => {
    const { grid, parts, held } = stores(3);
    const formulas = grid.read('E2:E4');
    held.fail('The workbook is read-only.');
    expect(await freeze(undefined, parts)).toEqual({
      kind: 'failed',
      message: 'The workbook is read-only.',
    });
    expect(grid.read('E2:E4')).toEqual(formulas);
    expect(grid.names().size).toBe(0);
  });

  it('no cell is changed where names cannot be given', async () => {
    const { grid, parts } = stores(3);
    grid.fail('anchor');
    expect(await freeze(undefined, parts)).toMatchObject({ kind: 'failed' });
    expect(grid.read('E2')).toEqual([['=LOCATTR($B2,$C2,E$1)']]);
  });

  it('formulas stay kept while they cannot be typed back', async () => {
    const { grid, parts } = stores(3);
    const formulas = grid.read('E2:E4');
    await freeze(undefined, parts);
    grid.fail('exchange', 'A cell is being edited.');
    expect(await thaw(ALL, parts)).toMatchObject({
      cells: 0,
      problems: ['A cell is being edited.'],
    });
    grid.mend();
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 3, left: 0 });
    expect(grid.read('E2:E4')).toEqual(formulas);
  });

  it('a page that ended before any cell was changed is thawed to what is there', async () => {
    const { grid, parts } = stores(3);
    const formulas = grid.read('E2:E4');
    grid.beforeExchange(() => grid.fail('exchange', 'gone'));
    grid.fail('read', 'gone');
    grid.mend();
    await freeze(undefined, parts);
    grid.mend();
    await thaw(ALL, parts);
    expect(grid.read('E2:E4')).toEqual(formulas);
  });

  it('what one copy has frozen is not lost when another freezes too', async () => {
    const { grid, parts, held } = stores(4);
    const formulas = grid.read('E2:E5');
    const upper = { sheet: 'Sheet1', row: 1, column: 4, rows: 2, columns: 1 };
    const lower = { ...upper, row: 3 };
    await freeze(upper, parts);
    const first = [...held.held];
    await freeze(lower, { ...parts, now: () => 2_000 });
    // As after two files were joined: both parts, the older one twice.
    held.held.push(...first);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 4, left: 0 });
    expect(grid.read('E2:E5')).toEqual(formulas);
  });
});
