import { freeze } from '../../../src/addin/values/freezing';
import { thaw } from '../../../src/addin/values/thawing';
import { findRenaming } from '../../../src/addin/enrich/renaming';
import { createFakeGrid } from '../values/fake-grid';
import { knownAnswers } from '../values/known-answers';
import { partsFor } from '../values/stores-grid';

const ALL = { kind: 'all' } as const;
const SHOPS = [
  ['=LOCSCORE("Shops",$A1)'],
  ['=LOCSCORE("Shops",$A2)'],
  ['=LOCSCORE("Homes",$A3)+LOCSCORE( "shops" ,$A3)'],
  ['=LOCSCORE("Homes","Shops")'],
];
const STORES = [
  ['=LOCSCORE("Stores",$A1)'],
  ['=LOCSCORE("Stores",$A2)'],
  ['=LOCSCORE("Homes",$A3)+LOCSCORE( "Stores" ,$A3)'],
  ['=LOCSCORE("Homes","Shops")'],
];

describe('another name for a model', () => {
  it('is in formulas that were frozen before', async () => {
    const { grid, parts, rename } = await frozenScores();
    const renaming = await rename();
    expect(renaming.count).toBe(3);
    expect(await renaming.write()).toEqual({ kind: 'renamed', count: 3, kept: 0, uses: NONE });
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 4, left: 0 });
    expect(grid.read('B1:B4')).toEqual(STORES);
  });

  it('is taken back from them', async () => {
    const { grid, parts, rename } = await frozenScores();
    const renaming = await rename();
    await renaming.write();
    expect(await renaming.undo()).toEqual({ kind: 'renamed', kept: 0, uses: NONE });
    await thaw(ALL, parts);
    expect(grid.read('B1:B4')).toEqual(SHOPS);
  });

  it('is not taken back from what was thawed meanwhile', async () => {
    const { grid, parts, rename } = await frozenScores();
    const renaming = await rename();
    await renaming.write();
    await thaw(ALL, parts);
    expect(await renaming.undo()).toMatchObject({ kind: 'renamed' });
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 0, left: 0 });
    expect(grid.read('B1:B4')).toEqual(STORES);
  });

  it('says why where the workbook cannot keep it', async () => {
    const { held, rename } = await frozenScores();
    const renaming = await rename();
    held.fail('The workbook is read-only.');
    const message = 'The workbook is read-only.';
    expect(await renaming.write()).toEqual({ kind: 'failed', message });
  });

  it('changes nothing where no frozen formula says the old one', async () => {
    const { held, rename } = await frozenScores();
    const before = [...held.held];
    const renaming = await rename('Offices');
    expect(renaming.count).toBe(0);
    expect(await renaming.write()).toMatchObject({ kind: 'renamed', count: 0, uses: NONE });
    expect(held.held).toEqual(before);
  });

  it('is not written into what was thawed while a question stood', async () => {
    const { grid, parts, rename } = await frozenScores();
    const renaming = await rename();
    await thaw(ALL, parts);
    await renaming.write();
    expect(await thaw(ALL, parts)).toMatchObject({ cells: 0, left: 0 });
    expect(grid.read('B1:B4')).toEqual(SHOPS);
  });

  it('does not do for frozen formulas that read the old one from a cell', async () => {
    const { rename } = await frozenScores([['=LOCSCORE($A1,$A1)'], ['=LOCSCORE($A2,$A2)']]);
    const renaming = await rename();
    const uses = { cells: [], frozen: 2 };
    expect(await renaming.write()).toEqual({ kind: 'renamed', count: 0, kept: 0, uses });
  });
});

/** The third is asked for by two models, and added. */
const SCORES: Readonly<Record<string, number>> = { One: 10, Two: 11, Three: 6, Shops: 13 };
const NONE = { cells: [], frozen: 0 };

async function frozenScores(formulas = SHOPS) {
  const grid = createFakeGrid();
  grid.set('A1', [['One'], ['Two'], ['Three'], ['Four']]);
  grid.set('B1', formulas);
  formulas.forEach((_, row) => grid.show(`B${row + 1}`, row + 10));
  const known = knownAnswers(({ place }) =>
    place.kind === 'address' ? SCORES[place.address] : undefined,
  );
  const { held, parts } = partsFor(grid, known);
  await freeze(undefined, parts);
  // Nothing says the name in a cell.
  const sheet: Parameters<typeof findRenaming>[0] = {
    formulas: () => Promise.resolve({ kind: 'formulas', formulas: [] }),
    write: () => Promise.reject(new Error('nothing is to be written')),
    undo: () => Promise.reject(new Error('nothing is to be undone')),
  };
  return {
    grid,
    held,
    parts,
    rename: (from = 'Shops') => findRenaming(sheet, parts.store, from, 'Stores'),
  };
}
