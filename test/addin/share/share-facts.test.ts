import { readShareFacts } from '../../../src/addin/share/share-facts';
import { createFakePorts } from '../pane/fake-ports';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

it('the facts count our own formulas alone, and the addresses written in them', async () => {
  const sheet = createFakeSheet({
    Stores: [
      ['=LOCATTR(A1,B1,"x")'],
      ['=LOCATTR_ADDRESS("MG Road","560001","x")'],
      ['=LOCSCORE("shops, old (2)","MG Road")'],
      ['=LOCSCORE(MAX(A1,B1),"MG Road")'],
      ['=LOCSCORE("shops",A1,"2026-01-01")'],
      ['=LOCVARS(A1,B1)'],
      ['=LOCVARS("LOCATTR(1)",MYLOCSCORE("a","MG Road"))'],
      ['=LOCCATALOG("LOCATTR(")'],
    ],
  });
  const { ports } = createFakePorts({ sheet });
  expect(await readShareFacts(ports)).toMatchObject({ formulas: 5, withAddress: 3 });
});
