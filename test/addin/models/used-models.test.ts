import { usedModels } from '../../../src/addin/models/used-models';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

it('the models in formulas are counted by formula, whether written there or in cells', async () => {
  const { sheet } = createFakeSheet({
    Stores: [
      ['alpha', '', 'Beta'],
      ['=LOCSCORE(A$1,B2)', '=LOCSCORE(A$1,B3)', '=LOCSCORE(A1:C1,B4)'],
      ['=LOCSCORE("beta",A1)', '=LOCSCORE_COORDS("gamma",1,2)', '=LOCSCORE(A1&"x",B1)'],
      ['=LOCATTR(1,2,"delta")', '="LOCSCORE(""epsilon"",1)"', '=LOCSCORE(Gone!A1,B1)'],
    ],
  });
  expect(await usedModels(sheet)).toEqual([
    { name: 'alpha', formulas: 3 },
    { name: 'Beta', formulas: 2 },
    { name: 'gamma', formulas: 1 },
  ]);
});

it('a workbook that cannot be read uses none', async () => {
  const fake = createFakeSheet({ Stores: [['=LOCSCORE("a",1)']] });
  fake.fail('Excel is busy.');
  expect(await usedModels(fake.sheet)).toEqual([]);
});
