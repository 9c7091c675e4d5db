import { createOtherWindows } from '../../../src/addin/device/other-windows';
import type { WindowPlatform } from '../../../src/addin/device/other-windows';
import { throwingStorage } from './fake-storage';
import { FakeDevice } from './fake-device';
import type { FakeWindow } from './fake-device';

function heardBy(window: FakeWindow, topic = 'news'): unknown[] {
  const heard: unknown[] = [];
  window.others.subscribe(topic, (body) => heard.push(body));
  return heard;
}

describe.each(['channel', 'none'] as const)('messages between windows, by %s', (messages) => {
  it('reach every other window in the order of telling, never the one that tells', async () => {
    const device = new FakeDevice({ messageDelayMs: 20, storageDelayMs: 20 });
    const [a, b, c] = [0, 1, 2].map(() => device.open({ messages })) as [
      FakeWindow,
      FakeWindow,
      FakeWindow,
    ];
    const heard = [a, b, c].map((window) => heardBy(window));
    a.others.post('news', { first: 1 });
    a.others.post('news', { first: 1 });
    a.others.post('other news', 3);
    await device.clock.advance(20);
    expect(heard).toEqual([[], [{ first: 1 }, { first: 1 }], [{ first: 1 }, { first: 1 }]]);
    expect([...device.held]).toEqual([]);
  });

  it('wait for a window that sleeps, and are nothing to one that is gone or listens no more', async () => {
    const device = new FakeDevice();
    const [a, b, c, d] = [0, 1, 2, 3].map(() => device.open({ messages })) as [
      FakeWindow,
      FakeWindow,
      FakeWindow,
      FakeWindow,
    ];
    const [asleep, gone] = [heardBy(b), heardBy(c)];
    const left: unknown[] = [];
    d.others.subscribe('news', (body) => left.push(body))();
    b.sleep();
    c.die();
    a.others.post('news', 1);
    expect([asleep, gone]).toEqual([[], []]);
    b.wake();
    expect([asleep, gone, left]).toEqual([[1], [], []]);
  });

  it('that cannot be sent are not heard, and break nothing', () => {
    const device = new FakeDevice();
    const [a, b] = [device.open({ messages }), device.open({ messages })];
    const heard = heardBy(b);
    const endless: Record<string, unknown> = { tell: () => 1 };
    endless.self = endless;
    expect(() => a.others.post('news', endless)).not.toThrow();
    expect(heard).toEqual([]);
  });
});

describe('an exclusive run', () => {
  it('waits for the other window, and is told that it has exclusive use', async () => {
    const device = new FakeDevice();
    const [a, b] = [device.open(), device.open()];
    const acts: string[] = [];
    let end = (): void => {};
    const first = a.others.exclusively(
      'till',
      (alone) => {
        acts.push(`a ${alone}`);
        return new Promise<void>((resolve) => (end = resolve));
      },
      1_000,
    );
    const second = b.others.exclusively('till', async (alone) => acts.push(`b ${alone}`), 1_000);
    await device.clock.advance(500);
    expect(acts).toEqual(['a true']);
    end();
    await first;
    await second;
    expect(acts).toEqual(['a true', 'b true']);
  });

  it.each([0, 1_000])('is made all the same when the other takes longer than %i ms', async (ms) => {
    const device = new FakeDevice();
    const [a, b] = [device.open(), device.open()];
    void a.others.exclusively('till', () => new Promise(() => {}), 10);
    const alone = b.others.exclusively('till', async (isExclusive) => isExclusive, ms);
    await device.clock.advance(ms);
    expect(await alone).toBe(false);
  });

  it('is made at once when the window that was running has died', async () => {
    const device = new FakeDevice();
    const [a, b] = [device.open(), device.open()];
    void a.others.exclusively('till', () => new Promise(() => {}), 10);
    const alone = b.others.exclusively('till', async (isExclusive) => isExclusive, 60_000);
    await device.clock.advance(5);
    a.die();
    expect(await alone).toBe(true);
  });

  it('fails as what it runs fails, and lets go', async () => {
    const device = new FakeDevice();
    const [a, b] = [device.open(), device.open()];
    const broken = new Error('broken');
    await expect(a.others.exclusively('till', () => Promise.reject(broken), 1_000)).rejects.toBe(
      broken,
    );
    expect(await b.others.exclusively('till', async (alone) => alone, 1_000)).toBe(true);
  });
});

describe('what a platform lacks', () => {
  const nothing: WindowPlatform = {
    broadcastChannel: () => undefined,
    locks: () => undefined,
    storage: throwingStorage,
    partition: '',
    schedule: () => () => {},
  };
  const throwing = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };

  it('is said, and a window works by itself', async () => {
    for (const platform of [nothing, { ...nothing, broadcastChannel: throwing, locks: throwing }]) {
      const others = createOtherWindows(platform);
      expect(others.missing).toEqual(['messages', 'locks']);
      others.subscribe('news', () => {});
      expect(() => others.post('news', 1)).not.toThrow();
      expect(await others.exclusively('till', async (alone) => alone, 1_000)).toBe(false);
    }
  });

  it('is nothing where storage carries the messages, and everything works', () => {
    const device = new FakeDevice();
    expect(device.open({ messages: 'none' }).others.missing).toEqual([]);
    expect(device.open({ messages: 'none', storage: 'denied' }).others.missing).toEqual([
      'messages',
    ]);
    expect(device.open({ locks: 'none' }).others.missing).toEqual(['locks']);
  });

  it('may be a lock that is refused: it runs all the same', async () => {
    const locks = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) };
    const others = createOtherWindows({ ...nothing, locks: () => locks as unknown as LockManager });
    const told = async (alone: boolean, isTaken: boolean) => [alone, isTaken];
    for (const ms of [0, 1_000]) {
      expect(await others.exclusively('till', told, ms)).toEqual([false, false]);
    }
  });
});
