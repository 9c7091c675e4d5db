/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';

import {
  addColumns,
  chosenColumn,
  combobox,
  figure,
  mayAdd,
  openList,
  type Rows,
  SHOPS_MODEL,
  tickPopulation,
  tickRetail,
} from './enriched-list';

jest.setTimeout(60_000);

const SHOPS: Rows = [
  ['Shop', 'Address', 'City', 'Pin Code'],
  ['One', 'Hill Road', 'Mumbai', 400050],
  ['Two', 'Park Street', 'Kolkata', 700016],
];

const sends = () => figure('Sends');

describe('an address in several columns', () => {
  it('is sent whole, as a line from a real row says before anything is added', async () => {
    const list = await openList(SHOPS, { models: [SHOPS_MODEL] });
    expect(['Address', 'Address, part 2', 'Pincode'].map(chosenColumn)).toEqual([
      'Address (B)',
      'City (C)',
      'Pin Code (D)',
    ]);
    await list.user.selectOptions(combobox('Model score'), 'Shops');
    // A score needs no pincode, but a person may still say where it is.
    expect(chosenColumn('Pincode')).toBe('Pin Code (D)');
    await waitFor(() => expect(sends()).toBe('Hill Road, Mumbai 400050'));
    await addColumns(list.user);
    await screen.findByText(/1 column added/);
    const [[formula] = []] = list.sheet.read('E2');
    for (const cell of ['$B2', '$C2', '$D2']) expect(formula).toContain(cell);
  });

  it('loses, gains and turns its columns as a person chooses', async () => {
    const list = await openList(SHOPS);
    await list.user.selectOptions(combobox('Address, part 2'), 'No column');
    await waitFor(() => expect(sends()).toContain('Hill Road'));
    expect(sends()).not.toContain('Mumbai');
    await list.user.selectOptions(combobox('Add to the address'), 'Shop (A)');
    await waitFor(() => expect(sends()).toContain('Hill Road, One'));
    await list.user.selectOptions(combobox('Address'), 'City (C)');
    await waitFor(() => expect(sends()).toContain('Mumbai, One'));
  });
});

describe('a whole address in one column', () => {
  it('needs no column of pincodes: they are found in it, and counted', async () => {
    const list = await openList([
      ['Shop', 'Address'],
      ['One', '12 MG Road, Bengaluru 560001'],
      ['Two', 'Park Street 2, Kolkata - 700016'],
      ['Three', 'Linking Road, Mumbai'],
    ]);
    expect(chosenColumn('Pincode')).toBe('Found in the address: 2 of 3 rows');
    await tickPopulation(list.user);
    await waitFor(() => expect(sends()).toMatch(/^12 MG Road, Bengaluru.*560001$/));
    await addColumns(list.user);
    await screen.findByText(/1 column added/);
    expect(list.sheet.read('C2')).toEqual([['=LOCATTR_ADDRESS($B2,$B2,"w_pop_tt_1000")']]);
    await tickRetail(list.user);
    await list.user.selectOptions(combobox('Pincode'), 'Choose a column');
    await screen.findAllByText(/^Choose the pincode column/);
  });
});

describe('an address and a pincode the wrong way round', () => {
  it('are noticed before a call, and read as each other by one click', async () => {
    const list = await openList([
      ['Shop', 'Street', 'Zip'],
      ['One', 'Hill Road, Mumbai', 400050],
      ['Two', 'Park Street, Kolkata', 700016],
    ]);
    await tickPopulation(list.user);
    await list.user.selectOptions(combobox('Pincode'), 'Shop (A)');
    await list.user.selectOptions(combobox('Address'), 'Zip (C)');
    await list.user.selectOptions(combobox('Pincode'), 'Street (B)');
    await screen.findByText('Address and pincode look swapped.');
    await list.user.click(screen.getByRole('button', { name: 'Swap them' }));
    expect([chosenColumn('Address'), chosenColumn('Pincode')]).toEqual(['Street (B)', 'Zip (C)']);
    await waitFor(() => expect(sends()).toMatch(/^Hill Road, Mumbai.*400050$/));
    expect(screen.queryByText('Address and pincode look swapped.')).toBeNull();
  });
});

describe('a list without headers', () => {
  it('is asked for in its towns, and says that this has to be checked', async () => {
    await openList(
      [
        ['Sharma Stores', 'Bengaluru', 560001],
        ['Gupta Kirana and General Stores', 'Mumbai', 400050],
      ],
      { models: [SHOPS_MODEL] },
    );
    expect(['Address', 'Pincode'].map(chosenColumn)).toEqual(['Column B', 'Column C']);
    expect(screen.getByText(/^These columns look like addresses/)).toBeTruthy();
  });

  it('asks for the column before anything can be added, if it is not sure', async () => {
    const list = await openList(
      [
        ['Sharma Stores', 'Asha Rao', 560001],
        ['Gupta Stores', 'Ravi Kumar', 400050],
      ],
      { models: [SHOPS_MODEL] },
    );
    await list.user.selectOptions(combobox('Model score'), 'Shops');
    expect(screen.getAllByText(/^Locus can’t tell which column has the addresses/)).toHaveLength(2);
    expect(mayAdd()).toBe(false);
    expect(screen.queryByText(/^These columns look like addresses/)).toBeNull();
    await list.user.selectOptions(combobox('Address'), 'Column A');
    expect(screen.queryByText(/^Locus can’t tell/)).toBeNull();
    await waitFor(() => {
      act(() => list.fake.runClock());
      expect(mayAdd()).toBe(true);
    });
  });

  it('asks for the pincodes where two columns look like them, and takes none for an answer', async () => {
    const list = await openList(
      [
        ['Sharma Stores', 125340, 'Bengaluru', 560001],
        ['Gupta Stores', 340512, 'Mumbai', 400050],
      ],
      { models: [SHOPS_MODEL] },
    );
    await list.user.selectOptions(combobox('Model score'), 'Shops');
    expect(screen.getAllByText(/^Locus can’t tell which column has the pincodes/)).toHaveLength(2);
    await list.user.selectOptions(combobox('Pincode'), 'No column');
    await waitFor(() => expect(sends()).toBe('Bengaluru'));
    await list.user.selectOptions(combobox('Pincode'), 'Column D');
    await waitFor(() => expect(sends()).toBe('Bengaluru 560001'));
  });
});

describe('a town that stands only in the first row of each group', () => {
  const GROUPED: Rows = [
    ['City', 'Shop', 'Address'],
    ['Bengaluru', 'A', '12 MG Road'],
    ['', 'B', '4 Church Street'],
    ['', 'C', '9 Brigade Road'],
    ['Pune', 'D', '1 Park Road'],
    ['', 'E', '2 Park Road'],
    ['', 'Total', ''],
  ];

  it('is filled down for every place with one click, which can be taken back', async () => {
    const list = await openList(GROUPED, { models: [SHOPS_MODEL] });
    await list.user.selectOptions(combobox('Model score'), 'Shops');
    await screen.findByText('“City” is only in the first row of each group. Fill it down.', {
      exact: false,
      selector: 'p',
    });
    await list.user.click(screen.getByRole('button', { name: 'Fill “City” down' }));
    await screen.findByText('3 cells filled in column A.');
    expect(list.sheet.read('A2:A7').flat()).toEqual([
      ...['Bengaluru', 'Bengaluru', 'Bengaluru', 'Pune', 'Pune'],
      '',
    ]);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Fill “City” down' })).toBeNull(),
    );
    expect(list.fake.prices).toEqual([]);
    await list.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(list.sheet.read('A2:A4').flat()).toEqual(['Bengaluru', '', '']);
  });
});
