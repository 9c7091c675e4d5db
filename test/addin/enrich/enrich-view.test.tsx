/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';

import { SHOWN_FORMATS } from '../../places/shown-formats';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import {
  addColumns,
  addPopulation,
  button,
  checkbox,
  chosenColumn,
  combobox,
  figure,
  mayAdd,
  openList,
  type Rows,
  SHOPS_MODEL,
  STORES,
  tickPopulation,
  tickRetail,
} from './enriched-list';

jest.setTimeout(60_000);

describe('a list of coordinates', () => {
  it('leads on to a ranking by the new columns', async () => {
    const { user } = await openList();
    await screen.findByText('Stores!A1:C6');
    await tickPopulation(user);
    await tickRetail(user);
    await addColumns(user);
    await screen.findByText('2 columns added in Stores!D1:E6.');
    await user.click(button('Rank these places'));
    await screen.findByRole('group', { name: 'Population within 1,000 m' });
    await screen.findByRole('group', { name: 'Normalised share of retail outlets (GC)' });
  });

  it('is understood, and told in figures before anything is written', async () => {
    const { user, sheet } = await openList();
    await screen.findByText('Stores!A1:C6');
    expect([chosenColumn('Latitude'), chosenColumn('Longitude')]).toEqual(['Lat (B)', 'Lng (C)']);
    await tickPopulation(user);
    await tickRetail(user);
    await waitFor(() => expect(figure('Calls')).toBe('2'));
    expect(figure('Rows')).toBe('5, 1 blank');
    expect(figure('Unique places')).toBe('2');
    expect(figure('Values')).toBe('4');
    expect(figure('Time')).toBe('a few seconds');
    expect(figure('Goes to')).toBe('D1:E6');
    const bad = within(screen.getByRole('list', { name: 'Rows to fix' }));
    expect(bad.getByText(/1 row: not a number/)).toBeTruthy();
    expect(sheet.read('D1:E6').flat().join('')).toBe('');
  });

  it.each([
    ['whole rows', 'A2:C3'],
    ['cells of one column', 'A2:A3'],
  ])('of which %s are selected gets values in these rows, and its header', async (_, a1) => {
    const sheet = createFakeSheet({ Stores: STORES });
    sheet.select(`Stores!${a1}`);
    const { user } = await openList(STORES, { sheet });
    await screen.findByText('Stores!A1:C6');
    await screen.findByText(/^Only the 2 selected rows get values\./);
    expect(chosenColumn('Latitude')).toBe('Lat (B)');
    await tickPopulation(user);
    await waitFor(() => expect(figure('Left out')).toBe('3 not selected'));
    expect(figure('Rows')).toBe('2');
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D1:D6/);
    expect(sheet.read('D1:D6').flat()).toEqual([
      'Population within 1,000 m',
      '=LOCATTR($B2,$C2,"w_pop_tt_1000")',
      '=LOCATTR($B3,$C3,"w_pop_tt_1000")',
      ...['', '', ''],
    ]);
  });

  it.each([
    [['Six', 12.7, 77.3], 1],
    [['Average', 12.7, 77.3], 0],
    [['Shop', 'Lat', 'Lng'], 0],
    [['', '', ''], 0],
  ])('that goes on after a blank row says so: %j', async (next, count) => {
    const rows = [...STORES, ['', '', ''], next, ['Seven', 12.6, 77.2]];
    const { fake, user } = await openList(rows);
    act(() => fake.select('Stores!A1'));
    await screen.findByText('Stores!A1:C6');
    await tickPopulation(user);
    await waitFor(() => expect(figure('Rows')).toBe('5, 1 blank'));
    const words =
      'More places follow in row 8, after a blank row. To include them, select all rows.';
    expect(screen.queryAllByText(words)).toHaveLength(count);
  });

  it.each(['A1:C4', 'A2:C6', 'A:C'])('is whole where %s is selected', async (a1) => {
    const sheet = createFakeSheet({ Stores: STORES });
    sheet.select(`Stores!${a1}`);
    await openList(STORES, { sheet });
    await screen.findByRole('combobox', { name: 'Latitude' });
    expect(screen.queryByText(/^Only the/)).toBeNull();
  });

  it('may have other countries’ codes, if the settings say so', async () => {
    const rows = [
      ['Address', 'Postcode'],
      ['10 Downing Street', 'SW1A 2AA'],
      ['221B Baker Street', 'NW1 6XE'],
    ];
    const { fake, user } = await openList(rows);
    await tickPopulation(user);
    act(() => void fake.ports.preferences.save({ pincodes: 'any' }));
    await waitFor(() => expect(figure('Unique places')).toBe('2'));
    expect(chosenColumn('Pincode')).toBe('Postcode (B)');
  });

  it('gets its columns by one click, and loses exactly them by another', async () => {
    const { user, sheet, fake } = await openList();
    await tickPopulation(user);
    await screen.findByText('2 calls');
    // What it adds stands beside the button, wherever the rest was scrolled to.
    expect(button('Add columns').parentElement?.textContent).toMatch(/^Population within 1,000 m/);
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D1:D6/);
    expect(fake.acts).toContain('reveal Stores!D1:D6');
    // Locus would not ask about two calls, so that there is nothing to approve.
    expect(fake.heldCalls.ahead).toEqual([]);
    expect(sheet.read('D1:D6').flat()).toEqual([
      'Population within 1,000 m',
      ...[2, 3, 4, 5, 6].map((row) => `=LOCATTR($B${row},$C${row},"w_pop_tt_1000")`),
    ]);
    // It is there now: adding it once more would be a mistake.
    await waitFor(() => expect(mayAdd()).toBe(false));
    expect(screen.queryByText(/Already in the list/)).toBeNull();
    sheet.set('D3', [['mine']]);
    await user.click(button('Undo'));
    await screen.findByText('Columns removed, except 1 cell changed since.');
    expect(sheet.read('D1:D6').flat()).toEqual(['', '', 'mine', '', '', '']);
    expect(sheet.read('A1:C6')).toEqual(STORES);
  });

  it.each([
    ['selected to its last column', STORES, 'A1:C6'],
    ['without headers', STORES.slice(1, 4), 'A1'],
    ['without headers, selected whole', STORES.slice(1, 4), 'A1:C3'],
  ])('that is %s gets nothing a second time', async (_, rows, selected) => {
    const sheet = createFakeSheet({ Stores: rows });
    sheet.select(selected);
    const { user, fake } = await openList(rows, { sheet });
    await tickPopulation(user);
    await addColumns(user);
    act(() => fake.runClock());
    await screen.findByText(/1 column added in Stores!D1:/);
    await waitFor(() => expect(mayAdd()).toBe(false));
    await user.click(button('Undo'));
    await screen.findByText('Columns removed.');
    await waitFor(() => expect(mayAdd()).toBe(true));
  });

  it('is not offered an undo of what was undone in the sheet, until that is done again', async () => {
    const { user, sheet, fake } = await openList();
    await addPopulation(user);
    const written = sheet.read('D1:D6');
    const look = (a1: string): void => {
      act(() => fake.select(`Stores!${a1}`));
      act(() => fake.runClock());
    };
    look('D1');
    expect(button('Undo')).toBeTruthy();
    sheet.set('D1', [[''], [''], [''], [''], [''], ['']]);
    look('A1');
    await screen.findByText('No longer there: undone, changed or moved since.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.queryByText(/1 column added/)).toBeNull();
    sheet.set('D1', written);
    look('D1');
    await screen.findByText(/1 column added in Stores!D1:D6/);
    // One cell that still reads as it was written is enough.
    sheet.set('D1', [['x'], [''], [''], [''], ['mine']]);
    look('A1');
    await act(async () => undefined);
    expect(button('Undo')).toBeTruthy();
  });

  it('gets columns twice, and loses the last first', async () => {
    const { user, sheet } = await openList();
    await addPopulation(user);
    await waitFor(() => expect(mayAdd()).toBe(false));
    await tickRetail(user);
    // What was said of the first stands there only for its way back.
    await screen.findByText('Already in the list: Population within 1,000 m.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(button('Undo previous change')).toBeTruthy();
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!E1:E6/);
    await user.click(button('Undo'));
    await screen.findByText('Columns removed.');
    expect(sheet.read('D1:E1')).toEqual([['Population within 1,000 m', '']]);
    await user.click(button('Undo previous change'));
    await waitFor(() => expect(sheet.read('D1:E1')).toEqual([['', '']]));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(sheet.read('A1:C6')).toEqual(STORES);
  });

  it('keeps what it was given and the way back to itself', async () => {
    const { user, sheet, fake } = await openList();
    sheet.set('H1', [
      ['Lat', 'Lng'],
      [12.9, 77.6],
    ]);
    await addPopulation(user);
    await tickRetail(user);
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!E1:E6/);
    const other = async (a1: string): Promise<void> => {
      sheet.select(a1);
      act(() => fake.select(`Stores!${a1}`));
      await screen.findByText(/^Stores!(?:A1:E6|H1:I2)$/);
    };
    await other('H1');
    expect(screen.queryByText(/column added/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    await other('A1');
    await screen.findByText(/1 column added in Stores!E1:E6/);
    // The first of the two, though it is not the last.
    await user.click(button('Undo previous change'));
    await screen.findByText('Columns removed.');
    expect(sheet.read('D1:E1')).toEqual([['', 'Normalised share of retail outlets (GC)']]);
    await screen.findByText(/1 column added in Stores!E1:E6/);
  });

  it('is offered first what the workbook uses already, but for what is misspelt', async () => {
    const formula = '=LOCATTR(1,2,"p_retial_gc_np, p_retail_gc_np")';
    const { user } = await openList([...STORES, ['', '', '', formula]]);
    const names = within(screen.getByRole('group', { name: 'Attributes to choose from' }));
    await names.findByText('Used in this workbook');
    expect(names.getAllByRole('checkbox')[0]).toBe(checkbox(/\bp_retail_gc_np\b/));
    expect(names.queryByText(/p_retial_gc_np/)).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Find or paste attributes' }), 'pop');
    await waitFor(() => expect(names.queryByText('Used in this workbook')).toBeNull());
  });

  it('overwrites nothing: it says what is in the way, and offers the next free column', async () => {
    const { user, sheet } = await openList();
    sheet.set('E5', [['notes']]);
    await tickPopulation(user);
    await user.click(checkbox(/\bw_pop_tt_500\b/));
    await addColumns(user);
    await screen.findByText('Nothing was added, because E5 would be overwritten.');
    expect(
      sheet
        .read('D1:F6')
        .flat()
        .filter((cell) => cell !== ''),
    ).toEqual(['notes']);
    await user.click(button('Begin in column F'));
    await screen.findByText(/2 columns added in Stores!F1:G6/);
    expect(sheet.read('F2:G2')).toEqual([
      ['=LOCATTR($B2,$C2,"w_pop_tt_1000")', '=LOCATTR($B2,$C2,"w_pop_tt_500")'],
    ]);
    expect(sheet.read('E5')).toEqual([['notes']]);
  });

  it('is found below a title, and its hidden rows and totals get nothing', async () => {
    const rows: Rows = [
      ['Our stores', '', ''],
      ['Store', 'Lat', 'Lng'],
      ['One', 12.9352, 77.6245],
      ['Two', 19.076, 72.8777],
      ['Total', '', ''],
    ];
    const sheet = createFakeSheet({ Stores: rows });
    sheet.hide(4);
    const { user } = await openList(rows, { sheet });
    expect(chosenColumn('Headers')).toBe('Row 2: Store, Lat, Lng');
    await tickPopulation(user);
    await waitFor(() => expect(figure('Calls')).toBe('1'));
    expect(figure('Left out')).toBe('1 hidden, 1 total');
    await user.click(checkbox(/Leave out 1 hidden row/));
    await waitFor(() => expect(figure('Left out')).toBe('1 total'));
    await waitFor(() => expect(figure('Calls')).toBe('2'));
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D2:D5/);
    expect(sheet.read('D1:D5').flat()).toEqual([
      '',
      'Population within 1,000 m',
      '=LOCATTR($B3,$C3,"w_pop_tt_1000")',
      '=LOCATTR($B4,$C4,"w_pop_tt_1000")',
      '',
    ]);
    await user.selectOptions(combobox('Headers'), 'None');
    await waitFor(() => expect(chosenColumn('Headers')).toBe('None'));
  });

  it.each<[string, Rows, string | RegExp, [string, string] | undefined]>([
    [
      'no header says which columns the coordinates are',
      [
        [77.6245, 12.9352],
        [72.8777, 19.0761],
      ],
      'These columns look like coordinates, though no header says so. Check them.',
      ['Latitude', 'Column A'],
    ],
    [
      'each row has another place that is named alike',
      [
        ['start_lat', 'start_lng', 'end_lat', 'end_lng'],
        [12.9352, 77.6245, 19.0761, 72.8777],
      ],
      'Each row has another place, in “end_lat” + “end_lng”. Check that these are the right columns.',
      ['Latitude', 'end_lat (C)'],
    ],
    [
      'two columns without a header have coordinates',
      [
        ['12.9352, 77.6245', '19.0761, 72.8777'],
        ['12.9716, 77.5946', '19.0176, 72.8561'],
      ],
      /^Each row has another place, in “Column B”\./,
      undefined,
    ],
  ])('is to be checked where %s', async (_, rows, hint, choice) => {
    const { user } = await openList(rows);
    await screen.findByText(hint);
    if (choice === undefined) return;
    await user.selectOptions(combobox(choice[0]), choice[1]);
    expect(screen.queryByText(hint)).toBeNull();
  });

  it.each([...SHOWN_FORMATS, ['[h]:mm:ss', 0.5378, '12:54:26', true] as const])(
    'is asked for as it is shown, or not at all: %s of %d',
    async (format, lat, _shown, isOther) => {
      const sheet = createFakeSheet({ Stores: [] });
      const cells = [
        ['Store', 'Lat', 'Lng'],
        ['One', lat, 77.6],
      ];
      const formats = [undefined, format];
      await sheet.sheet.write({ sheet: 'Stores', row: 0, column: 0, cells, formats });
      const { user } = await openList([], { sheet });
      if (isOther) {
        await screen.findByText(
          /^The number format of B2 shows other degrees than its number, which formulas read\./,
        );
        await tickPopulation(user);
        expect(mayAdd()).toBe(false);
      } else {
        await tickPopulation(user);
        await waitFor(() => expect(figure('Calls')).toBe('1'));
      }
    },
  );

  it.each<[string, Rows, string | RegExp]>([
    [
      'the last row is their mean',
      [
        ['Store', 'Lat', 'Lng'],
        ['A', 12.9352, 77.6245],
        ['B', 19.0596, 72.8295],
        ['', 15.9974, 75.227],
      ],
      'The last row is a total. Remove it.',
    ],
    [
      'the next column says on which side of the equator it is',
      [
        ['Lat', 'N/S', 'Long', 'E/W'],
        [33.92, 'S', 18.42, 'E'],
      ],
      /^Another column says S or W\./,
    ],
    [
      'they are radians',
      [
        ['Lat', 'Lng'],
        [0.22639, 1.3537],
        [0.33294, 1.27196],
        [0.49941, 1.34755],
      ],
      'Latitude and longitude look like radians or gon. Convert them to degrees first.',
    ],
    [
      'two lists with other columns stand below each other',
      [
        ['Store', 'Lat', 'Lng'],
        ['A', 12.9352, 77.6245],
        ['Office', 'Staff', 'Sales'],
        ['X', 5, 20],
      ],
      'Another list begins below this one. Select one of them.',
    ],
  ])('cannot be asked for where %s', async (_, rows, words) => {
    await openList(rows);
    await screen.findByText(words);
    expect(mayAdd()).toBe(false);
  });

  it('stands beside another list, which is said', async () => {
    const { fake, sheet } = await openList([
      ['Store', 'Lat', 'Lng', '', 'Office', 'Address', 'PIN'],
      ['A', 12.9352, 77.6245, '', 'B', '12 MG Road', 560001],
      ['C', 19.0761, 72.8777, '', 'D', '5 Hill Road', 400050],
    ]);
    sheet.select('A1:G3');
    act(() => fake.select('Stores!A1:G3'));
    await screen.findByText('There is another list beside this one, in E:G.');
  });

  it('is corrected by hand where the guess is wrong', async () => {
    const { user, sheet } = await openList([
      ['Name', 'Lat', 'Lng'],
      ['One', 77.6245, 12.9352],
      ['Two', 72.8777, 19.076],
    ]);
    await screen.findByText('Latitude and longitude look swapped.');
    await user.click(button('Swap them'));
    expect([chosenColumn('Latitude'), chosenColumn('Longitude')]).toEqual(['Lng (C)', 'Lat (B)']);
    expect(screen.queryByText('Latitude and longitude look swapped.')).toBeNull();
    await user.selectOptions(combobox('Latitude'), 'Lat (B)');
    expect(screen.getByText('Latitude and longitude can’t be the same column.')).toBeTruthy();
    await user.selectOptions(combobox('Longitude'), 'Lng (C)');
    await addPopulation(user, 'D1:D3');
    expect(sheet.read('D2')).toEqual([['=LOCATTR($B2,$C2,"w_pop_tt_1000")']]);
  });

  it('swaps a row once for two clicks while the sheet takes its time', async () => {
    const { user, sheet } = await openList([
      ['Name', 'Lat', 'Lng'],
      ...[12.1, 12.2, 12.3, 12.4].map((lat) => ['Other', lat, 77.5]),
      ['Turned', 77.6, 12.9],
    ]);
    const { write } = sheet.sheet;
    const waiting: (() => void)[] = [];
    Object.assign(sheet.sheet, {
      async write(...args: Parameters<typeof write>) {
        await new Promise<void>((resolve) => void waiting.push(resolve));
        return write(...args);
      },
    });
    const swap = await screen.findByRole('button', { name: 'Swap this row' });
    await user.click(swap);
    await user.click(swap);
    for (let at = 0; at < 6; at += 1) await act(async () => waiting[at]?.());
    await screen.findByText('1 row swapped.');
    expect(waiting).toHaveLength(1);
    expect(sheet.read('B6:C6')).toEqual([[12.9, 77.6]]);
  });

  it('takes a click to a bad row without turning away from the list', async () => {
    const { user, fake } = await openList();
    await user.click(await screen.findByRole('button', { name: 'B6' }));
    expect(fake.acts).toContain('go to Stores!B6');
    expect(screen.getByText('Stores!A1:C6')).toBeTruthy();
  });

  it('in a table gets a formula in every cell, else one formula where that is wished', async () => {
    const { user, sheet } = await openList();
    await tickPopulation(user);
    await user.click(checkbox('One formula for all attributes'));
    await addColumns(user);
    await screen.findByText(/1 column added/);
    expect(sheet.read('D1:D3').flat()).toEqual([
      'Population within 1,000 m',
      '=LOCATTR(B2:B6,C2:C6,"w_pop_tt_1000")',
      '',
    ]);
    await user.click(button('Undo'));
    await screen.findByText('Columns removed.');
    sheet.tabulate('A1:C6', 'Stores');
    await user.click(button('Refresh'));
    await screen.findByText('In a table, each cell gets its own formula.');
    await addColumns(user);
    await screen.findByText(/1 column added/);
    expect(sheet.read('D3').flat()).toEqual(['=LOCATTR($B3,$C3,"w_pop_tt_1000")']);
  });
});

describe('a list of addresses', () => {
  const SHOPS: Rows = [
    ['Shop', 'Address', 'PIN code'],
    ['One', 'MG Road 1, Bengaluru', 560001],
    ['Two', 'Park Street 2, Kolkata', 700016],
  ];

  it('needs a pincode for attributes, and none for a score', async () => {
    const rows = SHOPS.map((row) => row.slice(0, 2));
    const { user, sheet } = await openList(rows, { models: [SHOPS_MODEL] });
    await screen.findByText(/Choose the pincode column/);
    await user.selectOptions(combobox('Model score'), 'Shops');
    await waitFor(() => expect(figure('Calls')).toBe('2'));
    await addColumns(user);
    await screen.findByText(/1 column added/);
    expect(sheet.read('C1:C3').flat()).toEqual([
      'Shops',
      '=LOCSCORE("Shops",$B2)',
      '=LOCSCORE("Shops",$B3)',
    ]);
    // Nothing is wrong with what was just done.
    expect(screen.queryByText(/Choose the pincode column/)).toBeNull();
    await tickPopulation(user);
    await screen.findAllByText(/Choose the pincode column/);
  });

  it('may hold coordinates too, and a person chooses', async () => {
    const both = SHOPS.map((row, index) => [...row, ...(STORES[index] ?? []).slice(1)]);
    const { user } = await openList(both);
    expect(chosenColumn('Latitude')).toBe('Lat (D)');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Places are' }), 'Addresses');
    expect(chosenColumn('Pincode')).toBe('PIN code (C)');
  });
});
