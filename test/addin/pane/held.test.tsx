/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';

import type { HeldPlan } from '../../../src/engine/lookup';
import { createFakePorts } from './fake-ports';
import { openPane } from './render-pane';

const plan: HeldPlan = { calls: 2_400, values: 28_800, known: 900, reason: 'held' };

function openHeld(held: HeldPlan = plan) {
  const opened = openPane();
  act(() => opened.fake.heldCalls.hold(held));
  return opened;
}

const section = () => screen.queryByRole('region', { name: 'Needs your approval' });
const button = (name: string) => screen.getByRole('button', { name });
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Calls to approve' });

describe('what is held', () => {
  it('is told with its calls, its values, what is known, and why', () => {
    openHeld();
    expect(screen.getByText('2,400 calls for 28,800 values (900 already known).')).toBeTruthy();
    expect(screen.getByText(/before making more than 500 calls at once/u)).toBeTruthy();
  });

  it('is told with its price once a person has said what a call costs', () => {
    const { fake } = openHeld();
    act(() => void fake.ports.preferences.save({ pricePerCall: 0.1 }));
    expect(screen.getByText(/\(900 already known\), about 240 credits\./u)).toBeTruthy();
    act(() => void fake.ports.preferences.save({ currency: '₹' }));
    expect(screen.getByText(/about ₹240\.00\./u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Set price per call' })).toBeNull();
  });

  it('in a workbook that nobody has acted on can be calculated, with its calls', async () => {
    const plan = {
      calls: 348,
      values: 1_900,
      known: 0,
      reason: 'held',
      first: 'unchanged',
    } as const;
    const { fake, user } = openHeld(plan);
    expect(screen.getByText('348 calls for 1,900 values.')).toBeTruthy();
    expect(screen.getByText(/before it uses your key in a workbook/u)).toBeTruthy();
    await user.click(button('Calculate (348 calls)'));
    expect(fake.acts).toContain('approve 348');
  });

  it('after an interruption is told as that, and goes on, with its calls', async () => {
    const { fake, user } = openHeld({ ...plan, calls: 45, values: 45, first: 'interrupted' });
    const text = '45 values were interrupted. 45 calls for 45 values (900 already known).';
    expect(screen.getByText(text)).toBeTruthy();
    await user.click(button('Go on (45 calls)'));
    expect(fake.acts).toContain('approve 45');
  });

  it('says what the number of calls costs that a person types', async () => {
    const { fake, user } = openHeld();
    act(() => void fake.ports.preferences.save({ pricePerCall: 0.5, currency: '₹' }));
    await user.type(box(), '10');
    expect(button('Approve this many, about ₹5.00')).toBeTruthy();
    await user.type(box(), '000');
    expect(button('Approve this many')).toBeTruthy();
  });

  it('is told with the budget when that is what it is held for', () => {
    const { fake } = openHeld({ calls: 1, values: 1, known: 0, reason: 'over-budget' });
    expect(screen.getByText('1 call for 1 value.')).toBeTruthy();
    expect(screen.getByText(/You’ve used today’s budget\./u)).toBeTruthy();
    act(() => void fake.ports.preferences.save({ dailyBudget: 1_000 }));
    expect(screen.getByText(/You’ve used today’s budget of 1,000 calls/u)).toBeTruthy();
  });

  it('leads to where the price is said', async () => {
    const { user } = openHeld();
    await user.click(button('Set price per call'));
    expect(screen.getByRole('tab', { name: 'More' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('a person', () => {
  it('approves all of it', async () => {
    const { fake, user } = openHeld();
    await user.click(button('Approve all'));
    expect(fake.acts).toEqual(['approve 2400']);
    expect(screen.queryByRole('button', { name: 'Approve all' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Approved: 2,400 calls.');
    act(() => fake.runClock());
    expect(section()).toBeNull();
  });

  it('keeps the focus on the tab by which they come back to Home', async () => {
    const { user } = openHeld();
    await user.click(button('Approve all'));
    await user.click(screen.getByRole('tab', { name: 'Attributes' }));
    await user.click(screen.getByRole('tab', { name: 'Home' }));
    expect(screen.getByText('Approved: 2,400 calls.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Home' }));
  });

  it('approves some of it, by Enter or by the button, as often as they like', async () => {
    const { fake, user } = openHeld();
    await user.type(box(), '1,000{Enter}');
    expect(fake.acts).toEqual(['approve 1000']);
    expect(box().value).toBe('');
    await user.type(box(), '400');
    await user.click(button('Approve this many'));
    expect(fake.acts).toEqual(['approve 1000', 'approve 400']);
    expect(screen.getByText(/^1,000 calls for/u)).toBeTruthy();
  });

  it.each([
    ['', 'Enter a whole number from 1 to 2,400.'],
    ['0', 'Enter a whole number from 1 to 2,400.'],
    ['-3', 'Enter a whole number from 1 to 2,400.'],
    ['1.5', 'Enter a whole number from 1 to 2,400.'],
    ['1,5', 'Enter a whole number from 1 to 2,400.'],
    ['ten', 'Enter a whole number from 1 to 2,400.'],
    ['2401', 'Only 2,400 calls are waiting.'],
  ])('who approves "%s" is told what is wrong, and nothing is approved', async (typed, words) => {
    const { fake, user } = openHeld();
    if (typed !== '') await user.type(box(), typed);
    await user.click(button('Approve this many'));
    expect(screen.getByText(words)).toBeTruthy();
    expect(fake.acts).toEqual([]);
  });

  it('refuses it, and is told how to be asked again', async () => {
    const { fake, user } = openHeld();
    await user.click(button('Decline'));
    expect(fake.acts).toEqual(['refuse']);
    expect(document.activeElement?.textContent).toContain('select Retry failed');
  });

  it('who is asked again no longer reads that they refused', async () => {
    const { fake, user } = openHeld();
    await user.click(button('Decline'));
    act(() => fake.heldCalls.hold(plan));
    expect(button('Approve all')).toBeTruthy();
    expect(screen.queryByText(/^Refused/u)).toBeNull();
    act(() => fake.heldCalls.hold(undefined));
    expect(section()).toBeNull();
  });

  it('finds no problems in cells that only wait, and can decide again after refusing', async () => {
    const { fake, user } = openHeld();
    act(() => {
      fake.report([
        { address: 'S!A1', code: 'held', message: 'Waits.', count: 1 },
        { address: 'S!A2', code: 'over-budget', message: 'Waits too.', count: 1 },
        { address: 'S!A3', code: 'previewing', message: 'Being typed.', count: 1 },
      ]);
      fake.runClock();
    });
    expect(screen.getByText('No problems. Cells with errors appear here.')).toBeTruthy();
    expect(button('Retry failed').getAttribute('aria-disabled')).toBe('true');
    await user.click(button('Decline'));
    act(() => fake.runClock());
    expect(screen.getByText('Not requested without your approval.')).toBeTruthy();
    expect(button('Ask for approval again')).toBeTruthy();
    expect(screen.queryByText('Being typed.')).toBeNull();
    expect(button('Retry failed').getAttribute('aria-disabled')).not.toBe('true');
  });

  it('is told when the cells cannot be calculated', async () => {
    const fake = createFakePorts();
    const message = 'A sheet is protected. Take the protection off.';
    fake.heldCalls.answerApprovals(() =>
      Promise.resolve({ count: 0, failures: [{ message, addresses: ['Sheet1!A1'] }] }),
    );
    const { user } = openPane(fake);
    act(() => fake.heldCalls.hold(plan));
    await user.click(button('Approve all'));
    expect((await within(section() as HTMLElement).findByRole('alert')).textContent).toBe(message);
    fake.heldCalls.answerApprovals(() => Promise.reject(new Error('busy')));
    act(() => fake.heldCalls.hold(plan));
    await user.click(button('Approve all'));
    expect((await screen.findByText(/Couldn’t recalculate/u)).textContent).toContain(
      'Retry failed',
    );
  });
});
