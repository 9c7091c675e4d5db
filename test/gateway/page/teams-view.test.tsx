/** @jest-environment jsdom */
import { FluentProvider } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdministrationClient, Team } from '../../../src/gateway/page/gateway-client';
import { TeamsView } from '../../../src/gateway/page/TeamsView';

const BUDGET = { callsPerDay: null, callsPerMonth: null, pricePerDay: null, pricePerMonth: null };

/** A gateway with these teams, which it changes as it is asked. */
function fakeClient(teams: Team[]): AdministrationClient {
  return {
    get: async () => ({ teams: [...teams], total: teams.length, next: null }),
    usageOf: async () => ({
      prices: { lookup: 0, score: 0, models: [], currency: '' },
      teams: teams.map(({ id, name }) => ({ id, name, booked: 0, budget: BUDGET, warnings: [] })),
      people: [],
    }),
    post: async (_path: string, { name }: { readonly name: string }) => {
      if (teams.some((team) => team.name === name)) throw new Error(`name: "${name}" is taken.`);
      teams.push({ id: `t_${teams.length + 1}`, name });
    },
    patch: async (path: string, change: object) => {
      const at = teams.findIndex(({ id }) => path === `/teams/${id}`);
      teams[at] = { ...(teams[at] as Team), ...change };
    },
  } as unknown as AdministrationClient;
}

it('shows each team’s weight, and saves another once that is asked', async () => {
  const teams: Team[] = [
    { id: 't_1', name: 'Research' },
    { id: 't_2', name: 'Sales', weight: 4 },
  ];
  render(
    <FluentProvider>
      <TeamsView client={fakeClient(teams)} />
    </FluentProvider>,
  );
  const research = await screen.findByLabelText<HTMLSelectElement>(
    'Weight, Research',
    {},
    { timeout: 30_000 },
  );
  expect(screen.getByLabelText<HTMLSelectElement>('Weight, Sales').value).toBe('4');
  expect(research.value).toBe('1');
  const [save] = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Save (?!budget)/ });
  expect(save?.disabled).toBe(true);
  await userEvent.selectOptions(research, '3');
  expect(teams[0]?.weight).toBeUndefined();
  await userEvent.click(save as HTMLButtonElement);
  expect(teams.map(({ weight }) => weight)).toEqual([3, 4]);
}, 60_000);

it('keeps a name that was refused, to be corrected, and forgets one that was added', async () => {
  const teams: Team[] = [];
  render(
    <FluentProvider>
      <TeamsView client={fakeClient(teams)} />
    </FluentProvider>,
  );
  await screen.findByText('None yet', {}, { timeout: 30_000 });
  const name = screen.getByLabelText<HTMLInputElement>('New team');
  await userEvent.type(name, 'Sales{Enter}');
  await screen.findByText('Sales added.');
  expect(name.value).toBe('');
  await userEvent.type(name, 'Sales{Enter}');
  await screen.findByText('name: "Sales" is taken.');
  expect(name.value).toBe('Sales');
}, 60_000);
