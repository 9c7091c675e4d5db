import { findRenaming } from '../../../src/addin/enrich/renaming';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

const SHOPS = [['=LOCSCORE("shops",A1)'], ['=LOCSCORE("shops",A2)']];
const STORES = [['=LOCSCORE("stores",A1)'], ['=LOCSCORE("stores",A2)']];
const NONE: readonly string[] = [];
const PROTECTED = { kind: 'failed', message: 'The sheet is protected.' };

describe('another name for a model', () => {
  it('is in the formulas that say the old one, and taken back from them', async () => {
    const { sheet, renaming } = await scores();
    expect(renaming.count).toBe(2);
    expect(await renaming.write()).toEqual({ kind: 'renamed', count: 2, kept: 0, uses: NONE });
    expect(sheet.read('B1:B2')).toEqual(STORES);
    expect(await renaming.undo()).toEqual({ kind: 'renamed', kept: 0, uses: NONE });
    expect(sheet.read('B1:B2')).toEqual(SHOPS);
  });

  it('does not overwrite what a person types before it is written', async () => {
    const { sheet, renaming } = await scores();
    sheet.set('B2', [['checked by hand: 0.7']]);
    expect(await renaming.write()).toEqual({ kind: 'renamed', count: 1, kept: 1, uses: NONE });
    expect(sheet.read('B1:B2')).toEqual([STORES[0], ['checked by hand: 0.7']]);
  });

  it('tells which formulas say the old one all the same', async () => {
    const { sheet, renaming } = await scores();
    sheet.set('B2', [['=LOCSCORE("shops",A2)*100'], ['=LOCSCORE("Shops",A3)']]);
    expect(await renaming.write()).toMatchObject({
      uses: ['Sheet1!B2', 'Sheet1!B3'],
    });
  });

  it('tells which formulas may read the old one from a cell', async () => {
    const { sheet, renaming } = await scores();
    sheet.set('C1', [['=LOCSCORE(A1,A2)'], ['=LOCSCORE("homes",A2)']]);
    expect(await renaming.write()).toMatchObject({ uses: ['Sheet1!C1'] });
  });

  it('tells what is left of it after an undo', async () => {
    const { sheet, renaming } = await scores();
    await renaming.write();
    sheet.set('B2', [['=LOCSCORE("stores",A2)*100']]);
    expect(await renaming.undo()).toEqual({
      kind: 'renamed',
      kept: 1,
      uses: ['Sheet1!B2'],
    });
  });

  it('is taken back at a second attempt where the first fails', async () => {
    const { sheet, renaming } = await scores();
    await renaming.write();
    sheet.fail('The sheet is protected.');
    expect(await renaming.undo()).toEqual(PROTECTED);
    sheet.fail(undefined);
    expect(await renaming.undo()).toEqual({ kind: 'renamed', kept: 0, uses: NONE });
    expect(sheet.read('B1:B2')).toEqual(SHOPS);
  });

  it('is not called written where the formulas cannot be read', async () => {
    const sheet = createFakeSheet({ Sheet1: SHOPS });
    sheet.fail('The sheet is protected.');
    const renaming = await findRenaming(sheet.sheet, 'shops', 'stores');
    expect(await renaming.write()).toEqual(PROTECTED);
  });
});

async function scores() {
  const sheet = createFakeSheet({ Sheet1: SHOPS.map(([formula = ''], row) => [row, formula]) });
  return { sheet, renaming: await findRenaming(sheet.sheet, 'shops', 'stores') };
}
