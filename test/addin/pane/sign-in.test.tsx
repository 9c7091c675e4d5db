/** @jest-environment jsdom */
import { act, screen } from '@testing-library/react';

import { readAccountSummary } from '../../../src/engine/client/account-summary';
import type { WindowEvents } from '../../../src/addin/spreadsheet/host';
import { createFakePorts, defaultAddresses, type FakePortsOptions } from './fake-ports';
import { openPane } from './render-pane';

const TOKEN = `locus_${'a'.repeat(43)}`;

function behindGateway(provider: string | undefined, more: FakePortsOptions = {}) {
  let events: WindowEvents | undefined;
  const sent: unknown[] = [];
  const fake = createFakePorts({
    signInOffer: () => Promise.resolve({ address: defaultAddresses.attributeUrl, provider }),
    openPage(_address, given) {
      events = given;
      sent.push('open');
      const close = (): void => void sent.push('close');
      return Promise.resolve({ send: (message) => void sent.push(message), close });
    },
    ...more,
  });
  const say = (message: unknown) => act(async () => events?.received(message));
  return { ...openPane(fake), fake, sent, say, close: () => act(async () => events?.closed()) };
}

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Access token' });
const welcome = () => screen.queryByRole('region', { name: 'Get started' });
const signIn = () => screen.findByRole('button', { name: 'Sign in' });

describe('behind a gateway', () => {
  it('the pane opens with one card: sign in, or paste a token', async () => {
    const { user, say, sent, fake } = behindGateway('login.example.com');
    await screen.findByText('Sign in with your work account at login.example.com.');
    expect(box()).toBeTruthy();
    expect(welcome()).toBeNull();
    await user.click(await signIn());
    await say({ locus: 'ready' });
    expect(sent).toEqual([
      'open',
      {
        locus: 'connect',
        nonce: 'a-nonce',
        device: expect.stringMatching(/^Workbench.*, \d+ \w+ \d{4}$/),
      },
    ]);
    const forged = [
      { locus: 'connected', nonce: 'n-0', token: TOKEN },
      { locus: 'connected', token: TOKEN },
      { locus: 'connected', nonce: 'a-nonce', token: 'a-key' },
      { nonce: 'a-nonce', token: TOKEN },
      undefined,
      'connected',
    ];
    for (const message of forged) await say(message);
    expect(sent).not.toContain('close');
    expect(fake.testedKeys).toEqual([]);
    await say({ locus: 'connected', nonce: 'a-nonce', token: TOKEN });
    await screen.findByText(/^Connected/);
    expect(fake.testedKeys).toEqual([TOKEN]);
    expect(sent.at(-1)).toBe('close');
    expect(document.body.outerHTML).not.toContain(TOKEN);
    expect(welcome()).not.toBeNull();
  });

  it('a closed window says so, and a refused token lets one sign in again', async () => {
    let isRevoked = false;
    const me = readAccountSummary({ gateway: 'locus', person: 'Asha', budget: {} });
    const { user, close, fake } = behindGateway('login.example.com', {
      accountSummary: () =>
        Promise.resolve(
          isRevoked || fake.connection.current().credential === undefined ? undefined : me,
        ),
    });
    await user.click(await signIn());
    await screen.findByText('Finish in the window that has opened.');
    await close();
    await screen.findByText(/the window was closed/);
    act(() => void fake.connection.save({ credential: TOKEN, shouldRemember: false }));
    await screen.findByRole('region', { name: 'Your account' });
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
    isRevoked = true;
    act(() => fake.show({ waiting: 1 }));
    act(() => fake.show({ waiting: 0 }));
    await signIn();
  });

  it('a window that is given up closes, also where it opens only then', async () => {
    let opens: (() => void) | undefined;
    const sent: string[] = [];
    const own = { send: () => undefined, close: () => void sent.push('close') };
    const { user } = behindGateway('login.example.com', {
      openPage: () => new Promise((resolve) => (opens = () => resolve(own))),
    });
    const button = await signIn();
    act(() => button.click());
    // Before anything is awaited: a browser opens windows only while a button is being pressed.
    expect(opens).toBeDefined();
    const [cancel = button] = screen.getAllByRole('button', { name: 'Cancel' });
    await user.click(cancel);
    await screen.findByText(/the window was closed/);
    await act(async () => opens?.());
    expect(sent).toEqual(['close']);
  });

  it('where no window opens, a link leads to a token', async () => {
    const { user } = behindGateway('login.example.com', {
      openPage: () => Promise.resolve(undefined),
    });
    await user.click(await signIn());
    const page = await screen.findByRole<HTMLAnchorElement>('link', { name: 'your account page' });
    expect(page.href).toBe(`${defaultAddresses.attributeUrl}/account/`);
  });

  it('without the company’s sign-in there is the token alone', async () => {
    behindGateway(undefined);
    await screen.findByRole('textbox', { name: 'Access token' });
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
    await screen.findByText(/^Paste your access token/);
  });
});
