/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdministrationClient } from '../../../src/gateway/page/gateway-client';
import type { Person } from '../../../src/gateway/page/gateway-client';
import { PersonCard } from '../../../src/gateway/page/PeopleView';

const ASHA: Person = {
  id: 'p1',
  name: 'Asha',
  team: null,
  role: 'administrator',
  isDisabled: false,
};
const PRICES = { lookup: 0, score: 0, models: [], currency: '' };

class FakeClient extends AdministrationClient {
  readonly changes: unknown[] = [];

  override patch<Result>(path: string, body: object): Promise<Result> {
    this.changes.push([path, body]);
    return Promise.resolve({} as Result);
  }
}

function openCard(person: Partial<Person> = {}) {
  const client = new FakeClient('');
  render(
    <PersonCard
      client={client}
      person={{ ...ASHA, ...person }}
      usage={undefined}
      prices={PRICES}
      teams={{ teams: [], total: 0, next: null }}
      run={async (doing) => {
        await doing();
        return true;
      }}
    />,
  );
  return { client, user: userEvent.setup() };
}

const button = (name: string) => screen.getByRole('button', { name });

describe('disabling a person', () => {
  it('asks first, and says what follows', async () => {
    const { client, user } = openCard();
    await user.click(button('Disable Asha'));
    expect(screen.getByRole('group', { name: 'Disable Asha?' }).textContent).toContain(
      'Their tokens stop working at once.',
    );
    expect(client.changes).toEqual([]);
    await user.click(button('Disable'));
    expect(client.changes).toEqual([['/people/p1', { isDisabled: true }]]);
  });

  it.each(['{Enter}', '{Escape}'])('does nothing on %s, and returns to the button', async (key) => {
    const { client, user } = openCard();
    await user.click(button('Disable Asha'));
    expect(document.activeElement).toBe(button('Cancel'));
    await user.keyboard(key);
    expect(client.changes).toEqual([]);
    expect(document.activeElement).toBe(button('Disable Asha'));
  });

  it('is not offered for the only administrator, and enabling asks nothing', async () => {
    openCard({ isLastAdministrator: true });
    expect(screen.queryByRole('button', { name: /Disable/ })).toBeNull();
    expect(screen.getByText('The only administrator: can’t be disabled or deleted.')).toBeTruthy();
    const { client, user } = openCard({ name: 'Binod', isDisabled: true });
    await user.click(button('Enable Binod'));
    expect(client.changes).toEqual([['/people/p1', { isDisabled: false }]]);
  });
});
