/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';

import {
  type AccountSummary,
  readAccountSummary,
} from '../../../src/engine/client/account-summary';
import { createFakePorts } from './fake-ports';
import { openView } from './render-pane';

const TOKEN = 'locus_a-token-of-somebody-1c2d';

function summary(used: number, more: object = {}): AccountSummary | undefined {
  const resetsAt = '2026-11-23T00:00:00.000Z';
  return readAccountSummary({
    gateway: 'locus',
    person: 'Asha',
    team: 'Sales',
    currency: '₹',
    budget: {
      day: { limit: 1500, used, left: 1500 - used, resetsAt, ...more },
      month: { limit: null, used: 2000, left: null, resetsAt },
    },
  });
}

async function open(accountSummary: () => Promise<AccountSummary | undefined>) {
  const fake = createFakePorts({ accountSummary });
  fake.connection.save({ credential: TOKEN, shouldRemember: false });
  return { ...(await openView('Home', fake)), fake };
}

describe('behind a gateway', () => {
  it('the pane says who one is and what is left, and leads to more', async () => {
    await open(() => Promise.resolve(summary(1480)));
    const account = await screen.findByRole('region', { name: 'Your account' });
    expect(account.textContent).toContain('Signed in as Asha (Sales)');
    expect(account.textContent).toMatch(
      /Today: 1,480 of 1,500 calls used, 20 left, resets \w{3},? \d\d? Nov,? \d\d:\d\d\./,
    );
    expect(account.textContent).toContain('This month: 2,000 calls used. No limit.');
    const more = screen.getByRole<HTMLAnchorElement>('link', { name: /^Ask for more/ });
    expect(more.href).toMatch(/^https:.*\/account\/$/);
  });

  it('the pane says what was spent in price, of how much', async () => {
    const price = { limit: 500, used: 120.5, left: 79.5 };
    await open(() => Promise.resolve(summary(241, { price })));
    const account = await screen.findByRole('region', { name: 'Your account' });
    expect(account.textContent).toMatch(
      /Today: 241 of 1,500 calls used, 1,259 left, ₹120.50 of ₹500.00 spent, ₹79.50 left, resets /,
    );
    expect(screen.getAllByRole('progressbar')).toHaveLength(2);
    expect(screen.queryByText(/^You’ve used/)).toBeNull();
  });

  describe('how far a budget is used', () => {
    const resetsAt = '2026-11-23T00:00:00.000Z';
    const day = (used: number) => summary(used, { isNearlySpent: used > 100 });
    const each = (...used: number[]) => {
      const [day, month] = used.map((calls) => ({
        ...{ limit: 100, used: calls, left: 100 - calls, resetsAt, isNearlySpent: true },
      }));
      return readAccountSummary({ gateway: 'locus', person: 'Asha', budget: { day, month } });
    };

    it.each([
      // It may be most of the team's.
      [day(1200), 'You’ve used most of today’s budget.'],
      [day(1500), 'You’ve used up today’s budget.'],
      [each(100, 90), 'You’ve used up today’s budget. You’ve used most of this month’s budget.'],
      [each(90, 100), 'You’ve used up this month’s budget. You’ve used most of today’s budget.'],
      [each(100, 100), 'You’ve used up today’s and this month’s budget.'],
    ])('is said of each: %#', async (told, words) => {
      let next = told;
      const { user } = await open(() => Promise.resolve(next));
      await screen.findByText(words);
      next = day(3);
      await user.click(screen.getByRole('button', { name: 'Refresh' }));
      await screen.findByText(/^Today: 3 of/);
      expect(screen.queryByText(/^You’ve used/)).toBeNull();
    });
  });

  it('it shows no account whose reply comes after that of a later question', async () => {
    const replies: ((told: AccountSummary | undefined) => void)[] = [];
    const { user } = await open(() => new Promise((resolve) => replies.push(resolve)));
    await waitFor(() => expect(replies).not.toEqual([]));
    await act(async () => replies.splice(0).forEach((reply) => reply(summary(1))));
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const [early, late] = replies;
    await act(async () => late?.(summary(3)));
    await act(async () => early?.(summary(2)));
    expect(screen.getByText(/^Today: 3 of/)).toBeTruthy();
  });

  it('it asks anew when a run is over', async () => {
    let used = 10;
    const { fake } = await open(() => Promise.resolve(summary(used)));
    await screen.findByText(/^Today: 10 of/);
    used = 25;
    act(() => fake.show({ waiting: 5 }));
    act(() => fake.show({ waiting: 0 }));
    await screen.findByText(/^Today: 25 of/);
    used = 26;
    // It was so short that nobody saw it go on.
    act(() => fake.show({ callsSpent: 1 }));
    await screen.findByText(/^Today: 26 of/);
  });
});

test('behind an ordinary service nothing of it is seen', async () => {
  await open(() => Promise.resolve(undefined));
  expect(screen.queryByRole('region', { name: 'Your account' })).toBeNull();
});

test.each([[undefined], ['text'], [{}], [{ gateway: 'other' }], [[1]]])(
  'who says %j is no gateway',
  (json) => {
    expect(readAccountSummary(json)).toBeUndefined();
  },
);

test('a gateway that says nonsense says nothing of it', () => {
  const json = {
    gateway: 'locus',
    person: 7,
    team: 'x'.repeat(1e5),
    budget: { day: { limit: -1, used: 'many', left: NaN, resetsAt: 'soon' }, month: [] },
  };
  const none = { limit: undefined, used: 0, left: undefined };
  const nothing = { ...none, price: none, resetsAt: undefined, isNearlySpent: false };
  expect(readAccountSummary(json)).toEqual({
    person: '',
    team: 'x'.repeat(100),
    currency: '',
    day: nothing,
    month: nothing,
  });
});
