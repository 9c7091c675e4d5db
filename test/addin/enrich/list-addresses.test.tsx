/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';

import { createFakePorts } from '../pane/fake-ports';
import { openView } from '../pane/render-pane';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

jest.setTimeout(60_000);

type Rows = (string | number)[][];

const SHOPS: Rows = [
  ['Shop', 'Address', 'City', 'Pin Code'],
  ['One', 'Hill Road', 'Mumbai', 400050],
  ['Two', 'Park Street', 'Kolkata', 700016],
];

async function openList(rows: Rows, models: readonly string[] = []) {
  const sheet = createFakeSheet({ Stores: rows });
  const fake = createFakePorts({ sheet });
  await fake.ports.workbook.edit(
    models.map((alias) => ({
      kind: 'put-model' as const,
      model: { alias, modelId: alias.toLowerCase(), note: '', variables: [] },
    })),
  );
  const { user } = await openView('Enrich', fake);
  await screen.findByText(/^Stores!A1/);
  const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
  return {
    fake,
    sheet,
    user,
    chosen: (name: string) => select(name).options[select(name).selectedIndex]?.text,
    choose: (name: string, option: string) => user.selectOptions(select(name), option),
    sends: () => screen.queryByText('Sends', { selector: 'dt' })?.nextElementSibling?.textContent,
    add: async () => {
      const button = screen.getByRole('button', { name: 'Add columns' });
      await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
      await user.click(button);
      await screen.findByText(/1 column added/);
    },
  };
}

describe('an address in several columns', () => {
  it('is sent whole, as a line from a real row says before anything is added', async () => {
    const list = await openList(SHOPS, ['Shops']);
    expect(['Address', 'Address, part 2', 'Pincode'].map(list.chosen)).toEqual([
      'Address (B)',
      'City (C)',
      'Pin Code (D)',
    ]);
    await list.choose('Model score', 'Shops');
    // A score needs no pincode, but a person may still say where it is.
    expect(list.chosen('Pincode')).toBe('Pin Code (D)');
    await waitFor(() => expect(list.sends()).toBe('Hill Road, Mumbai 400050'));
    await list.add();
    const [[formula] = []] = list.sheet.read('E2');
    for (const cell of ['$B2', '$C2', '$D2']) expect(formula).toContain(cell);
  });

  it('loses, gains and turns its columns as a person chooses', async () => {
    const list = await openList(SHOPS);
    await list.choose('Address, part 2', 'No column');
    await waitFor(() => expect(list.sends()).toContain('Hill Road'));
    expect(list.sends()).not.toContain('Mumbai');
    await list.choose('Add to the address', 'Shop (A)');
    await waitFor(() => expect(list.sends()).toContain('Hill Road, One'));
    await list.choose('Address', 'City (C)');
    await waitFor(() => expect(list.sends()).toContain('Mumbai, One'));
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
    expect(list.chosen('Pincode')).toBe('Found in the address: 2 of 3 rows');
    await list.user.click(screen.getByRole('checkbox', { name: /\bw_pop_tt_1000\b/ }));
    await waitFor(() => expect(list.sends()).toMatch(/^12 MG Road, Bengaluru.*560001$/));
    await list.add();
    expect(list.sheet.read('C2')).toEqual([['=LOCATTR_ADDRESS($B2,$B2,"w_pop_tt_1000")']]);
    await list.choose('Pincode', 'Choose a column');
    await screen.findByText(/^Choose the pincode column/);
  });
});

describe('an address and a pincode the wrong way round', () => {
  it('are noticed before a call, and read as each other by one click', async () => {
    const list = await openList([
      ['Shop', 'Street', 'Zip'],
      ['One', 'Hill Road, Mumbai', 400050],
      ['Two', 'Park Street, Kolkata', 700016],
    ]);
    await list.user.click(screen.getByRole('checkbox', { name: /\bw_pop_tt_1000\b/ }));
    await list.choose('Pincode', 'Shop (A)');
    await list.choose('Address', 'Zip (C)');
    await list.choose('Pincode', 'Street (B)');
    await screen.findByText('Address and pincode look swapped.');
    await list.user.click(screen.getByRole('button', { name: 'Swap them' }));
    expect([list.chosen('Address'), list.chosen('Pincode')]).toEqual(['Street (B)', 'Zip (C)']);
    await waitFor(() => expect(list.sends()).toMatch(/^Hill Road, Mumbai.*400050$/));
    expect(screen.queryByText('Address and pincode look swapped.')).toBeNull();
  });
});

describe('coordinates in one column', () => {
  it('are read and asked for as two', async () => {
    const list = await openList([
      ['Shop', 'Coordinates'],
      ['One', '12.9352, 77.6245'],
      ['Two', '19.076, 72.8777'],
    ]);
    expect(list.chosen('Latitude and longitude')).toBe('Coordinates (B)');
    await list.user.click(screen.getByRole('checkbox', { name: /\bw_pop_tt_1000\b/ }));
    await waitFor(() => expect(list.sends()).toBe('12.9352, 77.6245'));
    await list.add();
    expect(String(list.sheet.read('C2')[0]?.[0])).toMatch(/^=LOCATTR\(.*\$B2.*"w_pop_tt_1000"\)$/);
  });
});

describe('a list without headers', () => {
  const addColumns = () => screen.getByRole('button', { name: 'Add columns' });

  it('is asked for in its towns, and says that this has to be checked', async () => {
    const list = await openList(
      [
        ['Sharma Stores', 'Bengaluru', 560001],
        ['Gupta Kirana and General Stores', 'Mumbai', 400050],
      ],
      ['Shops'],
    );
    expect(['Address', 'Pincode'].map(list.chosen)).toEqual(['Column B', 'Column C']);
    expect(screen.getByText(/^These columns look like addresses/)).toBeTruthy();
  });

  it('asks for the column before anything can be added, if it is not sure', async () => {
    const list = await openList(
      [
        ['Sharma Stores', 'Asha Rao', 560001],
        ['Gupta Stores', 'Ravi Kumar', 400050],
      ],
      ['Shops'],
    );
    await list.choose('Model score', 'Shops');
    expect(screen.getAllByText(/^Locus can’t tell which column has the addresses/)).toHaveLength(2);
    expect(addColumns().getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByText(/^These columns look like addresses/)).toBeNull();
    await list.choose('Address', 'Column A');
    expect(screen.queryByText(/^Locus can’t tell/)).toBeNull();
    await waitFor(() => {
      act(() => list.fake.runClock());
      expect(addColumns().getAttribute('aria-disabled')).not.toBe('true');
    });
  });

  it('asks for the pincodes where two columns look like them, and takes none for an answer', async () => {
    const list = await openList(
      [
        ['Sharma Stores', 125340, 'Bengaluru', 560001],
        ['Gupta Stores', 340512, 'Mumbai', 400050],
      ],
      ['Shops'],
    );
    await list.choose('Model score', 'Shops');
    expect(screen.getAllByText(/^Locus can’t tell which column has the pincodes/)).toHaveLength(2);
    await list.choose('Pincode', 'No column');
    await waitFor(() => expect(list.sends()).toBe('Bengaluru'));
    await list.choose('Pincode', 'Column D');
    await waitFor(() => expect(list.sends()).toBe('Bengaluru 560001'));
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
    const list = await openList(GROUPED, ['Shops']);
    await list.choose('Model score', 'Shops');
    await screen.findByText('“City” stands only in the first row of each group. Fill it down.', {
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
