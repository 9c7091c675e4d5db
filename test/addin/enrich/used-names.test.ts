import { usedNames } from '../../../src/addin/enrich/used-names';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

test('the names that formulas ask for are those used last, each once', async () => {
  const { sheet } = createFakeSheet({
    S: [
      ['Lat', 'Lng', 'W_Head', 'Name'],
      [1, 2, '=LOCATTR($A2,$B2,C$1)', '=LOCATTR(A2,B2,"w_a, w_b")'],
      [1, 2, '=LOCATTR($A3,$B3,C$1)', '=IF(1,LOCATTR_ADDRESS(A2,B2,"w_c"))'],
      ['=LOCSCORE("m",A2)', '=LOCATTR(1,2,UPPER("x"))', '=LOCVARS("w_x",1)'],
    ],
  });
  expect(await usedNames(sheet)).toEqual(['w_c', 'w_head', 'w_a', 'w_b']);
});

test('a workbook without formulas, or that cannot be read, has none', async () => {
  const fake = createFakeSheet({ S: [['Lat']] });
  expect(await usedNames(fake.sheet)).toEqual([]);
  fake.fail('Excel is busy.');
  expect(await usedNames(fake.sheet)).toEqual([]);
});
