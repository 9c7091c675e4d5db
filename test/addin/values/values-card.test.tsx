/** @jest-environment jsdom */
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { SheetCopy } from '../../../src/addin/spreadsheet/sheet-copy';
import { ValuesCard } from '../../../src/addin/values';
import {
  createSheetChanges,
  SheetChangesContext,
} from '../../../src/addin/pane/parts/use-sheet-changes';
import { createFakePorts } from '../pane/fake-ports';
import { renderUnstyled } from '../pane/render-pane';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

async function press(copy: SheetCopy, selected: string | undefined = "'My stores'!B2") {
  const asked: string[] = [];
  const fake = createFakePorts({
    copyAsValues(sheet) {
      asked.push(sheet);
      return Promise.resolve(copy);
    },
  });
  renderUnstyled(<ValuesCard ports={fake.ports} />);
  act(() => fake.select(selected));
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await user.click(screen.getByRole('button', { name: 'Copy this sheet as values' }));
  return { asked, fake, user };
}

describe('the card that converts to values', () => {
  it('copies the sheet that a person is on, says what is in the copy, and leads to it', async () => {
    const { asked, fake, user } = await press({
      kind: 'copied',
      sheet: 'My stores (values)',
      formulas: 1_200,
      errors: 3,
    });
    await screen.findByText(
      '1,200 formulas are values in the new sheet My stores (values). Other formulas stay formulas. 3 cells show an error in it too.',
    );
    expect(asked).toEqual(['My stores']);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(fake.acts).toContain("go to 'My stores (values)'!A1");
  });

  it('leads to no copy that was deleted since', async () => {
    const sheet = createFakeSheet({ Stores: [['Shop']], 'Stores (values)': [['Shop']] });
    const fake = createFakePorts({
      sheet,
      copyAsValues: () =>
        Promise.resolve({ kind: 'copied', sheet: 'Stores (values)', formulas: 1, errors: 0 }),
    });
    const changes = createSheetChanges(fake.ports, window);
    renderUnstyled(
      <SheetChangesContext value={changes}>
        <ValuesCard ports={fake.ports} />
      </SheetChangesContext>,
    );
    act(() => fake.select('Stores!A1'));
    const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
    await user.click(screen.getByRole('button', { name: 'Copy this sheet as values' }));
    await screen.findByRole('button', { name: 'Show' });
    sheet.remove('Stores (values)');
    act(() => fake.select('Stores!A2'));
    act(() => fake.runClock());
    await screen.findByText(/^No longer there/);
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  });

  it.each<[SheetCopy, RegExp]>([
    [{ kind: 'nothing' }, /^This sheet has no Locus formulas\.$/],
    [{ kind: 'waiting', cells: 1 }, /^1 cell is still calculating\. Try again when/],
    [{ kind: 'failed', message: 'The sheet is protected.' }, /^The sheet is protected\.$/],
  ])('says why there is no copy: %j', async (copy, told) => {
    await press(copy);
    await screen.findByText(told);
  });

  it('asks for a cell where a chart is selected', async () => {
    const { asked } = await press({ kind: 'nothing' }, '');
    await screen.findByText('Select a cell of the sheet first.');
    expect(asked).toEqual([]);
  });
});
