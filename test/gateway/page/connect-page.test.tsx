/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConnectPage } from '../../../src/gateway/page/account/ConnectPage';
import type { PaneLine } from '../../../src/gateway/page/account/pane-line';

const ELSEWHERE = 'https://add-in.example.com';
const OWN = window.location.origin;

/** The pane at the other end, and the gateway, played. */
function play() {
  const posted: { message: object; origin: string }[] = [];
  let hear: (message: unknown, origin: string) => void = () => {};
  const line: PaneLine = {
    post: (message, origin) => void posted.push({ message, origin }),
    subscribe(listener) {
      hear = listener;
      return () => {};
    },
  };
  const made: unknown[] = [];
  globalThis.fetch = ((address: string, init: RequestInit = {}) => {
    const replies: Record<string, object> = {
      '/account/sign-in/offered': { provider: 'login.example.com', isSignedIn: true },
      '/account/api/me': { person: 'Asha', team: null, origins: [ELSEWHERE] },
      '/account/api/tokens': { token: 'locus_made' },
    };
    if (init.method === 'POST') made.push(JSON.parse(String(init.body)));
    return Promise.resolve({ ok: true, json: () => Promise.resolve(replies[address]) });
  }) as never;
  window.matchMedia = (() => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  })) as never;
  const ask = (origin: string) =>
    act(async () => hear({ locus: 'connect', nonce: 'n-1', device: 'Excel on Windows' }, origin));
  return { posted, made, line, ask, openLine: () => Promise.resolve(line) };
}

const ANSWER = { locus: 'connected', nonce: 'n-1', token: 'locus_made' };

it('hands a token to the pane of its own origin, for which somebody has just signed in', async () => {
  sessionStorage.setItem('locus-signing-in', '1');
  const { posted, made, ask, openLine } = play();
  render(<ConnectPage name="connect" openLine={openLine} />);
  await screen.findByText('Connecting…');
  expect(posted.map(({ origin }) => origin)).toEqual([OWN, ELSEWHERE]);
  await ask('https://evil.example');
  expect(made).toEqual([]);
  await ask(OWN);
  await screen.findByText(/You can close this window/);
  expect(made).toEqual([{ label: 'Excel on Windows' }]);
  expect(posted.at(-1)).toEqual({ message: ANSWER, origin: OWN });
});

it.each([OWN, ELSEWHERE])(
  'asks who was signed in already, before it hands one to %s',
  async (origin) => {
    const { posted, made, ask, openLine } = play();
    render(<ConnectPage name="connect" openLine={openLine} />);
    await screen.findByText('Connecting…');
    await ask(origin);
    await screen.findByText('Excel on Windows will use the budget of Asha.');
    expect(made).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(posted.at(-1)).toEqual({ message: ANSWER, origin });
  },
);

it('shows a token to paste where no pane can be reached', async () => {
  const { made } = play();
  const noLine = () => Promise.resolve(undefined);
  render(<ConnectPage name="connect" openLine={noLine} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make a token' }));
  await screen.findByText('locus_made');
  expect(made).toHaveLength(1);
});
