/** @jest-environment jsdom */
import { openPage, openWindow } from '../../src/excel/dialog-window';
import { createMessageParts } from '../../src/excel/message-chunks';

type Handler = (event: object) => void;

/** Office's dialogs, with the page inside played. */
function playOffice({ status = 'succeeded', namesOrigins = true } = {}) {
  const asked: { page: string; options: object }[] = [];
  const handlers = new Map<string, Handler>();
  const received: unknown[] = [];
  const acts: string[] = [];
  const say = (message: string, origin?: string): void =>
    handlers.get('message')?.({ message, origin });
  const inside = createMessageParts({
    post: (text) => say(text),
    received: (message) => void received.push(message),
  });
  const dialog = {
    messageChild: (text: string) => inside.take(text),
    addEventHandler: (type: string, handler: Handler) => void handlers.set(type, handler),
    close: () => void acts.push('closed'),
  };
  Object.assign(globalThis, {
    Office: {
      AsyncResultStatus: { Succeeded: 'succeeded' },
      EventType: { DialogMessageReceived: 'message', DialogEventReceived: 'event' },
      context: {
        requirements: { isSetSupported: () => namesOrigins },
        ui: {
          displayDialogAsync(page: string, options: object, done: (result: object) => void) {
            asked.push({ page, options });
            done({ status, value: dialog });
          },
        },
      },
    },
  });
  return {
    asked,
    inside,
    received,
    acts,
    say,
    close: () => handlers.get('event')?.({ error: 12006 }),
  };
}

const nobody = { received: () => undefined, closed: () => undefined };

test('what is sent reaches the page in the dialog, and nothing of it is in its address', async () => {
  const { asked, received } = playOffice();
  const own = await openWindow(nobody);
  own?.send({ places: ['Koramangala'] });
  expect(received).toEqual([{ places: ['Koramangala'] }]);
  expect(asked).toEqual([
    {
      page: 'http://localhost/map.html?en',
      options: { width: 85, height: 85, promptBeforeOpen: false },
    },
  ]);
});

test('what its page sends is received, and what another page sends is not', async () => {
  const { inside, say } = playOffice();
  const heard: unknown[] = [];
  await openWindow({ ...nobody, received: (message) => void heard.push(message) });
  inside.send('ready');
  say(JSON.stringify({ text: '"foreign"', isLast: true }), 'https://elsewhere.example.com');
  expect(heard).toEqual(['ready']);
});

test('it says when a person has closed it, and can be closed', async () => {
  const { close, acts } = playOffice();
  let isClosed = false;
  const own = await openWindow({ ...nobody, closed: () => void (isClosed = true) });
  close();
  expect(isClosed).toBe(true);
  own?.close();
  expect(acts).toEqual(['closed']);
});

test('a dialog that is blocked, or beside which another is open, is none', async () => {
  playOffice({ status: 'failed' });
  expect(await openWindow(nobody)).toBeUndefined();
});

test('an Office that throws has none', async () => {
  playOffice();
  Office.context.ui.displayDialogAsync = () => {
    throw new Error('not here');
  };
  expect(await openWindow(nobody)).toBeUndefined();
});

describe('the gateway’s page', () => {
  const GATEWAY = 'https://gateway.example';

  test('is heard as such alone, and nothing is sent to a page of another origin', async () => {
    const { asked, say } = playOffice();
    const heard: unknown[] = [];
    const own = await openPage(GATEWAY, {
      ...nobody,
      received: (message) => void heard.push(message),
    });
    expect(asked[0]?.page).toBe(`${GATEWAY}/account/connect-office`);
    say('{"locus":"ready"}', GATEWAY);
    say('{"locus":"ready"}', 'https://evil.example');
    say('{"locus":"ready"}');
    say('no JSON', GATEWAY);
    expect(heard).toEqual([{ locus: 'ready' }]);
    expect(own).toBeDefined();
  });

  test('is not opened where Office cannot say whose a message is, unless it is of the pane’s own origin', async () => {
    const { asked, say } = playOffice({ namesOrigins: false });
    expect(await openPage(GATEWAY, nobody)).toBeUndefined();
    const heard: unknown[] = [];
    await openPage(window.location.origin, {
      ...nobody,
      received: (message) => void heard.push(message),
    });
    say('{"locus":"ready"}');
    expect([asked.length, heard.length]).toEqual([1, 1]);
  });
});
