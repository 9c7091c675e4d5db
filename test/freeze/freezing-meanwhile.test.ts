import { freeze } from '../../src/freeze/freezing';
import { thaw } from '../../src/freeze/thawing';
import type { Exchanging } from '../../src/spreadsheet/frozen-cells';
import { stores } from './stores-grid';

const ALL = { kind: 'all' } as const;
const CHANGED = 'Some cells changed in the meantime and were left as they are.';

describe('a formula that spills, and that something happens to meanwhile', () => {
  const SPILL = '=LOCATTR(B2:B4,C2:C4,"w_pop,w_age")';

  function spilled(): ReturnType<typeof stores> {
    const given = stores(3);
    given.grid.set('E2', [[SPILL], [''], ['']]);
    given.grid.show('E2', [
      [1, 'a'],
      [2, { error: '#N/A' }],
      [3, 'c'],
    ]);
    return given;
  }

  it('stays one, and is kept no longer, where one of its cells changes in the meantime', async () => {
    const { grid, parts, held } = spilled();
    grid.beforeExchange(() =>
      grid.show('E2', [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
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
      grid.set('E2', [[1, 'a']]);
      return Promise.resolve({ kind: 'exchanged' });
    };
    const cut = { ...parts, cells: { ...grid.cells, exchange } };
    expect(await freeze(undefined, cut)).toMatchObject({ cells: 2, problems: [CHANGED] });
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 1, left: 0 });
    expect(grid.read('E2:F2')).toEqual([[SPILL, '']]);
  });
});
