import {
  usedNames,
  withAddedColumns,
  withOwnColumns,
  withPlacesAround,
} from '../../../src/addin/enrich/added-columns';
import { guessChoice } from '../../../src/engine/places/place-choice';
import { readPlaceList } from '../../../src/addin/enrich/place-list';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
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

describe('a list that was selected to its last column', () => {
  const LIST: CellInput[][] = [
    ['Shop', 'Lat', 'Lng'],
    ['One', 12.9, 77.6],
    ['Two', 19.1, 72.9],
  ];

  async function selected(beside: Readonly<Record<string, CellInput[][]>>, rows = LIST) {
    const fake = createFakeSheet({ Stores: rows });
    for (const [a1, cells] of Object.entries(beside)) fake.set(a1, cells);
    const reading = await fake.sheet.readBlock(`Stores!A1:C${rows.length}`, { rows: 2 });
    if (reading.kind !== 'block') throw new Error(reading.kind);
    return withAddedColumns(reading.block, fake.sheet);
  }

  it('has the columns of ours beside it, spilled ones and those after a foreign one too', async () => {
    const cells = await selected({ D1: [['Pop'], ['=LOCATTR($B2,$C2,"w_pop_tt")']] });
    expect(cells).toMatchObject({ address: 'Stores!A1:D3', columns: 4 });
    expect(cells.values).toHaveLength(2);
    const spilled = await selected({ D1: [['a', 'b'], ['=LOCATTR(B2:B3,C2:C3,"a,b")']] });
    expect(spilled.address).toBe('Stores!A1:E3');
    const after = await selected({ D1: [['Lat'], [1]], E1: [['m'], ['=LOCSCORE("m",$A2)']] });
    expect(after.address).toBe('Stores!A1:E3');
    expect(readPlaceList(after).columns.roles).toMatchObject({ latitude: 1, longitude: 2 });
  });

  it('has no other columns, nor ours beyond a gap or beside other rows', async () => {
    const formula = '=LOCATTR($B2,$C2,"w_pop_tt")';
    const others: Readonly<Record<string, CellInput[][]>>[] = [
      { D1: [['Rent'], [5]] },
      { E1: [['Pop'], [formula]] },
      { D7: [[formula]] },
      { D1: [['Rent'], ['=LEN(LOCVARS(D1:F1,D2:F2))']], E1: [['Size'], [1]] },
    ];
    for (const beside of others) expect((await selected(beside)).address).toBe('Stores!A1:C3');
  });

  it('has none of the columns that belong to another list right beside it', async () => {
    const cells = await selected({
      D1: [['Pop'], ['=LOCATTR($B2,$C2,D$1)']],
      E1: [
        ['Rival', 'Lat', 'Lng', 'Rent', 'm'],
        ['A', 13, 77, '=LOCATTR($F2,$G2,"w_rent")', '=LOCSCORE_COORDS("m",$F2,$G2)'],
      ],
    });
    expect(cells.address).toBe('Stores!A1:D3');
    expect([...(cells.ownColumns?.keys() ?? [])]).toEqual([3]);
  });

  it('says without a header what it has by the formulas', async () => {
    const list = await selected({ D1: [['=LOCATTR(B1:B2,C1:C2,"a,b")']] }, LIST.slice(1));
    expect([...(list.ownColumns ?? [])]).toEqual([
      [3, 'a'],
      [4, 'b'],
    ]);
  });
});

describe('columns that were selected without the places', () => {
  const LIST: CellInput[][] = [
    ['Shop', 'City', 'Pincode', 'Floor area', 'Format', 'Rent', '', 'Note'],
    ['One', 'Delhi', 110001, 800, 'Kiosk', 9, '', 'x'],
    ['Two', 'Mumbai', 400050, 900, 'Store', 8, '', 'y'],
    ['Three', 'Pune', 411001, 950, 'Store', 7, '', 'z'],
  ];

  async function selected(address: string, rows = LIST) {
    const { sheet } = createFakeSheet({ Stores: rows });
    const reading = await sheet.readBlock(`Stores!${address}`);
    if (reading.kind !== 'block') throw new Error(reading.kind);
    return (await withPlacesAround(reading.block, sheet)).address;
  }

  it('belong to the list around them, up to a blank column', async () => {
    expect(await selected('D1:E4')).toBe('Stores!A1:F4');
  });

  it('stay alone if the places are among them, or nowhere', async () => {
    expect(await selected('B1:D4')).toBe('Stores!B1:D4');
    const unplaced = LIST.map((row) => row.slice(3));
    expect(await selected('A1:B4', unplaced)).toBe('Stores!A1:B4');
  });
});

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
