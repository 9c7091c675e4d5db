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
    /** The gateway serves this page, too. */
    openOwn: () => openPage(location.origin, events),
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

describe('a window that a sign-in cuts off its opener', () => {
  const channels = new Set<Channel>();
  class Channel extends EventTarget {
    readonly posted: unknown[] = [];
    constructor(readonly name: string) {
      super();
      channels.add(this);
    }
    postMessage(message: unknown): void {
      this.posted.push(message);
    }
    say(data: unknown): void {
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
    close(): void {
      channels.delete(this);
    }
  }
  beforeEach(() => void Object.assign(globalThis, { BroadcastChannel: Channel }));
  afterEach(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

  test('speaks over the channel of the origin that it shares with the pane', async () => {
    const { other, acts, heard, posted, look, openOwn } = play();
    const own = await openOwn();
    const [channel] = channels;
    channel?.say({ to: 'pane', message: { locus: 'leaving' } });
    other.closed = true;
    for (let times = 0; times < 100; times += 1) look();
    expect(acts).toEqual([]);
    channel?.say({ to: 'pane', message: { locus: 'ready' } });
    channel?.say({ to: 'window', message: 'of another pane' });
    expect(heard).toEqual([{ locus: 'ready' }]);
    own?.send('a question');
    expect(channel?.posted).toEqual([{ to: 'window', message: 'a question' }]);
    expect(posted).toEqual([['a question', location.origin]]);
    own?.close();
    expect(channels.size).toBe(0);
  });

  test('is closed where a person closes it at the provider, or before it has left', async () => {
    for (const hasLeft of [true, false]) {
      const { other, acts, look, openOwn } = play();
      await openOwn();
      if (hasLeft) [...channels][0]?.say({ to: 'pane', message: { locus: 'leaving' } });
      for (let times = 0; times < 20; times += 1) look();
      other.closed = true;
      look();
      expect(acts).toEqual(['closed']);
      expect(channels.size).toBe(0);
    }
  });

  test('of another origin has no channel', async () => {
    await play().open();
    expect(channels.size).toBe(0);
  });
});
