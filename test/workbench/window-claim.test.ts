import { openKept } from '../../src/workbench/autosave';
import { createFakeStorage } from '../addin/device/fake-storage';
import { HandClock } from '../engine/lookup/hand-clock';

/** What a window makes of the page that it has. */
function workIn(page: object) {
  const storage = createFakeStorage();
  return openKept(page as Window & typeof globalThis, new HandClock(), storage).windowWork;
}

/** A browser whose windows share locks, and each keeps a little for itself. */
function createBrowserOfWindows() {
  const held = new Set<string>();
  const locks = {
    async request(name: string, _options: unknown, run: (lock: unknown) => unknown) {
      await Promise.resolve();
      const isFree = !held.has(name);
      held.add(name);
      await run(isFree ? {} : null);
      if (isFree) held.delete(name);
    },
  } as unknown as LockManager;
  return {
    held,
    open(stored = new Map<string, string>()) {
      const session = {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, text: string) => void stored.set(name, text),
      };
      return workIn({ navigator: { locks }, sessionStorage: session });
    },
  };
}

const workbook = (id: string) => ({ id, name: id, at: 0 });
const KEPT = [workbook('newest'), workbook('older')];

describe('the workbook of a window', () => {
  it('is the newest, then the next, and none where windows have them all', async () => {
    const { open } = createBrowserOfWindows();
    expect((await open().claimLast(KEPT))?.id).toBe('newest');
    expect((await open().claimLast(KEPT))?.id).toBe('older');
    expect(await open().claimLast(KEPT)).toBeUndefined();
  });

  it('is the same when the window is loaded again, though another is newer', async () => {
    const { open, held } = createBrowserOfWindows();
    const stored = new Map<string, string>();
    await open(stored).claim('older');
    held.clear();
    expect((await open(stored).claimLast(KEPT))?.id).toBe('older');
  });

  it('is free for others once the window has another', async () => {
    const { open } = createBrowserOfWindows();
    const one = open();
    expect(await one.claim('newest')).toBe(true);
    expect(await open().claim('newest')).toBe(false);
    expect(await one.claim('mine')).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await open().claim('newest')).toBe(true);
  });

  it('is the one claimed last, whichever the browser grants first', async () => {
    const { open } = createBrowserOfWindows();
    const one = open();
    expect((await one.claimLast(KEPT))?.id).toBe('newest');
    await Promise.all([one.claim('new'), one.claim('newest')]);
    expect(await open().claim('newest')).toBe(false);
  });

  it('is the newest where the browser has neither locks nor a session', async () => {
    const work = workIn({
      navigator: {},
      get sessionStorage(): never {
        throw new Error('The operation is insecure.');
      },
    });
    expect((await work.claimLast(KEPT))?.id).toBe('newest');
    expect(await work.claimLast([])).toBeUndefined();
  });
});
