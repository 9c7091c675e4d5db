import { createContext, runInContext } from 'node:vm';
import { createBrowserClock } from '../../../src/addin/device/clock';

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

describe('a hidden page', () => {
  const { setTimeout, clearTimeout, Worker, Blob } = globalThis;
  const { createObjectURL } = URL;
  let now: number;
  let due: { readonly at: number; readonly run: () => void }[];

  /** In time that only `passTime` moves. */
  function after(ms: number, run: () => void): object {
    const timer = { at: now + ms, run };
    due.push(timer);
    return timer;
  }

  function passTime(): void {
    for (let next = earliest(); next !== undefined; next = earliest()) {
      due.splice(due.indexOf(next), 1);
      now = next.at;
      next.run();
    }
  }

  const earliest = () => [...due].sort((a, b) => a.at - b.at)[0];

  /** As browsers delay what a hidden page asks for: office-js issue 4004. */
  function clampTimers(clampMs: number): void {
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms: number) => after(Math.max(ms, clampMs), run),
      clearTimeout: (timer: (typeof due)[number]) => {
        due = due.filter((other) => other !== timer);
      },
    });
  }

  beforeEach(() => {
    now = 0;
    due = [];
    class PlayedBlob {
      constructor(readonly parts: readonly string[]) {}
    }
    class PlayedWorker {
      onmessage?: (event: { data: unknown }) => void;
      private readonly scope = createContext({
        setTimeout: (run: () => void, ms: number) => after(ms, run),
        postMessage: (data: unknown) => this.onmessage?.({ data }),
      }) as { onmessage?: (event: object) => void };

      constructor(source: string) {
        runInContext(source, this.scope);
      }

      postMessage(data: unknown): void {
        this.scope.onmessage?.({ data });
      }
    }
    Object.assign(URL, { createObjectURL: ({ parts }: PlayedBlob) => parts.join('') });
    Object.assign(globalThis, { Worker: PlayedWorker, Blob: PlayedBlob });
  });

  afterEach(() => {
    Object.assign(globalThis, { setTimeout, clearTimeout, Worker, Blob });
    Object.assign(URL, { createObjectURL });
  });

  /** The time that 90 pauses of 50 ms take, one after the other. */
  function pauses(): number {
    const clock = createBrowserClock();
    let left = 90;
    const pause = (): void => {
      if ((left -= 1) >= 0) clock.schedule(50, pause);
    };
    pause();
    passTime();
    expect(left).toBe(-1);
    return now;
  }

  it.each([1_000, 10_000, 60_000])('whose timers take %d ms is not slowed', (clampMs) => {
    clampTimers(clampMs);
    expect(pauses()).toBe(90 * 50);
  });

  it('without workers is slow, but gets there', () => {
    clampTimers(1_000);
    Object.assign(globalThis, { Worker: undefined });
    expect(pauses()).toBe(90 * 1_000);
  });

  it('whose worker never answers is slow, but gets there', () => {
    clampTimers(1_000);
    Object.assign(globalThis, {
      Worker: class {
        postMessage(): void {}
      },
    });
    expect(pauses()).toBe(90 * 1_000);
  });

  it('runs nothing twice, and nothing that was cancelled', () => {
    clampTimers(1_000);
    const clock = createBrowserClock();
    const seen: string[] = [];
    clock.schedule(20, () => seen.push('late'));
    clock.schedule(10, () => seen.push('early'));
    clock.schedule(15, () => seen.push('cancelled'))();
    passTime();
    expect(seen).toEqual(['early', 'late']);
  });
});
