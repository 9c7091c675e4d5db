/** @jest-environment jsdom */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdministrationClient } from '../../../src/gateway/page/gateway-client';
import { StoreNotice } from '../../../src/gateway/page/AdministrationPage';

function clientOf(store: { hasForgotten: boolean }): AdministrationClient {
  const posted = (): Promise<unknown> => Promise.resolve((store.hasForgotten = false));
  return { get: () => Promise.resolve({ ...store }), post: posted } as never;
}

it('says that the store has lost data, until an administrator resumes calls', async () => {
  render(<StoreNotice client={clientOf({ hasForgotten: true })} />);
  await screen.findByText(/Every budget for today then counts as used up/);
  await userEvent.click(screen.getByRole('button', { name: 'Resume calls' }));
  await waitFor(() => expect(screen.queryByText(/Every budget for today/)).toBeNull());
});

it('says nothing of a store that has lost nothing', async () => {
  const { container } = render(<StoreNotice client={clientOf({ hasForgotten: false })} />);
  await Promise.resolve();
  expect(container.textContent).toBe('');
});
