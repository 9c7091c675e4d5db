/** @jest-environment jsdom */
import { FluentProvider } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdministrationClient } from '../../../src/gateway/page/gateway-client';
import { PeopleView } from '../../../src/gateway/page/PeopleView';

const BUDGET = { callsPerDay: null, callsPerMonth: null, pricePerDay: null, pricePerMonth: null };
const all = Array.from({ length: 120 }, (_, at) => ({
  ...{ id: `p${at}`, name: `Person ${at}`, role: 'person', isDisabled: false },
}));

/** A gateway with 120 people, and what it is asked. */
function fakeClient(asked: string[]): AdministrationClient {
  const get = async (path: string): Promise<unknown> => {
    asked.push(path);
    const query = new URL(path, 'http://gateway').searchParams;
    if (path.startsWith('/teams')) return { teams: [], total: 0, next: null };
    const found = all.filter(({ name }) => name.includes(query.get('search') ?? ''));
    const from = found.findIndex(({ id }) => id === query.get('after')) + 1;
    const people = found.slice(from, from + 50);
    const isLast = from + 50 >= found.length;
    return { people, total: found.length, next: isLast ? null : people.at(-1)?.id };
  };
  const usageOf = async (rows: readonly { readonly id: string }[]): Promise<unknown> => ({
    prices: { lookup: 0, score: 0, models: [], currency: '' },
    teams: [],
    people: rows.map(({ id }) => ({ id, name: id, booked: 0, budget: BUDGET, warnings: [] })),
  });
  return { get, usageOf } as unknown as AdministrationClient;
}

it('shows 50 of many people at a time, and finds the others', async () => {
  const asked: string[] = [];
  render(
    <FluentProvider>
      <PeopleView client={fakeClient(asked)} />
    </FluentProvider>,
  );
  await screen.findByText('1 to 50 of 120');
  expect(screen.getAllByText(/^Person \d+$/)).toHaveLength(50);
  await userEvent.click(screen.getByText('Next page'));
  await screen.findByText('51 to 100 of 120');
  await userEvent.click(screen.getByText('Next page'));
  await screen.findByText('101 to 120 of 120');
  expect(screen.getAllByText(/^Person \d+$/)).toHaveLength(20);
  expect(screen.queryByText('Next page')).toBeNull();
  await userEvent.click(screen.getByText('Previous page'));
  await screen.findByText('51 to 100 of 120');
  await userEvent.click(screen.getByLabelText(/^Find people/));
  await userEvent.paste('117');
  await screen.findByText('1 to 1 of 1');
  await screen.findByText('Person 117');
  expect(asked.every((path) => path.includes('limit='))).toBe(true);
}, 60_000);
