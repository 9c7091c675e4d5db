/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { coordinatePlace } from '../../../src/engine/lookup';
import { createFakeCatalogue } from '../pane/fake-catalogue';
import { createFakePorts, type FakePorts, type FakePortsOptions } from '../pane/fake-ports';
import { createFakeScores } from '../pane/fake-scores';
import { createFakeSheet, type FakeSheet } from '../spreadsheet/fake-sheet';
import { openView } from '../pane/render-pane';

jest.setTimeout(60_000);

type Rows = (string | number)[][];

const STORES: Rows = [
  ['Store', 'Lat', 'Lng'],
  ['One', 12.9352, 77.6245],
  ['Two', 19.076, 72.8777],
  ['Three', 12.9352, 77.6245],
  ['Four', '', ''],
  ['Five', 'somewhere', 77.1],
];

interface Setup {
  readonly fake: FakePorts;
  readonly sheet: FakeSheet;
  readonly user: UserEvent;
}

async function openEnrich(rows: Rows = STORES, options: FakePortsOptions = {}): Promise<Setup> {
  const sheet = options.sheet ?? createFakeSheet({ Stores: rows });
  const fake = createFakePorts({ ...options, sheet });
  const { user } = await openView('Enrich', fake);
  await screen.findByText(/^(?:Stores!A[12]|Select a cell in|Excel is busy)/);
  return { fake, sheet, user };
}

const button = (name: string) => screen.getByRole('button', { name });
const isOff = () => button('Add columns').getAttribute('aria-disabled') === 'true';

/** Nobody adds columns before their price has been counted. */
async function addColumns(user: UserEvent): Promise<void> {
  await waitFor(() => expect(isOff()).toBe(false));
  await user.click(button('Add columns'));
}
const checkbox = (name: string | RegExp) => screen.getByRole('checkbox', { name });
const chosenColumn = (name: string) => {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name });
  return select.options[select.selectedIndex]?.text;
};
/** What stands beside a word of the plan. */
const figure = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

describe('a list of coordinates', () => {
  it('leads on to a ranking by the new columns', async () => {
    const { user } = await openEnrich();
    await screen.findByText('Stores!A1:C6');
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await user.click(checkbox(/\bp_retail_gc_np\b/));
    await addColumns(user);
    await screen.findByText('2 columns added in Stores!D1:E6.');
    await user.click(button('Rank these places'));
    await screen.findByRole('group', { name: 'Population within 1,000 m' });
    await screen.findByRole('group', { name: 'Normalised share of retail outlets (GC)' });
  });

  it('is understood, and told in figures before anything is written', async () => {
    const { user, sheet } = await openEnrich();
    await screen.findByText('Stores!A1:C6');
    expect([chosenColumn('Latitude'), chosenColumn('Longitude')]).toEqual(['Lat (B)', 'Lng (C)']);
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await user.click(checkbox(/\bp_retail_gc_np\b/));
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
    const { user } = await openEnrich(STORES, { sheet });
    await screen.findByText('Stores!A1:C6');
    await screen.findByText(/^Only the 2 selected rows get values\./);
    expect(chosenColumn('Latitude')).toBe('Lat (B)');
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
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
    [['Shop', 'Lat', 'Lng'], 0],
    [['', '', ''], 0],
  ])('that goes on after a blank row says so: %j', async (next, count) => {
    const rows = [...STORES, ['', '', ''], next, ['Seven', 12.6, 77.2]];
    const { fake, user } = await openEnrich(rows);
    act(() => fake.select('Stores!A1'));
    await screen.findByText('Stores!A1:C6');
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await waitFor(() => expect(figure('Rows')).toBe('5, 1 blank'));
    const words =
      'More places follow in row 8, after a blank row. To include them, select all rows.';
    expect(screen.queryAllByText(words)).toHaveLength(count);
  });

  it.each(['A1:C4', 'A2:C6', 'A:C'])('is whole where %s is selected', async (a1) => {
    const sheet = createFakeSheet({ Stores: STORES });
    sheet.select(`Stores!${a1}`);
    await openEnrich(STORES, { sheet });
    await screen.findByRole('combobox', { name: 'Latitude' });
    expect(screen.queryByText(/^Only the/)).toBeNull();
  });

  it('may have other countries’ codes, if the settings say so', async () => {
    const rows = [
      ['Address', 'Postcode'],
      ['10 Downing Street', 'SW1A 2AA'],
      ['221B Baker Street', 'NW1 6XE'],
    ];
    const { fake, user } = await openEnrich(rows);
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    act(() => void fake.ports.preferences.save({ pincodes: 'any' }));
    await waitFor(() => expect(figure('Unique places')).toBe('2'));
    expect(chosenColumn('Pincode')).toBe('Postcode (B)');
  });

  it('gets its columns by one click, and loses exactly them by another', async () => {
    const { user, sheet, fake } = await openEnrich();
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await screen.findByText('2 calls');
    // What it adds stands beside the button, wherever the rest was scrolled to.
    expect(button('Add columns').parentElement?.textContent).toMatch(/^Population within 1,000 m/);
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D1:D6/);
    expect(fake.acts).toContain('reveal Stores!D1:D6');
    expect(sheet.read('D1:D6').flat()).toEqual([
      'Population within 1,000 m',
      ...[2, 3, 4, 5, 6].map((row) => `=LOCATTR($B${row},$C${row},"w_pop_tt_1000")`),
    ]);
    // It is there now: adding it once more would be a mistake.
    await waitFor(() => expect(isOff()).toBe(true));
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
    const { user, fake } = await openEnrich(rows, { sheet });
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await addColumns(user);
    act(() => fake.runClock());
    await screen.findByText(/1 column added in Stores!D1:/);
    await waitFor(() => expect(isOff()).toBe(true));
    await user.click(button('Undo'));
    await screen.findByText('Columns removed.');
    await waitFor(() => expect(isOff()).toBe(false));
  });

  it('is not offered an undo of what was undone in the sheet, until that is done again', async () => {
    const { user, sheet, fake } = await openEnrich();
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D1:D6/);
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
    const { user, sheet } = await openEnrich();
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D1:D6/);
    await waitFor(() => expect(isOff()).toBe(true));
    await user.click(checkbox(/\bp_retail_gc_np\b/));
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
    const { user, sheet, fake } = await openEnrich();
    sheet.set('H1', [
      ['Lat', 'Lng'],
      [12.9, 77.6],
    ]);
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D1:D6/);
    await user.click(checkbox(/\bp_retail_gc_np\b/));
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
    const { user } = await openEnrich([...STORES, ['', '', '', formula]]);
    const names = within(screen.getByRole('group', { name: 'Attributes to choose from' }));
    await names.findByText('Used in this workbook');
    expect(names.getAllByRole('checkbox')[0]).toBe(checkbox(/\bp_retail_gc_np\b/));
    expect(names.queryByText(/p_retial_gc_np/)).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Find or paste attributes' }), 'pop');
    await waitFor(() => expect(names.queryByText('Used in this workbook')).toBeNull());
  });

  it('overwrites nothing: it says what is in the way, and offers the next free column', async () => {
    const { user, sheet } = await openEnrich();
    sheet.set('E5', [['notes']]);
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
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
    const { user } = await openEnrich(rows, { sheet });
    expect(chosenColumn('Headers')).toBe('Row 2: Store, Lat, Lng');
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
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
    await user.selectOptions(screen.getByRole('combobox', { name: 'Headers' }), 'None');
    await waitFor(() => expect(chosenColumn('Headers')).toBe('None'));
  });

  it('is to be checked where no header says which columns the coordinates are', async () => {
    const { user } = await openEnrich([
      [77.6245, 12.9352],
      [72.8777, 19.0761],
    ]);
    const hint = 'These columns look like coordinates, though no header says so. Check them.';
    await screen.findByText(hint);
    expect(chosenColumn('Latitude')).toBe('Column B');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Latitude' }), 'Column A');
    expect(screen.queryByText(hint)).toBeNull();
  });

  it('is to be checked where each row has another place that is named alike', async () => {
    const { user } = await openEnrich([
      ['start_lat', 'start_lng', 'end_lat', 'end_lng'],
      [12.9352, 77.6245, 19.0761, 72.8777],
    ]);
    const hint =
      'Each row has another place, in “end_lat” + “end_lng”. Check that these are the right columns.';
    await screen.findByText(hint);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Latitude' }), 'end_lat (C)');
    expect(screen.queryByText(hint)).toBeNull();
  });

  it('is to be checked where two columns without a header have coordinates', async () => {
    await openEnrich([
      ['12.9352, 77.6245', '19.0761, 72.8777'],
      ['12.9716, 77.5946', '19.0176, 72.8561'],
    ]);
    await screen.findByText(/^Each row has another place, in “Column B”\./);
  });

  it('stand beside another list, which is said', async () => {
    const { fake, sheet } = await openEnrich([
      ['Store', 'Lat', 'Lng', '', 'Office', 'Address', 'PIN'],
      ['A', 12.9352, 77.6245, '', 'B', '12 MG Road', 560001],
      ['C', 19.0761, 72.8777, '', 'D', '5 Hill Road', 400050],
    ]);
    sheet.select('A1:G3');
    act(() => fake.select('Stores!A1:G3'));
    await screen.findByText('Another list stands beside this one, in E:G.');
  });

  it('cannot be asked for where the last row is their mean', async () => {
    await openEnrich([
      ['Store', 'Lat', 'Lng'],
      ['A', 12.9352, 77.6245],
      ['B', 19.0596, 72.8295],
      ['', 15.9974, 75.227],
    ]);
    await screen.findByText('A row at the end sums up those above. Remove it.');
  });

  it('cannot be asked for where the next column says on which side of the equator it is', async () => {
    await openEnrich([
      ['Lat', 'N/S', 'Long', 'E/W'],
      [33.92, 'S', 18.42, 'E'],
    ]);
    await screen.findByText(/^Another column says S or W\./);
    expect(button('Add columns').getAttribute('aria-disabled')).toBe('true');
  });

  it('cannot be asked for in radians', async () => {
    await openEnrich([
      ['Lat', 'Lng'],
      [0.22639, 1.3537],
      [0.33294, 1.27196],
      [0.49941, 1.34755],
    ]);
    await screen.findByText(
      'Latitude and longitude look like radians or gon. Convert them to degrees first.',
    );
    expect(button('Add columns').getAttribute('aria-disabled')).toBe('true');
  });

  it('is one list, and not two with other columns', async () => {
    await openEnrich([
      ['Store', 'Lat', 'Lng'],
      ['A', 12.9352, 77.6245],
      ['Office', 'Staff', 'Sales'],
      ['X', 5, 20],
    ]);
    await screen.findByText('Another list begins below this one. Select one of them.');
    expect(button('Add columns').getAttribute('aria-disabled')).toBe('true');
  });

  it('is corrected by hand where the guess is wrong', async () => {
    const { user, sheet } = await openEnrich([
      ['Name', 'Lat', 'Lng'],
      ['One', 77.6245, 12.9352],
      ['Two', 72.8777, 19.076],
    ]);
    await screen.findByText('Latitude and longitude look swapped.');
    await user.click(button('Swap them'));
    expect([chosenColumn('Latitude'), chosenColumn('Longitude')]).toEqual(['Lng (C)', 'Lat (B)']);
    expect(screen.queryByText('Latitude and longitude look swapped.')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Latitude' }), 'Lat (B)');
    expect(screen.getByText('Latitude and longitude can’t be the same column.')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Longitude' }), 'Lng (C)');
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await addColumns(user);
    await screen.findByText(/1 column added/);
    expect(sheet.read('D2')).toEqual([['=LOCATTR($B2,$C2,"w_pop_tt_1000")']]);
  });

  it('swaps a row once for two clicks while the sheet takes its time', async () => {
    const { user, sheet } = await openEnrich([
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
    const { user, fake } = await openEnrich();
    await user.click(await screen.findByRole('button', { name: 'B6' }));
    expect(fake.acts).toContain('go to Stores!B6');
    expect(screen.getByText('Stores!A1:C6')).toBeTruthy();
  });

  it('in a table gets a formula in every cell, else one formula where that is wished', async () => {
    const { user, sheet } = await openEnrich();
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
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

  it('is asked for by address and pincode', async () => {
    const { user, sheet } = await openEnrich(SHOPS);
    expect([chosenColumn('Address'), chosenColumn('Pincode')]).toEqual([
      'Address (B)',
      'PIN code (C)',
    ]);
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await addColumns(user);
    await screen.findByText(/1 column added/);
    expect(sheet.read('D3')).toEqual([['=LOCATTR_ADDRESS($B3,$C3,"w_pop_tt_1000")']]);
  });

  it('needs a pincode for attributes, and none for a score', async () => {
    const sheet = createFakeSheet({ Stores: SHOPS.map((row) => row.slice(0, 2)) });
    const fake = createFakePorts({ sheet });
    await fake.ports.workbook.edit([
      { kind: 'put-model', model: { alias: 'Shops', modelId: 'sp', note: '', variables: [] } },
    ]);
    const { user } = await openView('Enrich', fake);
    await screen.findByText(/Choose the pincode column/);
    await user.selectOptions(screen.getByRole('combobox', { name: /Model score/ }), 'Shops');
    await waitFor(() => expect(figure('Calls')).toBe('2'));
    await addColumns(user);
    await screen.findByText(/1 column added/);
    expect(sheet.read('C1:C3').flat()).toEqual([
      'Shops',
      '=LOCSCORE("Shops",$B2)',
      '=LOCSCORE("Shops",$B3)',
    ]);
  });

  it('may hold coordinates too, and a person chooses', async () => {
    const both = SHOPS.map((row, index) => [...row, ...(STORES[index] ?? []).slice(1)]);
    const { user } = await openEnrich(both);
    expect(chosenColumn('Latitude')).toBe('Lat (D)');
    await user.click(screen.getByRole('radio', { name: 'Addresses' }));
    expect(chosenColumn('Pincode')).toBe('PIN code (C)');
  });
});

describe('what to add', () => {
  it('is found by typing, pasted, or taken from a set of the workbook', async () => {
    const imported = Array.from({ length: 30 }, (_, index) => ({ name: `br_coffee_${index}_ct` }));
    const catalogue = createFakeCatalogue({ imported });
    const sheet = createFakeSheet({ Stores: STORES });
    const fake = createFakePorts({ sheet, catalogue });
    await fake.ports.workbook.edit([
      { kind: 'put-set', set: { name: 'Basics', names: ['w_pop_tt', 'p_retail_gc_np'] } },
    ]);
    const { user } = await openView('Enrich', fake);
    const box = await screen.findByRole('searchbox', { name: /Find or paste attributes/ });
    await screen.findByText(/30 more attributes/);
    await user.type(box, 'coffee 17');
    await user.click(await screen.findByRole('checkbox', { name: /\bbr_coffee_17_ct\b/ }));
    await user.clear(box);
    await user.click(box);
    await user.paste('x_1\nX_2, x_1; total people');
    await screen.findByText('2 attributes added. Not names of attributes: “total people”.');
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Sets of attributes in this workbook' }),
      'Basics (2)',
    );
    const chosen = within(screen.getByRole('group', { name: 'Chosen attributes' }));
    expect(chosen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Number of Coffee outlets (17)',
      'x_1',
      'x_2',
      'Population',
      'Normalised share of retail outlets (GC)',
      'Remove all attributes',
    ]);
    await user.click(button('Remove x_2'));
    await addColumns(user);
    await screen.findByText(/4 columns added/);
    expect(sheet.read('D1:G1')).toEqual([
      [
        'Number of Coffee outlets (17)',
        'x_1',
        'Population',
        'Normalised share of retail outlets (GC)',
      ],
    ]);
  });

  it('may be a name that nobody here knows, if a person writes it whole', async () => {
    const { user } = await openEnrich();
    await user.type(
      screen.getByRole('searchbox', { name: /Find or paste attributes/ }),
      'q_new_thing',
    );
    await user.click(await screen.findByRole('button', { name: 'Add q_new_thing' }));
    expect(button('Remove q_new_thing')).toBeTruthy();
    expect(document.activeElement).toBe(
      screen.getByRole('searchbox', { name: /Find or paste attributes/ }),
    );
  });

  it('is taken away name by name or at once, and the focus stays with what is left', async () => {
    const { user } = await openEnrich();
    const box = screen.getByRole('searchbox', { name: /Find or paste attributes/ });
    await user.click(box);
    await user.paste('x_1, x_2, x_3, x_4');
    const focused = () => document.activeElement?.getAttribute('aria-label');
    await user.click(button('Remove x_2'));
    expect(focused()).toBe('Remove x_3');
    await user.click(button('Remove x_4'));
    expect(focused()).toBe('Remove x_3');
    await user.click(button('Remove all attributes'));
    expect(document.activeElement).toBe(box);
  });

  it('is the names of the contract where the list of names cannot be fetched', async () => {
    await openEnrich(STORES, { catalogue: createFakeCatalogue({ isOutOfReach: true }) });
    await screen.findByText(/Couldn’t load/);
    expect(screen.getAllByRole('checkbox', { name: /\b[wp]_/ })).toHaveLength(8);
  });
});

describe('the cost', () => {
  const many: Rows = [
    ['Lat', 'Lng'],
    ...Array.from({ length: 700 }, (_, row) => [12 + row / 1_000, 77.5]),
  ];

  it('is told with the price, and with what will wait for a word', async () => {
    const { user, fake } = await openEnrich(many);
    act(() => void fake.ports.preferences.save({ pricePerCall: 0.5, currency: '₹' }));
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await waitFor(() => expect(figure('Calls')).toBe('700'));
    expect(figure('Cost')).toBe('about ₹350.00');
    expect(figure('Time')).toBe('about 40\u00a0s');
    expect(screen.getByText(/^Locus asks before it makes this many calls/)).toBeTruthy();
    fake.heldCalls.leave(1_000);
    act(() => void fake.ports.preferences.save({ dailyBudget: 600 }));
    await screen.findByText(/budget has room for 600 calls/);
    expect(button('Add columns')).toBeTruthy();
    const spent = { calls: 100, unanswered: 50, values: 100, answered: 100 };
    act(() => fake.ports.ledger.add(fake.ports.clock.today(), spent));
    // The budget counts calls without a reply: they may have been charged.
    await screen.findByText(/budget has room for 450 calls/);
    act(() => void fake.ports.preferences.save({ dailyBudget: 150 }));
    await screen.findByText('You’ve used today’s budget, so this needs your approval on Home.');
  });

  it('above the threshold is approved by the click that adds, and nothing else is', async () => {
    const { user, fake, sheet } = await openEnrich(many);
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    sheet.set('C2', [['mine']]);
    await user.click(await screen.findByRole('button', { name: 'Add and approve 700 calls' }));
    await screen.findByText('Nothing was added, because C2 would be overwritten.');
    expect(fake.heldCalls.ahead).toEqual([]);
    await user.click(button('Begin in column D'));
    await screen.findByText(/1 column added in Stores!D1:D701/);
    const [approval] = fake.heldCalls.ahead;
    expect(approval?.calls).toBe(700);
    const asks = (name: string, lat: number): boolean | undefined =>
      approval?.covers({ kind: 'attribute', name, place: coordinatePlace(lat, 77.5) });
    expect(asks('w_pop_tt_1000', 12.699)).toBe(true);
    expect(asks('w_pop_tt_1000', 13)).toBe(false);
    expect(asks('w_pop_tt_500', 12)).toBe(false);
    expect(fake.heldCalls.ahead).toHaveLength(1);
  });

  it('is approved for what the day’s budget has room for, and no more', async () => {
    const { user, fake } = await openEnrich(many);
    act(() => void fake.ports.preferences.save({ dailyBudget: 600 }));
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    // Beside the button, never a sum that the click does not spend.
    await screen.findByText('of 700 calls');
    act(() => void fake.ports.preferences.save({ pricePerCall: 0.5, currency: '₹' }));
    await screen.findByText('about ₹300.00 of ₹350.00');
    await user.click(await screen.findByRole('button', { name: 'Add and approve 600 calls' }));
    await screen.findByText(/1 column added/);
    expect(fake.heldCalls.ahead).toMatchObject([{ calls: 600 }]);
  });

  it('that Locus would not ask about is not approved', async () => {
    const { user, fake } = await openEnrich();
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await screen.findByText('2 calls');
    await addColumns(user);
    await screen.findByText(/1 column added/);
    expect(fake.heldCalls.ahead).toEqual([]);
  });

  it('leads to where a price per call is set', async () => {
    const { user } = await openEnrich();
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await user.click(await screen.findByRole('button', { name: 'Set price per call' }));
    const selected = await screen.findByRole('tab', { name: 'Spending' });
    expect(selected.getAttribute('aria-selected')).toBe('true');
  });

  it('is nothing where all is known', async () => {
    const scores = createFakeScores();
    scores.know({ kind: 'found', value: 1, at: 0, origin: 'memory', isStale: false });
    const { user } = await openEnrich(STORES, { scores });
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await waitFor(() => expect(figure('Values')).toBe('2, all already known'));
    expect(figure('Calls')).toBe('none');
  });
});

describe('where there is no list', () => {
  it('says what to select, and looks again', async () => {
    const { user, sheet } = await openEnrich([]);
    await screen.findByText(/Select a cell in your list/);
    sheet.set('Stores!A1', STORES);
    await user.click(button('Refresh'));
    await screen.findByText('Stores!A1:C6');
  });

  it('says what a model shall score there', async () => {
    const fake = createFakePorts({ sheet: createFakeSheet({ Stores: [] }) });
    await fake.ports.workbook.edit([
      { kind: 'put-model', model: { alias: 'Shops', modelId: 'sp', note: '', variables: [] } },
    ]);
    const { user } = await openView('Home', fake);
    await user.click(await screen.findByRole('button', { name: /Score places/ }));
    await screen.findByText(/^Select a cell in your list to score its places with Shops\. /);
  });

  it('says why the sheet cannot be read', async () => {
    const sheet = createFakeSheet({ Stores: STORES });
    sheet.fail('Excel is busy. Finish editing the cell you are in.');
    await openEnrich(STORES, { sheet });
    await screen.findByText('Excel is busy. Finish editing the cell you are in.');
  });

  it('keeps what was chosen, and the way back, while another place is selected', async () => {
    const { user, sheet, fake } = await openEnrich();
    await user.click(checkbox(/\bw_pop_tt_1000\b/));
    await addColumns(user);
    await screen.findByText(/1 column added/);
    sheet.select('Z99');
    act(() => fake.select('Stores!Z99'));
    await screen.findByText(/Select a cell in your list/);
    await user.click(button('Undo'));
    await screen.findByText('Columns removed.');
    sheet.select('A1');
    act(() => fake.select('Stores!A1'));
    await screen.findByText('Stores!A1:C6');
    expect(button('Remove Population within 1,000 m')).toBeTruthy();
  });
});

it('points to the key where there is none', async () => {
  const { user } = await openEnrich();
  await user.click(button('Add API key'));
  expect(screen.getByRole('tab', { name: 'Home' }).getAttribute('aria-selected')).toBe('true');
});
