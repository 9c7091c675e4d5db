/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { revenue, shops, STORES } from '../pane/store-models';
import { createFakeSheet, type FakeSheet } from '../spreadsheet/fake-sheet';
import {
  addColumns,
  button,
  combobox,
  figure,
  mayAdd,
  openList,
  type OpenedList,
  type Rows,
} from './enriched-list';

jest.setTimeout(60_000);

/** A person at the workbook's models, with a list selected in the sheet. */
async function openModels(cells: Rows = STORES): Promise<OpenedList> {
  const opened = await openList(cells, { models: [revenue, shops], view: 'Models' });
  await screen.findByRole('heading', { name: 'Models' });
  return opened;
}

const variables = () => within(screen.getByRole('group', { name: 'Variables of Revenue' }));

/** Where the list has no header, the page has a turn before the first row. */
async function add({ user, fake }: OpenedList): Promise<void> {
  await waitFor(() => {
    act(() => fake.runClock());
    expect(mayAdd()).toBe(true);
  });
  await user.click(button('Add columns'));
  act(() => fake.runClock());
}

async function score(user: UserEvent, alias: string): Promise<void> {
  await user.click(button(`Score a list: ${alias}`));
  await waitFor(() => expect(combobox('Model score').value).toBe(alias));
}

describe('the scores of a list', () => {
  it('are one click away from their model, each time that one is pressed', async () => {
    const { user } = await openModels();
    await score(user, 'Shops');
    const tab = (name: string) => screen.getByRole('tab', { name });
    expect(tab('Enrich').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(tab('Enrich'));
    await user.selectOptions(combobox('Model score'), 'None');
    await user.click(tab('Models'));
    await user.click(tab('Enrich'));
    expect(combobox('Model score').value).toBe('');
    await user.click(tab('Models'));
    await score(user, 'Shops');
    await user.click(tab('Models'));
    await score(user, 'Revenue');
  });

  it('need no pincode for an attribute that was chosen before', async () => {
    const { user } = await openModels();
    await user.click(screen.getByRole('tab', { name: 'Enrich' }));
    await user.click(await screen.findByRole('checkbox', { name: /\bw_pop_tt_1000\b/ }));
    await screen.findAllByText(/pincode/i);
    await user.click(screen.getByRole('tab', { name: 'Models' }));
    await score(user, 'Shops');
    await screen.findByText('Stores!A1:C3');
    await waitFor(() => expect(figure('Calls')).toBe('2'));
    expect(mayAdd()).toBe(true);
  });

  it('are added once by a double click, and not before the rows have been read', async () => {
    const sheet = createFakeSheet({ Stores: STORES });
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let finish = (): void => undefined;
    const written = new Promise<void>((resolve) => (finish = resolve));
    let writes = 0;
    const held: FakeSheet = {
      ...sheet,
      sheet: {
        ...sheet.sheet,
        hiddenRows: (area) => gate.then(() => sheet.sheet.hiddenRows(area)),
        async write(block, options) {
          writes += 1;
          await written;
          return sheet.sheet.write(block, options);
        },
      },
    };
    const { user } = await openList(STORES, { sheet: held, models: [shops], view: 'Models' });
    await score(user, 'Shops');
    await screen.findByText('Stores!A1:C3');
    // Nobody has seen a price yet.
    await user.dblClick(button('Add columns'));
    act(release);
    await waitFor(() => expect(mayAdd()).toBe(true));
    await user.dblClick(button('Add columns'));
    act(finish);
    await screen.findByText(/1 column added in Stores!D1:D3/);
    expect(writes).toBe(1);
  });

  it('take variables from the list’s columns, and are taken back', async () => {
    const { user, sheet } = await openModels();
    await score(user, 'Revenue');
    await screen.findByText('Stores!A1:C3');
    // A score needs no pincode, and it is one formula for each row.
    expect(combobox('Pincode').selectedOptions[0]?.text).toBe('No column');
    expect(screen.queryByRole('checkbox', { name: 'One formula for all attributes' })).toBeNull();
    await waitFor(() => expect(figure('Calls')).toBe('at most 2'));
    expect(figure('Goes to')).toBe('D1:D3');
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D1:D3/);
    // A cell that is cleared later is left out, too: no default takes its place.
    const filled = (row: number) =>
      `LOCVARS({"floor_area","format"},CHOOSE({1,2},IF($B${row}="","",$B${row}),IF($C${row}="","",$C${row})))`;
    expect(sheet.read('D1:D3')).toEqual([
      ['Revenue'],
      [`=LOCSCORE("Revenue",$A2,,${filled(2)})`],
      [`=LOCSCORE("Revenue",$A3,,${filled(3)})`],
    ]);
    // Its size is not known yet: thousands are parted where there are any.
    const reading = await sheet.sheet.readBlock('Stores!D1:D3', { hasFormats: true });
    expect(reading).toMatchObject({ block: { formats: ['[>=1000]#,##0;General'] } });
    await user.click(button('Undo'));
    await screen.findByText('Columns removed.');
    expect(sheet.read('D1:D3')).toEqual([[''], [''], ['']]);
  });

  it('are what a person says: other columns, none, coordinates, and no header', async () => {
    const setup = await openModels();
    const { user, sheet } = setup;
    await score(user, 'Revenue');
    await screen.findByText('Stores!A1:C3');
    const choose = (name: string, option: string) =>
      user.selectOptions(variables().getByRole('combobox', { name }), option);
    await choose('format', 'Choose a column');
    expect(screen.getByText(/^To give all rows the same format/)).toBeTruthy();
    await waitFor(() => expect(figure('Calls')).toBe('none'));
    expect(mayAdd()).toBe(false);
    await choose('format', 'format (C)');
    await choose('floor_area', 'Use 120 in each row');
    await screen.findByText('Each row is scored with floor_area 120.');
    await waitFor(() => expect(figure('Goes to')).toBe('D1:E3'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Places are' }), 'Coordinates');
    await user.selectOptions(combobox('Latitude'), 'floor_area (B)');
    await user.selectOptions(combobox('Longitude'), 'format (C)');
    await addColumns(user);
    await screen.findByText(/2 columns added in Stores!D1:E3/);
    const inputs = 'LOCVARS({"floor_area","format"},CHOOSE({1,2},120,IF($C2="","",$C2)))';
    expect(sheet.read('D1:E2')).toEqual([
      ['Revenue: defaults used', 'Revenue'],
      [
        '=IF(ISNUMBER($E2),MID(", floor_area 120",3,1000),"")',
        `=LOCSCORE_COORDS("Revenue",$B2,$C2,,${inputs})`,
      ],
    ]);
    await user.click(button('Undo'));
    await screen.findByText('Columns removed.');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Headers' }), 'None');
    // Without headers nothing says which column is which.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Places are' }), 'Addresses');
    await choose('format', 'Column C');
    await choose('floor_area', 'Column B');
    await user.selectOptions(combobox('Address'), 'Column A');
    await add(setup);
    await screen.findByText(/1 column added in Stores!D1:D3/);
    expect(sheet.read('D1')).toEqual([
      [
        '=LOCSCORE("Revenue",$A1,,LOCVARS({"floor_area","format"},CHOOSE({1,2},IF($B1="","",$B1),IF($C1="","",$C1))))',
      ],
    ]);
  });

  it('leave out the rows that lack a variable, unless a person wants them with its default', async () => {
    const { user, sheet } = await openModels([
      ['Address', 'floor_area', 'format'],
      ['MG Road 1, Bengaluru', 100, 'store'],
      ['Park Street 2, Kolkata', '', 'kiosk'],
      ['Hill Road 3, Mumbai', '', 'kiosk'],
      ['Lake Road 4, Kolkata', 300, ''],
      ['', '', ''],
    ]);
    await score(user, 'Revenue');
    await screen.findByText('2 rows have no floor_area: not scored.');
    expect(screen.getByText('1 row has no format: not scored.')).toBeTruthy();
    await waitFor(() => expect(figure('Calls')).toBe('at most 1'));
    expect(figure('Goes to')).toBe('D1:D5');
    await user.click(screen.getByRole('checkbox', { name: 'Score these 2 rows with defaults' }));
    await screen.findByText('2 rows have no floor_area: scored with 120.');
    // It has no default, so nothing is asked for.
    expect(screen.getByText('1 row has no format: not scored.')).toBeTruthy();
    await waitFor(() => expect(figure('Calls')).toBe('at most 3'));
    await addColumns(user);
    await screen.findByText(/2 columns added in Stores!D1:E5/);
    // The rows that rest on a default say so beside their score.
    expect(sheet.read('D1:E2')).toEqual([
      ['Revenue: defaults used', 'Revenue'],
      [
        '=IF(ISNUMBER($E2),MID(IF($B2="",", floor_area 120",""),3,1000),"")',
        '=LOCSCORE("Revenue",$A2,,LOCVARS({"floor_area","format"},CHOOSE({1,2},IF($B2="",120,$B2),IF($C2="","",$C2))))',
      ],
    ]);
  });

  it('are not asked for where no header names a variable, whatever its default', async () => {
    const { user, sheet } = await openModels([
      ['Address', 'Carpet area (sqm)', 'format'],
      ['MG Road 1, Bengaluru', 100, 'store'],
      ['Park Street 2, Kolkata', 200, 'kiosk'],
    ]);
    await score(user, 'Revenue');
    await screen.findByText('floor_area has no column: choose one or a value.');
    // Its default can be chosen where it stands.
    expect(screen.queryByText(/set a default under Models/)).toBeNull();
    await user.click(button('Choose for floor_area'));
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'floor_area' }));
    await waitFor(() => expect(figure('Calls')).toBe('none'));
    await user.click(button('Add columns'));
    expect(sheet.read('D1:D3').flat().join('')).toBe('');
    await user.selectOptions(
      variables().getByRole('combobox', { name: 'floor_area' }),
      'Carpet area (sqm) (B)',
    );
    await waitFor(() => expect(figure('Calls')).toBe('at most 2'));
    await addColumns(user);
    await screen.findByText(/1 column added in Stores!D1:D3/);
  });

  it('say what they mean where they are chosen', async () => {
    const { user } = await openModels();
    await score(user, 'Revenue');
    await screen.findByRole('combobox', { name: 'Model score', description: 'of 2026' });
  });

  it('say how many of them failed, and lead to the reasons', async () => {
    const { user, fake } = await openModels();
    await score(user, 'Shops');
    await screen.findByText('Stores!A1:C3');
    await addColumns(user);
    await screen.findByText('1 column added in Stores!D1:D3.');
    const problem = { code: 'rejected', message: 'no', count: 1 } as const;
    act(() =>
      fake.report([
        { ...problem, address: 'Stores!D2' },
        { ...problem, address: 'Stores!D3', code: 'held' },
        { ...problem, address: 'Stores!E9' },
      ]),
    );
    await screen.findByText('1 value failed.');
    await user.click(button('Show problems'));
    // The list is where the person is led, and not the top of the view above it.
    expect(document.activeElement?.textContent).toMatch(/^Problems/);
    const home = screen.getByRole('tab', { name: 'Home' });
    expect(home.getAttribute('aria-selected')).toBe('true');
  });

  it('wait for a list, and for the column of its places', async () => {
    const setup = await openModels([['12'], ['13']]);
    const { fake, sheet, user } = setup;
    sheet.select(undefined);
    await user.click(button('Score a list: Shops'));
    await screen.findByText(/Select a cell in your list/);
    sheet.select('Stores!A1');
    act(() => fake.select('Stores!A1'));
    await screen.findAllByText('Choose the address column.');
    await user.selectOptions(combobox('Address'), 'Column A');
    await add(setup);
    await screen.findByText(/1 column added in Stores!B1:B2/);
    expect(sheet.read('B2')).toEqual([['=LOCSCORE("Shops",$A2)']]);
  });

  it('say why they could not be written', async () => {
    const { user, sheet } = await openModels();
    await score(user, 'Shops');
    await screen.findByText('Stores!A1:C3');
    sheet.fail('The sheet is protected.');
    await addColumns(user);
    await screen.findByText('The sheet is protected.');
  });
});
