import { createBrowserClock } from '../../src/device/clock';

const channels: MessageChannel[] = [];
const PageChannel = globalThis.MessageChannel;

// Node waits for an open channel; a page does not.
beforeAll(() => {
  globalThis.MessageChannel = class extends PageChannel {
    constructor() {
      super();
      channels.push(this);
    }
  };
});

afterAll(() => {
  for (const { port1 } of channels) port1.close();
  globalThis.MessageChannel = PageChannel;
});

describe("the browser's clock", () => {
  it('runs what is due soon in its order, after the page has had its turn', async () => {
    const clock = createBrowserClock();
    const seen: string[] = [];
    const done = new Promise<void>((resolve) => {
      clock.schedule(0, () => seen.push('first'));
      const cancel = clock.schedule(0, () => seen.push('cancelled'));
      clock.schedule(0, () => {
        seen.push('second');
        resolve();
      });
      cancel();
    });
    expect(seen).toEqual([]);
    await done;
    expect(seen).toEqual(['first', 'second']);
  });

  it('tells the local day, and an elapsed time that does not go back', () => {
    const clock = createBrowserClock();
    const now = new Date();
    expect(clock.today()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect([now.getDate(), new Date().getDate()]).toContain(Number(clock.today().slice(8)));
    const before = clock.elapsed();
    expect(clock.elapsed()).toBeGreaterThanOrEqual(before);
  });
});
