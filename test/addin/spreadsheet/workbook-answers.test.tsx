/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { AnswersCard } from '../../../src/addin/share/ShareSection';
import type {
  AnswersSaving,
  WorkbookAnswers,
} from '../../../src/addin/spreadsheet/workbook-answers';
import { createFakePorts } from '../pane/fake-ports';
import { createFakeSheet } from './fake-sheet';
import { createFakeWorkbookAnswers } from './fake-workbook-answers';
import { renderUnstyled } from '../pane/render-pane';

const MINUTE_MS = 60_000;

async function openCard(open?: () => Promise<WorkbookAnswers>, formulas: readonly string[] = []) {
  const fake = createFakeWorkbookAnswers();
  const sheet = createFakeSheet({ S: formulas.map((formula) => [formula]) });
  const { ports } = createFakePorts({ sheet });
  const workbookAnswers = open ?? (() => Promise.resolve(fake.answers));
  renderUnstyled(<AnswersCard ports={{ ...ports, workbookAnswers }} />);
  await act(() => Promise.resolve());
  return {
    ...fake,
    now: ports.clock.now(),
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    card: within(screen.getByRole('group', { name: 'Results in this workbook' })),
  };
}

const button = (name: string) => screen.getByRole('button', { name });
const leaveOut = () =>
  screen.getByRole<HTMLInputElement>('switch', { name: 'Leave results out of this workbook' });

test('says how many values travel, how large they are, how old and from where', async () => {
  const { card, show, now } = await openCard();
  expect(card.getByText('No results saved in this workbook yet.')).toBeTruthy();
  act(() =>
    show({
      answers: 12_480,
      subjects: 1,
      bytes: 131_000,
      savedAt: now - 5 * MINUTE_MS,
      services: [
        { name: 'api.example.com', isSample: false },
        { name: '', isSample: false },
        { name: '', isSample: true },
      ],
    }),
  );
  expect(
    card.getByText(
      '12,480 values for 1 place, 131 kB, saved 5 minutes ago. From api.example.com, another service and the sample service (made-up data).',
    ),
  ).toBeTruthy();
  expect(card.getByText(/replaced by a fingerprint/)).toBeTruthy();
  act(() => show({ savedAt: now }));
  expect(card.getByText(/saved just now\./)).toBeTruthy();
});

test('saves when told to, and says what came of it', async () => {
  const { user, acts, card, answer } = await openCard();
  await user.click(button('Save results now'));
  await user.click(button('Recalculate all and save'));
  expect(acts).toEqual(['save', 'calculate and save']);
  expect(card.getByText('Done. Save the workbook to keep the results.')).toBeTruthy();
  answer({ kind: 'saved', isChanged: false, isComplete: false });
  await user.click(button('Recalculate all and save'));
  expect(
    card.getByText(
      'Nothing changed. Some formulas couldn’t be calculated, so no old results were removed.',
    ),
  ).toBeTruthy();
});

test('says what may be missing from what was saved, until all has been calculated', async () => {
  const { user, card, show } = await openCard(undefined, [
    '=LOCATTR(1,2,"x")',
    '=LOCATTR(2,2,"x")',
    '=LOCATTR(1,2,"x")',
  ]);
  const lacking = /This workbook has 3 Locus formulas, so some values may be missing/;
  act(() => show({ answers: 1, subjects: 1 }));
  await user.click(button('Save results now'));
  await card.findByText(lacking);
  // Two formulas ask for the same.
  act(() => show({ answers: 2, isAll: true }));
  await user.click(button('Recalculate all and save'));
  expect(card.queryByText(lacking)).toBeNull();
});

test.each<[AnswersSaving, RegExp]>([
  [{ kind: 'not-saved', reason: 'too-many' }, /more results than a workbook can hold/],
  [{ kind: 'not-saved', reason: 'too-much' }, /more results than Locus can read/],
  [{ kind: 'not-saved', reason: 'another-workbook' }, /Nothing was changed/],
  [{ kind: 'not-saved', reason: 'options' }, /workbook’s settings can’t be changed/],
  [{ kind: 'failed', message: 'The workbook is read-only.' }, /The workbook is read-only\./],
])('tells %j plainly', async (saving, words) => {
  const { user, card, answer } = await openCard();
  answer(saving);
  await user.click(button('Save results now'));
  expect(card.getByText(words)).toBeTruthy();
});

test('says that a later automatic save failed, and not that the one before it went well', async () => {
  const { user, card, show } = await openCard();
  await user.click(button('Save results now'));
  await card.findByText('Done. Save the workbook to keep the results.');
  act(() => show({ trouble: { kind: 'failed', message: 'The workbook is read-only.' } }));
  expect(card.getByText('The workbook is read-only.')).toBeTruthy();
  expect(card.queryByText(/^Done/)).toBeNull();
});

test('leaves answers out, and saves none while they are', async () => {
  const { user, acts, card } = await openCard();
  await user.click(leaveOut());
  expect(acts).toEqual(['leave out: true']);
  expect(leaveOut().checked).toBe(true);
  expect(card.getByText('No results saved in this workbook.')).toBeTruthy();
  await user.click(button('Save results now'));
  expect(acts).toHaveLength(1);
  await user.click(leaveOut());
  expect(acts).toEqual(['leave out: true', 'leave out: false']);
});

test('turns the saving after changes on and off, and tells when that went wrong', async () => {
  const { user, acts, card, show } = await openCard();
  await user.click(screen.getByRole('switch', { name: 'Save automatically after changes' }));
  expect(acts).toEqual(['by themselves: true']);
  await user.click(screen.getByRole('switch', { name: 'Save automatically after changes' }));
  expect(acts).toEqual(['by themselves: true', 'by themselves: false']);
  act(() => show({ trouble: { kind: 'failed', message: 'A cell is being edited.' } }));
  await user.click(leaveOut());
  await user.click(leaveOut());
  expect(card.queryByText('A cell is being edited.')).toBeNull();
});

test('while it works nothing else is begun', async () => {
  const { user, acts, show } = await openCard();
  act(() => show({ doing: 'saving' }));
  expect(screen.getByRole('progressbar', { name: 'Saving results' })).toBeTruthy();
  await user.click(button('Save results now'));
  await user.click(leaveOut());
  expect(acts).toEqual([]);
});

test('says what is damaged, what is newer and what is too much', async () => {
  const { card, show } = await openCard();
  act(() => show({ damaged: 1, newer: 2, isTooMuch: true }));
  expect(card.getByText(/are damaged and aren’t used/)).toBeTruthy();
  expect(card.getByText(/newer version of Locus/)).toBeTruthy();
  expect(card.getByText(/more results than Locus can read/)).toBeTruthy();
  act(() => show({ reading: { kind: 'failed', message: 'A dialog is open.' } }));
  expect(card.getByText('A dialog is open.')).toBeTruthy();
  act(() => show({ reading: { kind: 'reading' } }));
  expect(card.getByText('Checking saved results…')).toBeTruthy();
});

test('can be fetched again where that failed', async () => {
  const fake = createFakeWorkbookAnswers();
  let fails = true;
  const { user, card } = await openCard(() =>
    fails ? Promise.reject(new Error('offline')) : Promise.resolve(fake.answers),
  );
  expect(card.getByRole('alert').textContent).toContain('couldn’t load');
  fails = false;
  await user.click(button('Try again'));
  expect(await card.findByText('No results saved in this workbook yet.')).toBeTruthy();
});

test('asks before a workbook from elsewhere saves by itself', async () => {
  const { card, show, acts, user } = await openCard();
  expect(card.queryByText(/^This workbook was set to save/)).toBeNull();
  act(() => show({ wantsToSave: true }));
  expect(card.getByText(/^This workbook was set to save/)).toBeTruthy();
  const own = card.getByRole<HTMLInputElement>('switch', {
    name: 'Save automatically after changes',
  });
  expect(own.checked).toBe(false);
  await user.click(own);
  expect(acts).toEqual(['by themselves: true']);
});
