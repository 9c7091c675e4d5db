import { signIn } from '../../../src/addin/connection/GatewaySection';
import type { OwnWindow, WindowEvents } from '../../../src/addin/spreadsheet/host';

const TOKEN = `locus_${'a'.repeat(43)}`;
const gateway = { address: 'https://gateway.example', device: 'Excel on Windows', nonce: 'n-1' };

/** The window, whose page is played. */
function playWindow(opens = true) {
  const sent: unknown[] = [];
  const acts: string[] = [];
  let events: WindowEvents | undefined;
  const own: OwnWindow = {
    send: (message) => void sent.push(message),
    close: () => void acts.push('closed'),
  };
  const openPage = (address: string, given: WindowEvents) => {
    acts.push(`open ${address}`);
    events = given;
    return Promise.resolve(opens ? own : undefined);
  };
  return {
    sent,
    acts,
    openPage,
    say: (message: unknown) => events?.received(message),
    events: () => events,
  };
}

test('a page that is ready is asked for a token for this device, and the window then closes', async () => {
  const { sent, acts, openPage, say } = playWindow();
  const { outcome } = signIn({ ...gateway, openPage });
  // Before anything is awaited: a browser opens windows only while a button is being pressed.
  expect(acts).toEqual(['open https://gateway.example']);
  await Promise.resolve();
  say({ locus: 'ready' });
  expect(sent).toEqual([{ locus: 'connect', nonce: 'n-1', device: 'Excel on Windows' }]);
  say({ locus: 'connected', nonce: 'n-1', token: TOKEN });
  expect(await outcome).toEqual({ kind: 'signed-in', token: TOKEN });
  expect(acts.at(-1)).toBe('closed');
});

test.each([
  ['no answer to this question', { locus: 'connected', nonce: 'n-0', token: TOKEN }],
  ['no answer at all', { locus: 'connected', token: TOKEN }],
  ['not a gateway’s token', { locus: 'connected', nonce: 'n-1', token: 'a-key' }],
  ['nothing', undefined],
  ['text', 'connected'],
])('a token is not used that is %s', async (_what, message) => {
  const { openPage, say, events } = playWindow();
  const { outcome } = signIn({ ...gateway, openPage });
  await Promise.resolve();
  say(message);
  events()?.closed();
  expect(await outcome).toEqual({ kind: 'closed' });
});

test('a window that does not open, and one that a person gives up', async () => {
  const none = playWindow(false);
  expect(await signIn({ ...gateway, openPage: none.openPage }).outcome).toEqual({
    kind: 'blocked',
  });
  const given = playWindow();
  const signing = signIn({ ...gateway, openPage: given.openPage });
  signing.cancel();
  expect(await signing.outcome).toEqual({ kind: 'closed' });
  await Promise.resolve();
  expect(given.acts.at(-1)).toBe('closed');
});
