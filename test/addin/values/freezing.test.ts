import { FROZEN_NAMESPACE } from '../../../src/addin/workbook/frozen-store';
import { freeze } from '../../../src/addin/values/freezing';
import { forgetLeft } from '../../../src/addin/values/frozen-areas';
import { listFrozen } from '../../../src/addin/values/frozen-list';
import { thaw, type ThawingParts } from '../../../src/addin/values/thawing';
import { createFakeGrid, type FakeGrid } from './fake-grid';
import { byLatitude, knownAnswers, twoNames } from './known-answers';
import { partsFor, stores } from './stores-grid';

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

  it.each([
    ['inserted', (grid: FakeGrid) => grid.insertRows('Sheet1', 3, 2), 6],
    ['deleted', (grid: FakeGrid) => grid.deleteRows('Sheet1', 2, 2), 4],
  ])('takes its formulas back after rows were sorted and %s', async (_, change, cells) => {
    const { grid, parts } = stores(6);
    const live = grid.copy();
    await freeze(undefined, parts);
    for (const one of [grid, live]) {
      one.sortRows('Sheet1', 1, [6, 2, 1, 4, 3, 5]);
      change(one);
      one.sortRows('Sheet1', 1, [4, 2, 3, 1]);
    }
    expect(await thaw(ALL, parts)).toEqual({ kind: 'thawed', cells, left: 0, problems: [] });
    expect(grid.read('A1:E9')).toEqual(live.read('A1:E9'));
    expect(await listed(parts)).toEqual([]);
  });

  it('gives no formula to a row that came in where another went', async () => {
    const { grid, parts } = stores(4);
    const live = grid.copy();
    await freeze(undefined, parts);
    for (const one of [grid, live]) {
      one.insertRows('Sheet1', 3, 1);
      one.deleteRows('Sheet1', 1, 1);
    }
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 3 });
    expect(grid.read('A1:E9')).toEqual(live.read('A1:E9'));
  });

  it('takes the formula of an empty row back, but gives none to a row that came in', async () => {
    const { grid, parts } = stores(4);
    grid.set('B3', [['', '']]);
    grid.show('E3', '');
    const formulas = grid.read('E2:E5');
    await freeze(undefined, parts);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 4, left: 0 });
    expect(grid.read('E2:E5')).toEqual(formulas);
    grid.show('E2', 100);
    grid.show('E3', '');
    grid.show('E4', 102);
    grid.show('E5', 103);
    await freeze(undefined, parts);
    grid.insertRows('Sheet1', 3, 1);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 3 });
    expect(grid.read('E3:E4')).toEqual([[''], ['']]);
  });

  it('is calculated from what the device keeps, and no call is made', async () => {
    const { grid } = stores(3);
    const { calculate, asked } = knownAnswers(byLatitude, true);
    const { parts } = partsFor(grid, { calculate, asked });
    const formulas = grid.read('E2:E4');
    await freeze(undefined, parts);
    grid.set('B3', [[5]]);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 2, left: 1 });
    expect(grid.read('E2:E4')).toEqual([formulas[0], [101], formulas[2]]);
    // The store at latitude 5 would be a call.
    expect(asked).toHaveLength(2);
  });

  it('counts as restored where Undo has brought it back already', async () => {
    const { grid, parts, held } = stores(3);
    const formulas = grid.read('E2:E4');
    await freeze(undefined, parts);
    grid.set('E2', formulas);
    expect(await thaw(ALL, parts)).toEqual({ kind: 'thawed', cells: 0, left: 0, problems: [] });
    expect(held.held.join()).not.toContain('LOCATTR(');
    expect(grid.names().size).toBe(0);
  });

  it('is kept once where Undo has brought it back and it is frozen once more', async () => {
    const { grid, parts } = stores(3);
    const formulas = grid.read('E2:E4');
    await freeze(undefined, parts);
    grid.set('E2', formulas);
    formulas.forEach((_, row) => grid.show(`E${row + 2}`, 100 + row));
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 3 });
    expect(await listed(parts)).toEqual(['Sheet1!E2:E4 3']);
    // The column, its header, and the two columns that it reads.
    expect(grid.names().size).toBe(4);
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

  it('is listed with its formula where somebody typed, and restored if that person insists', async () => {
    const { grid, parts } = stores(4);
    const formulas = grid.read('E2:E5');
    await freeze(undefined, parts);
    grid.set('E3', [['mine']]);
    await thaw(ALL, parts);
    grid.insertRows('Sheet1', 0, 1);
    const list = await listFrozen(parts.store, parts.cells);
    if (list.kind === 'failed') throw new Error(list.message);
    expect(list.lost).toMatchObject({
      count: 1,
      formulas: [{ address: 'Sheet1!E4', isGone: false, formula: '=LOCATTR($B4,$C4,E$2)' }],
    });
    const anchors = new Set(list.lost.anchors);
    expect(await thaw({ kind: 'some', anchors }, parts)).toMatchObject({ cells: 0, left: 1 });
    const { lost } = (await listFrozen(parts.store, parts.cells)) as typeof list;
    const scope = { kind: 'some', anchors: new Set(lost.anchors), isForced: true } as const;
    expect(await thaw(scope, parts)).toMatchObject({ cells: 1, left: 0 });
    grid.deleteRows('Sheet1', 0, 1);
    expect(grid.read('E2:E5')).toEqual(formulas);
  });

  it('is one run however many rows show an error, and those are left out of the count', async () => {
    const { grid, parts } = stores(8);
    for (const row of [3, 6]) grid.show(`E${row}`, { error: '#N/A' });
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 6 });
    expect(await listed(parts)).toEqual(['Sheet1!E2:E9 6']);
    grid.sortRows('Sheet1', 1, [8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 6, left: 0 });
    expect(grid.read('E2:E9')).toEqual(stores(8).grid.read('E2:E9'));
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

describe('a column that was frozen, thawed in part, and frozen once more', () => {
  it('lists a formula of either time whose cell shows something else', async () => {
    const { grid, parts } = stores(6);
    const formulas = grid.read('E2:E7');
    await freeze(undefined, parts);
    const area = { sheet: 'Sheet1', row: 3, column: 4, rows: 2, columns: 1 };
    await thaw({ kind: 'area', area }, parts);
    grid.show('E4', 102);
    grid.show('E5', 103);
    expect(await freeze(undefined, { ...parts, now: () => 2_000 })).toMatchObject({ cells: 2 });
    grid.set('E2', [['mine']]);
    grid.set('E5', [['mine']]);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 4, left: 2 });
    const list = await listFrozen(parts.store, parts.cells);
    expect(list).toMatchObject({
      groups: [],
      lost: {
        count: 2,
        formulas: [
          { address: 'Sheet1!E5', formula: formulas[3]?.[0] },
          { address: 'Sheet1!E2', formula: formulas[0]?.[0] },
        ],
      },
    });
  });

  it('lists what was looked at, and keeps the rest, until that is deleted or restored', async () => {
    const { grid, parts } = stores(4);
    const formulas = grid.read('E2:E5');
    await freeze(undefined, parts);
    grid.set('E2', [['mine']]);
    const area = { sheet: 'Sheet1', row: 1, column: 4, rows: 2, columns: 1 };
    expect(await thaw({ kind: 'area', area }, parts)).toMatchObject({ cells: 1, left: 1 });
    const list = await listFrozen(parts.store, parts.cells);
    if (list.kind === 'failed') throw new Error(list.message);
    expect(list).toMatchObject({ groups: [{ cells: 2 }], lost: { count: 1 } });
    await forgetLeft(new Set(list.lost.anchors), parts);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 2, left: 0 });
    expect(grid.read('E2:E5')).toEqual([['mine'], ...formulas.slice(1)]);
    expect(grid.names().size).toBe(0);
  });
});

describe('a formula that reads a long range', () => {
  it('is frozen and thawed like any other', async () => {
    const grid = createFakeGrid();
    const formula = '=LOCATTR(1,2,"x")+SUM(H1:H150000)';
    grid.set('A1', [[formula]]);
    grid.show('A1', 5);
    const { parts } = partsFor(
      grid,
      knownAnswers(() => 5),
    );
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 1, left: [], problems: [] });
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('A1')).toEqual([[formula]]);
  });
});

describe('what freezing leaves alone', () => {
  it('is a column of hundreds of different formulas, and says so', async () => {
    const { grid, parts } = stores(1);
    for (let row = 1; row <= 201; row += 1) {
      grid.set(`G${row}`, [[`=LOCATTR(${12 + row / 100},77,"x")`]]);
      grid.show(`G${row}`, 100 + row);
    }
    const result = await freeze(undefined, parts);
    if (result.kind === 'failed') throw new Error(result.message);
    expect(result.cells).toBe(1);
    expect(result.left).toHaveLength(201);
    const reason = 'its column has more than 200 different formulas';
    expect(result.left[0]).toEqual({ address: 'Sheet1!G1', reason });
    // Fewer at a time are no trouble, and come back.
    const area = { sheet: 'Sheet1', row: 0, column: 6, rows: 150, columns: 1 };
    expect(await freeze(area, { ...parts, now: () => 2_000 })).toMatchObject({ cells: 150 });
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 151, left: 0 });
  });

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

  function spilled(): { grid: FakeGrid; parts: ThawingParts } {
    const { grid } = stores(3);
    grid.set('E2', [[SPILL], [''], ['']]);
    grid.show('E2', [
      [1, 12],
      [2, { error: '#N/A' }],
      [3, 14],
    ]);
    return { grid, ...partsFor(grid, knownAnswers(twoNames)) };
  }

  it('leaves all its values, and takes their place again', async () => {
    const { grid, parts } = spilled();
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 6, left: [] });
    expect(grid.shown('E2:F4')).toEqual([
      [1, 12],
      [2, { error: '#N/A' }],
      [3, 14],
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
      [1, 12],
      [2, 'mine'],
      [3, 14],
    ]);
  });

  it('takes the place of what is left where the row of its first cell is gone', async () => {
    const { grid, parts } = spilled();
    await freeze(undefined, parts);
    grid.deleteRows('Sheet1', 1, 1);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('E2')).toEqual([['=LOCATTR(B2:B3,C2:C3,"w_pop,w_age")']]);
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

async function listed({ store, cells }: ThawingParts): Promise<string[]> {
  const list = await listFrozen(store, cells);
  if (list.kind === 'failed') throw new Error(list.message);
  return list.groups.map((group) => `${group.address} ${group.cells}`);
}
