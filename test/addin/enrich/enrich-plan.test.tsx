/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';

import { coordinatePlace } from '../../../src/engine/lookup';
import { createFakeCatalogue } from '../pane/fake-catalogue';
import { createFakePorts } from '../pane/fake-ports';
import { createFakeScores } from '../pane/fake-scores';
import { openView } from '../pane/render-pane';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import {
  addColumns,
  addPopulation,
  button,
  combobox,
  figure,
  openList,
  type Rows,
  SHOPS_MODEL,
  STORES,
  tickPopulation,
} from './enriched-list';

jest.setTimeout(60_000);

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
    await user.selectOptions(combobox('Sets of attributes in this workbook'), 'Basics (2)');
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
    const { user } = await openList();
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
    const { user } = await openList();
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
    await openList(STORES, { catalogue: createFakeCatalogue({ isOutOfReach: true }) });
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
    const { user, fake } = await openList(many);
    act(() => void fake.ports.preferences.save({ pricePerCall: 0.5, currency: '₹' }));
    await tickPopulation(user);
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
    const { user, fake, sheet } = await openList(many);
    await tickPopulation(user);
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
    const { user, fake } = await openList(many);
    act(() => void fake.ports.preferences.save({ dailyBudget: 600 }));
    await tickPopulation(user);
    // Beside the button, never a sum that the click does not spend.
    await screen.findByText('of 700 calls');
    act(() => void fake.ports.preferences.save({ pricePerCall: 0.5, currency: '₹' }));
    await screen.findByText('about ₹300.00 of ₹350.00');
    await user.click(await screen.findByRole('button', { name: 'Add and approve 600 calls' }));
    await screen.findByText(/1 column added/);
    expect(fake.heldCalls.ahead).toMatchObject([{ calls: 600 }]);
  });

  it('leads to where a price per call is set', async () => {
    const { user } = await openList();
    await tickPopulation(user);
    await user.click(await screen.findByRole('button', { name: 'Set price per call' }));
    const selected = await screen.findByRole('tab', { name: 'Spending' });
    expect(selected.getAttribute('aria-selected')).toBe('true');
  });

  it('is nothing where all is known', async () => {
    const scores = createFakeScores();
    scores.know({ kind: 'found', value: 1, at: 0, origin: 'memory', isStale: false });
    const { user } = await openList(STORES, { scores });
    await tickPopulation(user);
    await waitFor(() => expect(figure('Values')).toBe('2, all already known'));
    expect(figure('Calls')).toBe('none');
  });
});

describe('where there is no list', () => {
  it('says what to select, and looks again', async () => {
    const { user, sheet } = await openList([]);
    await screen.findByText(/Select a cell in your list/);
    sheet.set('Stores!A1', STORES);
    await user.click(button('Refresh'));
    await screen.findByText('Stores!A1:C6');
  });

  it('says what a model shall score there', async () => {
    const { user } = await openList([], { models: [SHOPS_MODEL], view: 'Home' });
    await user.click(await screen.findByRole('button', { name: /Score places/ }));
    await screen.findByText(/^Select a cell in your list to score its places with Shops\. /);
  });

  it('says why the sheet cannot be read', async () => {
    const sheet = createFakeSheet({ Stores: STORES });
    sheet.fail('Excel is busy. Finish editing the cell you are in.');
    await openList(STORES, { sheet });
    await screen.findByText('Excel is busy. Finish editing the cell you are in.');
  });

  it('keeps what was chosen, and the way back, while another place is selected', async () => {
    const { user, sheet, fake } = await openList();
    await addPopulation(user);
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
  const { user } = await openList();
  await user.click(button('Add API key'));
  expect(screen.getByRole('tab', { name: 'Home' }).getAttribute('aria-selected')).toBe('true');
});
