import { withOwnColumns } from '../../src/enrich/own-columns';
import { guessChoice } from '../../src/enrich/place-choice';
import { readPlaceList } from '../../src/enrich/place-list';
import type { CellInput } from '../../src/spreadsheet/sheet';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

const ADDRESSES = ['12 Main Road, Pune', '7 Hill Street, Delhi', '3 Lake View, Kochi'];

/** A list without headers, beside it two columns that a formula in the first row fills. */
async function read(formula: CellInput, of = 'Stores') {
  const fake = createFakeSheet({
    Stores: ADDRESSES.map((address, row) => [
      address,
      `'41100${row}`,
      45.1234 + row,
      12.3456 + row,
    ]),
    Other: [],
  });
  fake.set(`${of}!C1`, [[formula]]);
  fake.show(`${of}!C1`, 45.1234);
  const reading = await fake.sheet.readBlock('Stores!A1:D3');
  if (reading.kind !== 'block') throw new Error(reading.kind);
  const list = readPlaceList(await withOwnColumns(reading.block, fake.sheet));
  return guessChoice(list);
}

describe('a column of our own values, without a header', () => {
  it('is never taken for a place, also where it is spilled', async () => {
    const choice = await read('=LOCATTR_ADDRESS(A1:A3,B1:B3,"w_perc,p_perc")');
    expect(choice).toMatchObject({ kind: 'address', roles: { address: 0, pincode: 1 } });
    expect(choice.roles.latitude).toBeUndefined();
  });

  it('is one of the list only, not of another sheet or of rows elsewhere', async () => {
    const elsewhere = await read('=LOCATTR_ADDRESS(A1:A3,B1:B3,"w_perc,p_perc")', 'Other');
    expect(elsewhere.roles).toMatchObject({ latitude: 2, longitude: 3 });
  });

  it('leaves a pair of plain numbers what it was', async () => {
    expect((await read(45.1234)).roles).toMatchObject({ latitude: 2, longitude: 3 });
  });
});
