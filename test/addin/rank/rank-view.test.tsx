/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';

import { createFakePorts, type FakePortsOptions } from '../pane/fake-ports';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { openView } from '../pane/render-pane';

jest.setTimeout(60_000);
// jsdom neither measures nor draws; a browser's test does.
HTMLCanvasElement.prototype.getContext = () => null;

const SHOPS = [
  ['Shop', 'Lat', 'Lng', 'Rent', 'Sales', 'Format'],
  ['One', 12.9, 77.6, 50, 10, 'Mall'],
  ['Two', 12.8, 77.5, 60, 15, 'Street'],
  ['Three', 12.7, 77.4, 90, 20, 'Mall'],
  ['Four', 12.6, 77.3, '', 18, 'Mall'],
];

async function openRank(rows: (string | number)[][] = SHOPS, options: FakePortsOptions = {}) {
  const sheet = options.sheet ?? createFakeSheet({ Stores: rows });
  const fake = createFakePorts({ ...options, sheet });
  const { user } = await openView('Rank', fake);
  const add = async (column: string, label = /^(?:Column|Add a column)$/) => {
    await user.selectOptions(await screen.findByRole('combobox', { name: label }), column);
    return within(screen.getByRole('group', { name: column }));
  };
  const type = async (box: HTMLElement, text: string) => {
    await user.clear(box);
    await user.type(box, `${text}{Enter}`);
  };
  const write = async (said: RegExp | string = /^Scores and ranks added/) => {
    await user.click(button('Add scores and ranks'));
    await waitFor(() => fake.runClock());
    await screen.findByText(said);
  };
  return { sheet, fake, user, add, type, write };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const best = () =>
  within(screen.getByRole('list', { name: 'Best places' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('ranking a list', () => {
  it('writes nothing again where the same button is pressed twice, by keys too', async () => {
    const { sheet, fake, user, add, write } = await openRank();
    await add('Rent');
    await write();
    button('Add scores and ranks').focus();
    await user.keyboard('{Enter}{Enter}');
    act(() => fake.runClock());
    await screen.findByText(/^Scores and ranks added/);
    expect(sheet.names()).toEqual(['Stores', 'Rank settings']);
  });

  it('offers its columns of numbers, and not where the places are', async () => {
    await openRank();
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Column' });
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'Choose a column',
      'Rent',
      'Sales',
    ]);
    expect(button('Add scores and ranks').getAttribute('aria-disabled')).toBe('true');
  });

  it('shows what comes of weights, directions and filters before anything is written', async () => {
    const { sheet, user, add, type } = await openRank();
    const rent = await add('Rent');
    expect(rent.getByRole<HTMLSelectElement>('combobox', { name: 'Better' }).value).toBe('less');
    const sales = await add('Sales');
    await type(sales.getByRole('textbox', { name: 'Weight' }), '3');
    expect(best()).toEqual(['Three: 75.0', 'Two: 56.3', 'One: 25.0']);
    expect(sales.getByText('75% of the score')).toBeTruthy();
    screen.getByText('3 of 4 places ranked.');
    screen.getByText('No number in Rent, so no score: Four.');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Add a filter' }), 'Rent');
    const filter = within(screen.getAllByRole('group', { name: 'Rent' })[1] as HTMLElement);
    await type(filter.getByRole('textbox', { name: 'Value' }), '80');
    expect(best()).toEqual(['Two: 56.3', 'One: 25.0']);
    screen.getByText('2 of 4 places ranked. 1 filtered out.');
    expect(sheet.names()).toEqual(['Stores']);
  });

  it('ranks by how close a value is to one that a person enters, and waits for it', async () => {
    const { sheet, user, add, type, write } = await openRank();
    const rent = await add('Rent');
    await user.selectOptions(rent.getByRole('combobox', { name: 'Better' }), 'Closest to');
    screen.getByText('Enter the best value of Rent.');
    expect(button('Add scores and ranks').getAttribute('aria-disabled')).toBe('true');
    await type(rent.getByRole('textbox', { name: 'Best value' }), '60');
    expect(best()).toEqual(['Two: 100.0', 'One: 66.7', 'Three: 0.0']);
    await write();
    expect(sheet.read("'Rank settings'!C4:E4")[0]).toEqual([
      'closest to',
      expect.stringMatching(/^=IF/),
      60,
    ]);
  });

  it('reads a best value and a limit as the cells show them, and says what the list has', async () => {
    const shares = SHOPS.map((row, at) => [...row, at === 0 ? 'Growth' : at / 50]);
    const { user, add, type } = await openRank(shares);
    const growth = await add('Growth');
    await user.selectOptions(growth.getByRole('combobox', { name: 'Better' }), 'Closest to');
    growth.getByText('0.02 to 0.08 in the list');
    const box = growth.getByRole('textbox', { name: 'Best value' });
    await type(box, '4%');
    expect(best()[0]).toBe('Two: 100.0');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Add a filter' }), 'Rent');
    const filter = within(screen.getByRole('group', { name: 'Rent' }));
    await type(filter.getByRole('textbox', { name: 'Value' }), '₹ 55');
    expect(best()).toHaveLength(1);
    await type(box, '4%%');
    growth.getByText('Enter a number.');
  });

  it('writes formulas beside the list and their settings on a sheet, and takes both back', async () => {
    const { sheet, user, add, write } = await openRank();
    await add('Rent');
    await write(
      'Scores and ranks added in Stores!G1:H5. Change their weights on the sheet “Rank settings”.',
    );
    expect(sheet.read('Stores!G1:H1')).toEqual([['Score', 'Rank']]);
    const [[score, rank] = []] = sheet.read('Stores!G2:H2');
    expect(score).toMatch(/^=IFERROR\(ROUND\(IF\('Rank settings'!\$G\$4=0,0,IF\(ISNUMBER\(\$D2\),/);
    expect(rank).toMatch(/^=IF\(ISNUMBER\(G2\),RANK\(G2,G\$2:G\$5\),/);
    expect(sheet.read("'Rank settings'!A4:D4")).toEqual([
      [
        '=Stores!$D$1',
        1,
        'less',
        expect.stringMatching(
          /^=IF\(LOWER\(TRIM\(C4\)\)="less",AGGREGATE\(4,6,Stores!\$D\$2:\$D\$5\),/,
        ),
      ],
    ]);
    await user.click(button('Undo'));
    await screen.findByText('Scores, ranks and settings removed.');
    expect(sheet.names()).toEqual(['Stores']);
    expect(sheet.read('Stores!G1:H5').flat().join('')).toBe('');
  });

  it('keeps settings that a person has changed when the columns are taken back', async () => {
    const { sheet, user, add, write } = await openRank();
    await add('Rent');
    await write();
    sheet.set("'Rank settings'!B4", [[4]]);
    await user.click(button('Undo'));
    await screen.findByText(/changed since, so it stays\.$/);
    expect(sheet.names()).toEqual(['Stores', 'Rank settings']);
  });

  it('offers no undo of what was undone in the sheet', async () => {
    const { sheet, fake, add, write } = await openRank();
    await add('Rent');
    await write();
    sheet.set(
      'Stores!G1',
      Array.from({ length: 5 }, () => ['', '']),
    );
    act(() => fake.select('Stores!A1'));
    act(() => fake.runClock());
    await screen.findByText('No longer there: undone, changed or moved since.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('ranks a list in two ways, side by side, and writes over nothing', async () => {
    const sheet = createFakeSheet({ Stores: SHOPS });
    sheet.select('A1:F5');
    sheet.set('H1', [['Remarks'], ['mine']]);
    const { add, write } = await openRank(SHOPS, { sheet });
    await add('Rent');
    await write(/^Scores and ranks added in Stores!I1:J5/);
    await add('Sales');
    await write(/^Scores and ranks added in Stores!K1:L5/);
    expect(sheet.read('H1:L2').map((row) => row[0])).toEqual(['Remarks', 'mine']);
    expect(sheet.read('I1:L1')).toEqual([['Score', 'Rank', 'Score 2', 'Rank 2']]);
    expect(sheet.names()).toEqual(['Stores', 'Rank settings', 'Rank settings (2)']);
  });

  it('stays with its list while a person looks at the weights', async () => {
    const { sheet, fake, user, add } = await openRank();
    await add('Rent');
    sheet.set('A8', [['Other', 'Rent']]);
    sheet.select('A8');
    act(() => fake.select('Stores!A8'));
    await user.click(button('Refresh'));
    await screen.findByText('Stores!A1:F5');
    await user.click(button('Use the selected list'));
    await screen.findByText('Stores!A8:B8');
  });

  it('ranks rows that were added since, once a cell of the list is selected', async () => {
    const { sheet, fake, add } = await openRank();
    await add('Sales');
    sheet.set('A6', [['Five', 12.5, 77.2, 70, 40, 'Mall']]);
    sheet.select('B2');
    act(() => fake.select('Stores!B2'));
    await screen.findByText('5 of 5 places ranked.');
    expect(best()[0]).toBe('Five: 100.0');
  });

  it('shows every ranked place on the map, with its rank and its score', async () => {
    const { user, add } = await openRank();
    await add('Sales');
    await user.click(button('Show ranks on the map'));
    await screen.findByText('4 places from Stores!A1:F5.');
    const places = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Place' });
    expect([...places.options].map(({ text }) => text)).toEqual([
      ...['Choose a place', '1. Three: 100.0', '2. Four: 80.0', '3. Two: 50.0', '4. One: 0.0'],
    ]);
    const colours = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Colour by' });
    expect([...colours.options].map(({ text }) => text)).toEqual([
      'Score in the ranking',
      'Rent',
      'Sales',
    ]);
  });

  it('asks again for what Locus could not fill, and says at most what that costs', async () => {
    const sheet = createFakeSheet({
      Stores: [
        ['Shop', 'Lat', 'Lng', 'People'],
        ...[2, 3].map((row) => ['Shop', 12, 77, `=LOCATTR($B${row},$C${row},"w_pop_tt")`]),
      ] as (string | number)[][],
    });
    sheet.show('D2', 5);
    sheet.show('D3', { error: '#N/A' });
    const { fake, user, add } = await openRank([], { sheet });
    fake.ports.preferences.save({ pricePerCall: 0.35, currency: '₹' });
    await add('People');
    await user.click(button('Ask again (at most 1 call, about ₹0.35)'));
    expect(fake.acts).toContain('retry Stores!D3');
  });

  it('leads to Enrich for a column that the list does not have', async () => {
    const { user } = await openRank();
    await screen.findByRole('combobox', { name: 'Column' });
    await user.click(button('Get a column from Locus'));
    await screen.findByRole('button', { name: 'Add columns' });
  });

  it('says what to do where no list is selected', async () => {
    await openRank([]);
    await screen.findByText('Select a cell in your list.');
  });
});
