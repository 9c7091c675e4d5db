/** @jest-environment jsdom */
import { render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { AdministrationPage } from '../../../src/gateway/page/AdministrationPage';
import type { Person, Team } from '../../../src/gateway/page/gateway-client';

const BUDGET = { callsPerDay: null, callsPerMonth: null, pricePerDay: null, pricePerMonth: null };
const PRICES = { lookup: 0, score: 0, models: [], currency: '' };
const ASHA: Person = {
  ...{ id: 'p1', name: 'Asha', team: null, role: 'administrator', isDisabled: false },
};
const SLOW = { timeout: 30_000 };
jest.setTimeout(120_000);

// jsdom has no themes.
globalThis.matchMedia = () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;

/** A gateway of these people and teams, behind the page's own requests. */
function playGateway({ people = [] as Person[], teams = [] as Team[] }) {
  const asked: string[] = [];
  const changes: unknown[] = [];
  const spent = { booked: 0, charged: 0, reserved: 0, price: 0, budget: BUDGET, warnings: [] };
  const usage = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ id, name, ...spent }));

  function reply(method: string, path: string, body: Record<string, unknown>): unknown {
    const { pathname, searchParams } = new URL(path, 'http://gateway');
    const [, kind, id] = pathname.split('/');
    if (method !== 'GET') changes.push([method, path, body]);
    if (kind === 'teams' && method === 'POST') {
      const { name } = body as { name: string };
      if (teams.some((team) => team.name === name)) throw new Error(`name: "${name}" is taken.`);
      teams.push({ id: `t_${teams.length + 1}`, name });
    }
    const at = teams.findIndex((team) => team.id === id);
    if (kind === 'teams' && method === 'PATCH') teams[at] = { ...(teams[at] as Team), ...body };
    if (kind === 'teams') return { teams: [...teams], total: teams.length, next: null };
    if (kind === 'usage' && id === undefined) {
      return { period: '', prices: PRICES, teams: usage(teams), people: usage(people) };
    }
    if (kind !== 'people')
      return {
        hasForgotten: false,
        days: [],
        stoppedBy: null,
        callsSpent: 0,
        callsInFlight: 0,
        waiting: 0,
      };
    const found = people.filter(({ name }) => name.includes(searchParams.get('search') ?? ''));
    const from = found.findIndex((person) => person.id === searchParams.get('after')) + 1;
    const page = found.slice(from, from + 50);
    const next = from + 50 >= found.length ? null : page.at(-1)?.id;
    return { people: page, total: found.length, next };
  }

  globalThis.fetch = (async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (!url.startsWith('/admin/api')) return answer({ provider: null, isSignedIn: true });
    asked.push(url);
    try {
      return answer(
        reply(method, url.slice('/admin/api'.length), JSON.parse(String(body ?? '{}'))),
      );
    } catch (error) {
      return answer({ message: (error as Error).message }, false);
    }
  }) as typeof fetch;
  return { asked, changes };
}

const answer = (json: unknown, ok = true): Response =>
  ({ ok, status: ok ? 200 : 400, json: () => Promise.resolve(json) }) as unknown as Response;

/** An administrator who has signed in before looks at one of the views. */
async function open(view: 'People' | 'Teams'): Promise<UserEvent> {
  const user = userEvent.setup();
  render(<AdministrationPage />);
  await user.click(await screen.findByRole('tab', { name: view }, SLOW));
  return user;
}

const button = (name: string) => screen.getByRole('button', { name });

describe('people', () => {
  it('are 50 of many at a time, and the others are found', async () => {
    const people = Array.from({ length: 120 }, (_, at) => ({
      ...ASHA,
      ...{ id: `p${at}`, name: `Person ${at}`, role: 'person' },
    }));
    const { asked } = playGateway({ people });
    const user = await open('People');
    await screen.findByText('1 to 50 of 120', {}, SLOW);
    expect(screen.getAllByText(/^Person \d+$/)).toHaveLength(50);
    await user.click(screen.getByText('Next page'));
    await screen.findByText('51 to 100 of 120');
    await user.click(screen.getByText('Next page'));
    await screen.findByText('101 to 120 of 120');
    expect(screen.getAllByText(/^Person \d+$/)).toHaveLength(20);
    expect(screen.queryByText('Next page')).toBeNull();
    await user.click(screen.getByText('Previous page'));
    await screen.findByText('51 to 100 of 120');
    await user.click(screen.getByLabelText(/^Find people/));
    await user.paste('117');
    await screen.findByText('1 to 1 of 1');
    await screen.findByText('Person 117');
    const lists = asked.filter((url) => /\/(?:people|teams)/.test(url));
    expect(lists.every((url) => url.includes('limit='))).toBe(true);
  });

  it('are disabled only after a question, which says what follows', async () => {
    const { changes } = playGateway({ people: [ASHA] });
    const user = await open('People');
    for (const key of ['{Enter}', '{Escape}']) {
      await user.click(await screen.findByRole('button', { name: 'Disable Asha' }, SLOW));
      expect(document.activeElement).toBe(button('Cancel'));
      await user.keyboard(key);
      expect(document.activeElement).toBe(button('Disable Asha'));
    }
    await user.click(button('Disable Asha'));
    const question = screen.getByRole('group', { name: 'Disable Asha?' });
    expect(question.textContent).toContain('Their tokens stop working at once.');
    expect(changes).toEqual([]);
    await user.click(button('Disable'));
    expect(changes).toEqual([['PATCH', '/people/p1', { isDisabled: true }]]);
  });

  it('are enabled without one, and the only administrator is not to be disabled', async () => {
    const binod = { ...ASHA, id: 'p2', name: 'Binod', isDisabled: true };
    const { changes } = playGateway({ people: [{ ...ASHA, isLastAdministrator: true }, binod] });
    const user = await open('People');
    const asha = within(await screen.findByRole('group', { name: 'Asha' }, SLOW));
    asha.getByText('The only administrator: can’t be disabled or deleted.');
    expect(asha.queryByRole('button', { name: /Disable|Delete/ })).toBeNull();
    await user.click(button('Enable Binod'));
    expect(changes).toEqual([['PATCH', '/people/p2', { isDisabled: false }]]);
  });
});

describe('teams', () => {
  it('have a weight each, and another is saved once that is asked', async () => {
    const teams: Team[] = [
      { id: 't_1', name: 'Research' },
      { id: 't_2', name: 'Sales', weight: 4 },
    ];
    playGateway({ teams });
    const user = await open('Teams');
    const weight = (team: string) =>
      screen.findByLabelText<HTMLSelectElement>(`Weight, ${team}`, {}, SLOW);
    const research = await weight('Research');
    expect([research.value, (await weight('Sales')).value]).toEqual(['1', '4']);
    const [save] = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Save (?!budget)/ });
    expect(save?.disabled).toBe(true);
    await user.selectOptions(research, '3');
    expect(teams[0]?.weight).toBeUndefined();
    await user.click(save as HTMLButtonElement);
    expect(teams.map((team) => team.weight)).toEqual([3, 4]);
  });

  it('keep a name that was refused, to be corrected, and forget one that was added', async () => {
    playGateway({});
    const user = await open('Teams');
    await screen.findByText('None yet', {}, SLOW);
    const name = screen.getByLabelText<HTMLInputElement>('New team');
    await user.type(name, 'Sales{Enter}');
    await screen.findByText('Sales added.');
    expect(name.value).toBe('');
    await user.type(name, 'Sales{Enter}');
    await screen.findByText('name: "Sales" is taken.');
    expect(name.value).toBe('Sales');
  });
});
