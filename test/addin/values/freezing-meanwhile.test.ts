import { freeze } from '../../../src/addin/values/freezing';
import { thaw } from '../../../src/addin/values/thawing';
import type { Exchanging } from '../../../src/addin/spreadsheet/frozen-cells';
import { createFakeGrid, type FakeGrid } from './fake-grid';
import { knownAnswers, twoNames } from './known-answers';
import { partsFor, stores } from './stores-grid';

const ALL = { kind: 'all' } as const;
const CHANGED = 'Some cells changed in the meantime and were left as they are.';

describe('a formula that spills, and that something happens to meanwhile', () => {
  const SPILL = '=LOCATTR(B2:B4,C2:C4,"w_pop,w_age")';

  function spilled(): ReturnType<typeof stores> {
    const { grid } = stores(3);
    const given = { grid, ...partsFor(grid, knownAnswers(twoNames)) };
    given.grid.set('E2', [[SPILL], [''], ['']]);
    given.grid.show('E2', [
      [1, 12],
      [2, { error: '#N/A' }],
      [3, 14],
    ]);
    return given;
  }

  it('stays one, and is kept no longer, where one of its cells changes in the meantime', async () => {
    const { grid, parts, held } = spilled();
    grid.beforeExchange(() =>
      grid.show('E2', [
        [1, 12],
        [2, 13],
        [3, 14],
      ]),
    );
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 0, problems: [CHANGED] });
    expect(grid.read('E2')).toEqual([[SPILL]]);
    expect(held.held.join()).not.toContain('LOCATTR(');
    expect(grid.names().size).toBe(0);
  });

  it('stays kept, and only what is there is counted, where its values are cut off', async () => {
    const { grid, parts } = spilled();
    const exchange = async (): Promise<Exchanging> => {
      grid.set('E2', [[1, 12]]);
      return Promise.resolve({ kind: 'exchanged' });
    };
    const cut = { ...parts, cells: { ...grid.cells, exchange } };
    expect(await freeze(undefined, cut)).toMatchObject({ cells: 2, problems: [CHANGED] });
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('E2:F2')).toEqual([[SPILL, '']]);
  });
});

describe('rows that move while they are frozen', () => {
  const MOVES: [string, (grid: FakeGrid) => void][] = [
    ['are sorted', (grid) => grid.sortRows('Sheet1', 1, [4, 3, 2, 1])],
    ['come in above', (grid) => grid.insertRows('Sheet1', 1, 1)],
    ['go', (grid) => grid.deleteRows('Sheet1', 1, 1)],
  ];

  it.each(MOVES)('keep each its own value where rows %s', async (_what, move) => {
    const { grid, parts, held } = stores(4);
    const live = grid.copy();
    move(live);
    let turns = 0;
    const turn = (): Promise<void> => {
      turns += 1;
      return Promise.resolve(turns === 1 ? move(grid) : undefined);
    };
    const result = await freeze(undefined, { ...parts, turn });
    expect(result).toMatchObject({ cells: 0, problems: [CHANGED] });
    expect(grid.shown('A1:E6')).toEqual(live.shown('A1:E6'));
    expect(grid.all()).toEqual(live.all());
    // Nothing has become a value, so nothing is kept.
    expect(held.held.join()).not.toContain('LOCATTR(');
    expect(grid.names().size).toBe(0);
  });

  it('become values where their value is the same, and are counted', async () => {
    const { grid } = stores(4);
    const { parts } = partsFor(
      grid,
      knownAnswers(() => 7),
    );
    for (const row of [2, 3, 4, 5]) grid.show(`E${row}`, 7);
    grid.beforeExchange(() => grid.show('E4', 8));
    expect(await freeze(undefined, parts)).toMatchObject({ cells: 3, problems: [CHANGED] });
    expect(grid.shown('E2:E5')).toEqual([[7], [7], [8], [7]]);
    expect(grid.read('E4')).toEqual([['=LOCATTR($B4,$C4,E$1)']]);
    expect(await thaw(ALL, parts)).toMatchObject({ left: 0 });
    expect(
      grid
        .read('E3:E5')
        .flat()
        .every((input) => String(input).startsWith('=')),
    ).toBe(true);
  });

  it.each(MOVES)(
    'take no formula of another where rows %s while it is put back',
    async (_, move) => {
      const { grid, parts } = stores(4);
      const live = grid.copy();
      await freeze(undefined, parts);
      move(live);
      let turns = 0;
      const turn = (): Promise<void> => {
        turns += 1;
        return Promise.resolve(turns === 2 ? move(grid) : undefined);
      };
      const shown = live.shown('E2:E6');
      expect(await thaw(ALL, { ...parts, turn })).toMatchObject({ cells: 0, problems: [CHANGED] });
      expect(grid.shown('E2:E6')).toEqual(shown);
      const gone = 4 - live.read('E2:E6').filter(([input]) => input !== '').length;
      expect(await thaw(ALL, parts)).toMatchObject({ cells: 4 - gone, left: 0 });
      expect(grid.read('E2:E6')).toEqual(live.read('E2:E6'));
    },
  );

  it('are read by no formula from where they were before', async () => {
    const grid = createFakeGrid(['Sheet1', 'Other']);
    grid.set('Other!A2', [['w_pop']]);
    grid.set('Sheet1!A1', [['=LOCATTR(1,2,Other!$A$2)']]);
    grid.show('Sheet1!A1', 5);
    const { parts } = partsFor(
      grid,
      knownAnswers(() => 5),
    );
    await freeze(undefined, parts);
    let turns = 0;
    const turn = (): Promise<void> => {
      turns += 1;
      return Promise.resolve(turns === 2 ? grid.insertRows('Other', 0, 1) : undefined);
    };
    expect(await thaw(ALL, { ...parts, turn })).toMatchObject({ cells: 0, problems: [CHANGED] });
    expect(grid.read('Sheet1!A1')).toEqual([[5]]);
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('Sheet1!A1')).toEqual([['=LOCATTR(1,2,Other!$A$3)']]);
  });
});
