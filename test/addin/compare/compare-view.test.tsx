/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';

import { createFakePorts, type FakePortsOptions } from '../pane/fake-ports';
import type { PrintedPage } from '../../../src/addin/spreadsheet/printed-page';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { openView } from '../pane/render-pane';

jest.setTimeout(60_000);

// jsdom neither measures nor draws; a browser's test does.
HTMLCanvasElement.prototype.getContext = () => null;

const SHOPS = [
  ['Shop', 'Lat', 'Lng', 'Rent', 'Sales'],
  ['One', 12.9, 77.6, 50, 10],
  ['Two', 12.8, 77.5, 60, 15],
  ['Three', 12.7, 77.4, 90, 20],
  ['Four', 12.6, 77.3, '', 18],
  ['Five', 12.5, 77.2, 70, 17],
  ['Six', 12.4, 77.1, 80, 16],
];

async function openCompare(selected = 'Stores!A1', options: FakePortsOptions = {}) {
  const sheet = createFakeSheet({ Stores: SHOPS });
  sheet.select(selected);
  const fake = createFakePorts({ ...options, sheet });
  const { user } = await openView('Rank', fake);
  await user.click(await screen.findByRole('tab', { name: 'Compare places' }));
  const add = (name: string) =>
    user.selectOptions(screen.getByRole('combobox', { name: 'Add a place' }), name);
  return { sheet, fake, user, add };
}

const button = (name: string) => screen.getByRole('button', { name });
const lines = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('comparing places', () => {
  it('is a table with a line for each place and attribute, against the range of the list', async () => {
    const { user, add } = await openCompare();
    await add('Two');
    await add('Four');
    screen.getByRole('table', { name: 'Comparison of Two and Four' });
    expect(lines()).toEqual([
      ['Rent50 to 90 in the list'],
      ['Two', '25% of the range', '60'],
      ['Four', '', 'no value'],
      ['Sales10 to 20 in the list'],
      ['Two', '50% of the range', '15'],
      ['Four', '80% of the range', '18'],
    ]);
    await user.click(button('Remove Four'));
    expect(lines()).toHaveLength(4);
  });

  it('takes the rows that are selected in the list, five at most', async () => {
    const { fake, sheet, user } = await openCompare();
    sheet.select('Stores!A2:E7');
    act(() => fake.select('Stores!A2:E7'));
    await user.click(button('Use the selected rows'));
    // The list is still the whole list.
    await screen.findByText('Stores!A1:E7');
    const places = within(screen.getByRole('list', { name: 'Places to compare' }));
    expect(places.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...['One', 'Two', 'Three', 'Four', 'Five'],
    ]);
    expect(screen.queryByRole('combobox', { name: 'Add a place' })).toBeNull();
  });

  it.each([
    ['A3:E4', ['Two', 'Three']],
    ['B5:B6', ['Four', 'Five']],
    // More than five: a person chooses among them.
    ['A2:E7', []],
    ['A1:E4', []],
  ])(
    'begins with the rows %s that are selected before, with the list’s header',
    async (a1, names) => {
      const { user } = await openCompare(`Stores!${a1}`);
      const places = within(await screen.findByRole('list', { name: 'Places to compare' }));
      expect(places.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
        names,
      );
      if (names.length === 0) return;
      screen.getByText('Stores!A1:E7');
      await user.click(button(`Remove ${names[0]}`));
      expect(places.getAllByRole('listitem')).toHaveLength(names.length - 1);
    },
  );

  it('is of a list that goes on after a blank row, and says so', async () => {
    const { sheet, fake } = await openCompare();
    sheet.set('Stores!A9', [['Seven', 12.3, 77]]);
    sheet.select('Stores!A2');
    act(() => fake.select('Stores!A2'));
    await screen.findByText(/^More places follow in row 9, after a blank row\./);
  });

  it('begins with the best of a ranking', async () => {
    const { user } = await openCompare();
    await user.click(screen.getByRole('tab', { name: 'Rank places' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Column' }), 'Sales');
    await user.click(button('Compare the best'));
    screen.getByRole('table', { name: /^Comparison of Three, Four,? and Five$/ });
  });

  it('is written on a sheet, and taken back', async () => {
    const { sheet, fake, user, add } = await openCompare();
    await add('Two');
    await user.click(button('Write as sheet'));
    await screen.findByText('Added on the sheet “Comparison”.');
    expect(sheet.read('Comparison!A1:E3')).toEqual([
      ['Attribute', 'Unit', 'Two', 'Least in the list', 'Most in the list'],
      ['Rent', '', 60, 50, 90],
      ['Sales', '', 15, 10, 20],
    ]);
    await user.click(button('Write as sheet'));
    await waitFor(() => expect(fake.acts).toContain('go to Comparison!A1'));
    expect(sheet.names()).toEqual(['Stores', 'Comparison']);
    await user.click(button('Undo'));
    await screen.findByText('Sheet removed.');
    expect(sheet.names()).toEqual(['Stores']);
  });

  it.each([
    ['was taken back in the sheet', 'Comparison!A1', true],
    ['was deleted with its sheet', undefined, true],
    ['is still there', 'Stores!H1', false],
  ])('offers no undo of what %s', async (_, emptied, isGone) => {
    const { sheet, fake, user, add } = await openCompare();
    await add('Two');
    await user.click(button('Write as sheet'));
    await screen.findByText('Added on the sheet “Comparison”.');
    if (emptied === undefined) sheet.remove('Comparison');
    else sheet.set(emptied, Array<string[]>(3).fill(['', '', '', '', '']));
    act(() => fake.select('Stores!A1'));
    act(() => fake.runClock());
    await screen.findByText(isGone ? /^No longer there/ : /^Added on the sheet/);
    await waitFor(() =>
      expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(isGone ? 0 : 1),
    );
  });

  it('has an index against a chosen place, and on the sheet as formulas', async () => {
    const { sheet, user, add } = await openCompare();
    await add('Two');
    await add('Four');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Index' }), 'Four = 100');
    expect(lines().map((line) => line.at(-1))).toEqual([
      'Rent50 to 90 in the listFour: no value, so no index',
      ...['60', 'no value'],
      'Sales10 to 20 in the listFour: 18 = 100',
      ...['15 (index\u00a083)', '18 (index\u00a0100)'],
    ]);
    await user.click(button('Write as sheet'));
    await screen.findByText('Added on the sheet “Comparison”.');
    expect(sheet.read('Comparison!G1:I1')).toEqual([['Four = 100', 'Index: Two', 'Index: Four']]);
    expect(sheet.read('Comparison!G3:H3')).toEqual([
      [18, expect.stringMatching(/^=IF\(ISNUMBER\(C3\),IF\(ISNUMBER\(\$G3\),/)],
    ]);
    await user.click(button('Remove Four'));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Index' }).value).toBe('none');
  });

  it('puts the index on the page for a meeting where there is one', async () => {
    const pages: PrintedPage[] = [];
    const { user, add } = await openCompare('Stores!A1', {
      makePage: (page) => {
        pages.push(page);
        return Promise.resolve({ kind: 'failed', message: 'Made.' });
      },
    });
    await add('Two');
    await add('Four');
    // The ranking has one too.
    const make = () =>
      user.click(
        screen.getAllByRole('button', { name: 'Make a page for a meeting' }).at(-1) as HTMLElement,
      );
    await make();
    await screen.findByText('Made.');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Index' }), 'Four = 100');
    await make();
    await waitFor(() => expect(pages).toHaveLength(2));
    const [against = [], index = []] = pages.map(({ rows }) =>
      rows.flatMap((row) => ('cells' in row ? [row.cells] : [])).slice(-3),
    );
    expect(against.slice(1)).toEqual([
      ['Rent', 25, 'no value'],
      ['Sales', 50, 80],
    ]);
    expect(index.slice(1)).toEqual([
      ['Rent', 'no index', 'no value'],
      ['Sales', 83, 100],
    ]);
  });

  it('stays while the sheet that it was written on is looked at', async () => {
    const { sheet, fake, user } = await openCompare('Stores!A3:E4');
    await screen.findByRole('table', { name: 'Comparison of Two and Three' });
    await user.click(button('Write as sheet'));
    await screen.findByText('Added on the sheet “Comparison”.');
    sheet.select('Comparison!A1');
    act(() => fake.select('Comparison!A1'));
    await screen.findByRole('button', { name: 'Use the selected list' });
    screen.getByRole('table', { name: 'Comparison of Two and Three' });
  });

  it('is copied as a picture', async () => {
    const { fake, user, add } = await openCompare();
    await add('Two');
    await user.click(button('Copy picture'));
    await waitFor(() => expect(fake.acts.join()).toMatch(/copy/));
  });
});
