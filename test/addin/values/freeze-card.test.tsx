/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';

import userEvent from '@testing-library/user-event';

import {
  createSheetChanges,
  SheetChangesContext,
} from '../../../src/addin/pane/parts/use-sheet-changes';
import { FreezeCard } from '../../../src/addin/values/FreezeCard';
import { createFakePorts, type FakePorts } from '../pane/fake-ports';
import { createFakeScores } from '../pane/fake-scores';
import { renderUnstyled } from '../pane/render-pane';
import { createFakeGrid, type FakeGrid } from './fake-grid';

const OURS = ['=LOCATTR($B2,$C2,"w_pop")', '=LOCATTR($B3,$C3,"w_pop")'];

async function openCard(): Promise<{
  grid: FakeGrid;
  fake: FakePorts;
  press: (name: string) => Promise<void>;
  says: (text: RegExp) => Promise<void>;
}> {
  const grid = createFakeGrid(['Stores']);
  grid.set('A1', [
    ['Store', 'Lat', 'Lng', 'w_pop'],
    ['One', 12, 77, OURS[0] ?? ''],
    ['Two', 13, 78, OURS[1] ?? ''],
  ]);
  grid.show('D2', 100);
  grid.show('D3', 200);
  const scores = createFakeScores();
  scores.scores.peek = ({ place }) => {
    const value = place.kind === 'coordinates' && place.lat === 12 ? 100 : 200;
    return { kind: 'found', value, at: 1, origin: 'memory', isStale: false };
  };
  const fake = createFakePorts({ grid, scores });
  renderUnstyled(
    <SheetChangesContext value={createSheetChanges(fake.ports, window)}>
      <FreezeCard ports={fake.ports} />
    </SheetChangesContext>,
  );
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const card = await screen.findByRole('group', { name: 'Convert to values' });
  return {
    grid,
    fake,
    press: async (name) => user.click(await within(card).findByRole('button', { name })),
    says: (text) =>
      waitFor(() => {
        fake.runClock();
        expect(within(card).getByText(text)).toBeTruthy();
      }),
  };
}

describe('the card that freezes', () => {
  it('makes values of the whole workbook, says so, and brings the formulas back', async () => {
    const { grid, press, says } = await openCard();
    await press('Convert whole workbook');
    await says(/2 cells converted to values\. No calls were made\./);
    expect(grid.read('D2:D3')).toEqual([[100], [200]]);
    await says(/Stores!D2:D3 · 2 cells/);
    await press('Restore all formulas');
    await says(/Formulas restored in 2 cells\./);
    expect(grid.read('D2:D3')).toEqual(OURS.map((formula) => [formula]));
    expect(screen.queryByText('Converted formulas')).toBeNull();
  });

  it('no longer lists as converted what was undone in the sheet', async () => {
    const { grid, fake, press, says } = await openCard();
    await press('Convert whole workbook');
    await says(/Stores!D2:D3 · 2 cells/);
    grid.set(
      'D2',
      OURS.map((formula) => [formula]),
    );
    grid.show('D2', 100);
    grid.show('D3', 200);
    act(() => fake.select('Stores!A1'));
    await waitFor(() => {
      fake.runClock();
      expect(screen.queryByText('Converted formulas')).toBeNull();
    });
  });

  it('freezes and thaws no more than the selection', async () => {
    const { grid, fake, press, says } = await openCard();
    act(() => fake.select('Stores!D3'));
    await press('Convert selection');
    await says(/1 cell converted to values/);
    expect(grid.read('D2:D3')).toEqual([[OURS[0]], [200]]);
    act(() => fake.select('Stores!A1:D2'));
    await press('Restore selection');
    await says(/No cells were changed\./);
    act(() => fake.select('Stores!A1:D9'));
    await press('Restore selection');
    await says(/Formulas restored in 1 cell\./);
  });

  it('asks for a selection where there is none', async () => {
    const { press, says } = await openCard();
    await press('Convert selection');
    await says(/Select a single range of cells first\./);
  });

  it('shows where frozen cells are', async () => {
    const { fake, press, says } = await openCard();
    await press('Convert whole workbook');
    await says(/Stores!D2:D3 · 2 cells/);
    await press('Show Stores!D2:D3');
    expect(fake.acts).toContain('go to Stores!D2:D3');
  });

  it('lists what has no place, for copying, and forgets it when told to', async () => {
    const { grid, fake, press, says } = await openCard();
    await press('Convert whole workbook');
    await says(/2 cells converted/);
    grid.set('D3', [['mine']]);
    await press('Restore all formulas');
    await says(/1 formula couldn’t be restored\. See/);
    await says(/From Stores!D3/);
    await press('Copy formulas');
    expect(fake.acts).toContain(`copy Stores!D3\t${OURS[1]}`);
    await press('Delete these formulas');
    await says(/Formulas deleted\./);
    expect(grid.read('D2:D3')).toEqual([[OURS[0]], ['mine']]);
    expect(screen.queryByText(/From Stores/)).toBeNull();
  });

  it('leads to a cell whose value stayed, and restores its formula if a person insists', async () => {
    const { grid, fake, press, says } = await openCard();
    await press('Convert whole workbook');
    await says(/2 cells converted/);
    grid.set('D3', [['mine']]);
    await press('Restore all formulas');
    await says(/From Stores!D3/);
    await press('Show Stores!D3');
    expect(fake.acts).toContain('go to Stores!D3');
    await press('Try again');
    await says(/No cells were changed\. 1 formula couldn’t be restored/);
    await press('Restore anyway');
    await says(/Formulas restored in 1 cell\./);
    expect(grid.read('D2:D3')).toEqual(OURS.map((formula) => [formula]));
  });

  it('says what stays a formula, and why', async () => {
    const { grid, press, says } = await openCard();
    grid.show('D3', { error: '#N/A' });
    await press('Convert whole workbook');
    await says(/1 cell converted .* Stores!D3 is still a formula: it shows an error\./);
  });

  it('says that nothing was lost where something breaks', async () => {
    const { grid, press, says } = await openCard();
    grid.cells.formulas = () => Promise.reject(new Error('broken'));
    await press('Convert whole workbook');
    await says(/No formulas were lost/);
  });

  it('says what the workbook says where nothing can be done', async () => {
    const { grid, press, says } = await openCard();
    grid.protect('Stores');
    await press('Convert whole workbook');
    await says(/Nothing was converted\. The sheet is protected\./);
    expect(grid.names().size).toBe(0);
  });
});
