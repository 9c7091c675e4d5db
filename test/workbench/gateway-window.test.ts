/** @jest-environment jsdom */
import { createOpenPage } from '../../src/workbench/gateway-window';

const GATEWAY = 'https://gateway.example';

function play() {
  const posted: unknown[][] = [];
  const other = {
    closed: false,
    close: () => void (other.closed = true),
    postMessage: (...given: unknown[]) => void posted.push(given),
  };
  const opened: unknown[][] = [];
  Object.assign(window, {
    open: (...given: unknown[]) => {
      opened.push(given);
      return other;
    },
  });
  let look = (): void => {};
  const heard: unknown[] = [];
  const acts: string[] = [];
  const openPage = createOpenPage(window, {
    schedule: (_ms, run) => {
      look = run;
      return () => {};
    },
  });
  const events = {
    received: (message: unknown) => void heard.push(message),
    closed: () => void acts.push('closed'),
  };
  return {
    other,
    opened,
    posted,
    heard,
    acts,
    open: () => openPage(GATEWAY, events),
    look: () => look(),
  };
}

beforeAll(() => {
  // jsdom wants a window as the source of a message, and there is only one.
  Object.defineProperty(MessageEvent.prototype, 'source', {
    get(this: { from?: unknown }) {
      return this.from;
    },
  });
});

test('what the gateway’s page in the window says is heard, and nothing else', async () => {
  const { opened, posted, heard, open, other } = play();
  const own = await open();
  expect(opened).toEqual([[`${GATEWAY}/account/connect`, '_blank', expect.any(String)]]);
  const say = (data: unknown, origin: string, from: unknown = other): void => {
    window.dispatchEvent(Object.assign(new MessageEvent('message', { data, origin }), { from }));
  };
  say('of the gateway', GATEWAY);
  say('of a page that the window has gone to', 'https://evil.example');
  say('of another window', GATEWAY, {});
  expect(heard).toEqual(['of the gateway']);
  own?.send('a question');
  expect(posted).toEqual([['a question', GATEWAY]]);
});

test('it is noticed when a person closes the window', async () => {
  const { other, acts, open, look } = play();
  await open();
  look();
  expect(acts).toEqual([]);
  other.closed = true;
  look();
  expect(acts).toEqual(['closed']);
});
