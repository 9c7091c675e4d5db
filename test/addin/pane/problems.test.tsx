/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';

import type { CellProblem } from '../../../src/addin/functions/problems';
import { LOOKUP_ERROR_CODES } from '../../../src/engine/lookup';
import { createFakePorts, type FakePorts } from './fake-ports';
import { openPane } from './render-pane';

function open(fake?: FakePorts) {
  const opened = openPane(fake);
  act(() => opened.fake.runClock());
  return opened;
}

function tell(fake: FakePorts, problems: readonly CellProblem[]): void {
  act(() => {
    fake.report(problems);
    fake.runClock();
  });
}

const textOf = (element: Element): string => element.textContent ?? '';

const late = (row: number): CellProblem => ({
  address: `Stores!F${row}`,
  code: 'timed-out',
  message: 'The request timed out. Press “Retry failed”.',
  count: 1,
});

describe('problems in the pane', () => {
  it('stand together by kind, with their number, their message and their cells', () => {
    const { fake } = open();
    const refused = {
      address: 'Stores!B2',
      code: 'key-refused',
      message: 'Key refused.',
      count: 12,
    };
    tell(fake, [late(2), late(3), refused as CellProblem]);
    const [first, second] = screen.getAllByRole('heading', { level: 3 });
    expect(first?.parentElement?.textContent).toBe('No reply2');
    expect(second?.parentElement?.textContent).toBe('API key rejected1');
    expect(screen.getByText('The request timed out. Press “Retry failed”.')).toBeTruthy();
    expect(
      screen.getByText('12 values in 1 cell. Enter a valid key under Connection.'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stores!F3' })).toBeTruthy();
  });

  it.each([
    [['S!D29', 'S!AA19', 'S!D9', 'S!B100', 'S!E9'], 'S!D9 S!E9 S!AA19 S!D29 S!B100'],
    [["'My stores'!A1", 'S10!A1', 'S9!B7', "'It!s'!A1"], "'It!s'!A1 'My stores'!A1 S9!B7 S10!A1"],
    [['S!<b>', 'S!A', 'S!B2', 'S!#REF!'], 'S!B2 S!<b> S!A S!#REF!'],
  ])('stand row by row and sheet by sheet, whichever of %j failed first', (addresses, order) => {
    const { fake } = open();
    tell(
      fake,
      addresses.map((address) => ({ ...late(1), address })),
    );
    const cells = screen.getAllByRole('button', { name: /!/ });
    expect(cells.map(textOf).join(' ')).toBe(order);
  });

  it('lead to their cell', async () => {
    const { fake, user } = open();
    tell(fake, [late(2)]);
    await user.click(screen.getByRole('button', { name: 'Stores!F2' }));
    expect(fake.acts).toEqual(['go to Stores!F2']);
  });

  it('say so when their cell is gone', async () => {
    const { fake, user } = open(
      createFakePorts({ goTo: () => Promise.reject(new Error('no such sheet')) }),
    );
    tell(fake, [late(2)]);
    await user.click(screen.getByRole('button', { name: 'Stores!F2' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Stores!F2 can’t be shown. The cell may have moved.',
    );
  });

  it('show a handful of their cells at a time, however many there are', async () => {
    const { fake, user } = open();
    tell(
      fake,
      Array.from({ length: 10_000 }, (_, index) => late(((index * 7919) % 10_000) + 1)),
    );
    const cells = () => screen.getAllByRole('button', { name: /^Stores!/ }).map(textOf);
    expect(cells()).toEqual([1, 2, 3, 4, 5].map((row) => `Stores!F${row}`));
    expect(screen.getByText('1–5 of 10,000')).toBeTruthy();
    expect(screen.getAllByText('10,000')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Next cells' }));
    expect(cells()).toEqual([6, 7, 8, 9, 10].map((row) => `Stores!F${row}`));
    // The page that a person looks at may go away with its cells.
    tell(fake, [1, 2, 3].map(late));
    expect(cells()).toEqual([1, 2, 3].map((row) => `Stores!F${row}`));
    expect(screen.queryByRole('button', { name: 'Next cells' })).toBeNull();
  });

  it('show a handful of cells even if each has a message of its own', () => {
    const { fake } = open();
    tell(
      fake,
      Array.from({ length: 40 }, (_, row) => ({
        ...late(row + 1),
        message: `Latitude ${row + 91} is not within -90 to 90.`,
        code: 'invalid-argument',
      })),
    );
    expect(screen.getAllByRole('button', { name: /^Stores!/ })).toHaveLength(5);
    expect(screen.getAllByText(/^Latitude/)).toHaveLength(5);
  });

  it('say a reason that all cells share once, with what to do, and no cell unless asked', async () => {
    const { fake, user } = open();
    const reasons = ['no-key', 'key-refused', 'out-of-credits', 'offline', 'throttled'] as const;
    const more = ['service-failed', 'over-budget', 'held', 'cancelled'] as const;
    tell(
      fake,
      [...reasons, ...more].flatMap((code, column) =>
        Array.from({ length: 300 }, (_, row) => ({
          address: `Stores!${'CDEFGHIJK'[column] ?? ''}${row + 2}`,
          code,
          message: `Because ${code}.`,
          count: 1,
        })),
      ),
    );
    expect(screen.queryAllByRole('button', { name: /^Stores!/ })).toEqual([]);
    const parts = screen.getAllByRole('heading', { level: 3 }).map((heading) => {
      const part = within(heading.parentElement?.parentElement ?? heading);
      return [textOf(heading), ...part.getAllByRole('button').map(textOf)];
    });
    expect(parts).toEqual([
      ['API key rejected', 'Enter API key', 'Show cells'],
      ['API key needed', 'Enter API key', 'Show cells'],
      ['Out of credits', 'Retry these', 'Show cells'],
      ['Needs your approval', 'Ask for approval again', 'Show cells'],
      ['Over budget', 'Change budget', 'Show cells'],
      ['Service busy', 'Retry these', 'Show cells'],
      ['Can’t reach the service', 'Retry these', 'Show cells'],
      ['Service error', 'Retry these', 'Show cells'],
      ['Cancelled', 'Retry these', 'Show cells'],
    ]);
    const [show] = screen.getAllByRole('button', { name: 'Show cells' });
    if (show === undefined) throw new Error('nothing shows the cells');
    await user.click(show);
    expect(screen.getByText('Because key-refused.')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Stores!/ })).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Hide cells' }));
    expect(screen.queryAllByRole('button', { name: /^Stores!/ })).toEqual([]);
  });

  it('have words for every code, but are none while a formula is being typed', () => {
    const { fake } = open();
    const all = LOOKUP_ERROR_CODES.map((code) => ({
      address: 'A!1',
      code,
      message: code,
      count: 1,
    }));
    tell(fake, all);
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(
      LOOKUP_ERROR_CODES.length - 1,
    );
  });

  it('of a missing value do not say that the name is right, as it may be misspelt', () => {
    const { fake } = open();
    const message = 'The service has no value for this attribute: did you mean "w_pop_tt"?';
    tell(fake, [{ address: 'S!A1', code: 'no-value', message, count: 1 }]);
    expect(screen.getByText(/attribute’s spelling or the model\.$/u)).toBeTruthy();
  });

  it('of an unknown model say where its alias is found in the pane', () => {
    const { fake } = open();
    const message = 'The service has no model "shops": check the id, or its alias.';
    tell(fake, [{ address: 'S!A1', code: 'unknown-model', message, count: 1 }]);
    expect(screen.getByText(/Models lists the names you can use/u)).toBeTruthy();
  });

  it('hold whatever text a message or an address is', () => {
    const { fake } = open();
    const text = '<img src=x onerror=alert(1)> "\u202e\u0000';
    tell(fake, [{ address: text, code: 'rejected', message: text, count: 1 }]);
    expect(document.querySelector('img')).toBeNull();
    expect(document.body.textContent).toContain('<img src=x');
  });
});

describe('what a person can do about problems', () => {
  const cell = (address: string, code: CellProblem['code'], message = 'Something.') => ({
    address,
    code,
    message,
    count: 1,
  });

  it('is to ask again for one kind of them alone, listed or not', async () => {
    const { fake, user } = open();
    const late = Array.from({ length: 101 }, (_, row) => cell(`S!A${String(row)}`, 'timed-out'));
    tell(fake, [...late, cell('S!B1', 'offline')]);
    await user.click(screen.getByRole('button', { name: 'Retry these: No reply' }));
    expect(fake.acts).toEqual([`retry ${late.map(({ address }) => address).join(' ')}`]);
  });

  it('is not to ask again where the formula or a setting must change first', () => {
    const { fake } = open();
    tell(fake, [cell('S!A1', 'invalid-argument'), cell('S!A2', 'no-key'), cell('S!A3', 'held')]);
    expect(screen.queryByRole('button', { name: /^Retry these/ })).toBeNull();
  });

  it('is to enter the key where none of them has one', async () => {
    const { fake, user } = open();
    tell(
      fake,
      Array.from({ length: 1_860 }, (_, row) => cell(`S!A${row + 1}`, 'no-key')),
    );
    await user.click(screen.getByRole('button', { name: 'Enter API key' }));
    expect(document.activeElement).toBe(screen.getByLabelText('API key'));
  });

  it('is to decide again on what was not approved', async () => {
    const { fake, user } = open();
    tell(fake, [cell('S!A1', 'held'), cell('S!A2', 'held')]);
    await user.click(screen.getByRole('button', { name: 'Ask for approval again' }));
    expect(fake.acts).toEqual(['retry S!A1 S!A2']);
  });

  it('is not to ask again for what the service rejects as wrong, but to see what it is', async () => {
    const { fake, user } = open();
    tell(fake, [cell('S!B3', 'rejected'), cell('S!B2', 'rejected')]);
    expect(screen.queryByRole('button', { name: /^Retry these/ })).toBeNull();
    const retryFailed = screen.getByRole('button', { name: 'Retry failed' });
    expect(retryFailed.getAttribute('aria-disabled')).toBe('true');
    tell(fake, [cell('S!B3', 'rejected'), cell('S!B4', 'invalid-argument')]);
    expect(retryFailed.getAttribute('aria-disabled')).toBe('true');
    tell(fake, [cell('S!B3', 'rejected'), cell('S!B2', 'rejected')]);
    await user.click(screen.getByRole('button', { name: 'Explain S!B2' }));
    expect(fake.acts).toEqual(['go to S!B2']);
    await screen.findByRole('region', { name: 'About S!B2' });
  });

  it('is to copy them as lines that a sheet takes, and no formula among them', async () => {
    const { fake, user } = open();
    tell(fake, [cell('S!A1', 'offline', '=1+1\tin\ntwo lines')]);
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    await screen.findByText('Copied.');
    expect(fake.acts).toEqual([
      "copy Cell\tProblem\tMessage\nS!A1\tCan’t reach the service\t'=1+1 in two lines",
    ]);
  });

  it('says so where the page may not copy', async () => {
    const { fake, user } = open(createFakePorts({ mayCopy: false }));
    tell(fake, [cell('S!A1', 'offline')]);
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    await screen.findByText('Couldn’t copy. Your browser blocked it.');
  });
});

describe('what a click in the pane may spend', () => {
  const at = (row: number, ...targets: string[]): CellProblem => ({
    ...late(row),
    count: targets.length,
    targets,
  });

  async function openWithPrice() {
    const opened = open();
    act(() => void opened.fake.ports.preferences.save({ pricePerCall: 0.5, currency: 'INR' }));
    return opened;
  }

  it('stands beside it: values of one place share their calls', async () => {
    const { fake, user } = await openWithPrice();
    tell(fake, [at(2, 'one', 'one', 'one'), at(3, 'one'), at(4, 'two')]);
    await user.click(screen.getByRole('button', { name: 'Retry these: No reply' }));
    await user.click(screen.getByRole('button', { name: 'Retry failed' }));
    expect(fake.prices).toEqual([
      'Uses up to 2 calls, about ₹1.00.',
      'Retry failed uses up to 2 calls, about ₹1.00.',
    ]);
    expect(screen.getByText('Retry failed uses up to 2 calls, about ₹1.00.')).toBeTruthy();
    expect(
      screen.getByText('Cells without a value are then retried: up to 2 calls, about ₹1.00.', {
        exact: false,
      }),
    ).toBeTruthy();
  });

  it('counts what the service rejected for no retry of all', async () => {
    const { fake } = await openWithPrice();
    tell(fake, [at(2, 'one'), { ...at(3, 'two'), code: 'rejected' }]);
    expect(screen.getByText('Retry failed uses up to 1 call, about ₹0.50.')).toBeTruthy();
  });

  it('stands beside older values, too', async () => {
    const { fake, user } = await openWithPrice();
    act(() => fake.ports.staleValues.report('S!A1', [{ count: 1, oldestAt: 0, targets: ['one'] }]));
    await user.click(screen.getByRole('button', { name: 'Refresh values' }));
    expect(fake.prices).toEqual(['Uses up to 1 call, about ₹0.50.']);
  });
});

describe('older values in the pane', () => {
  const DAY_MS = 86_400_000;

  it('are listed with their age, the oldest first, and asked for again on demand', async () => {
    const { fake, user } = open();
    const now = fake.ports.clock.now();
    act(() => {
      fake.ports.staleValues.report('S!A1', [{ count: 1, oldestAt: now - 3 * DAY_MS }]);
      fake.ports.staleValues.report('S!A2', [{ count: 2, oldestAt: now - 40 * DAY_MS }]);
    });
    const [first, second] = screen.getAllByText(/from .* ago/);
    expect(first?.textContent).toBe('S!A2 from 40 days ago');
    expect(second?.textContent).toBe('S!A1 from 3 days ago');
    await user.click(screen.getByRole('button', { name: 'S!A1' }));
    await user.click(screen.getByRole('button', { name: 'Refresh values' }));
    expect(fake.acts).toEqual(['go to S!A1', 'retry S!A1 S!A2']);
  });

  it('are not spoken of while there are none', () => {
    open();
    expect(screen.queryByText('Outdated values')).toBeNull();
  });
});
