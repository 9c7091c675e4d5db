import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Databases } from '../../../src/addin/device/database-connection';
import { createOtherWindows } from '../../../src/addin/device/other-windows';
import type { OtherWindows } from '../../../src/addin/device/other-windows';
import type { Clock } from '../../../src/engine/lookup';
import type { DeviceStorage } from '../../../src/addin/spreadsheet/host';
import { HandClock } from '../../engine/lookup/hand-clock';
import { FakeLocks } from './fake-locks';

export interface FakeDeviceOptions {
  /** How long another window takes to see a write, as between a browser's processes. */
  readonly storageDelayMs?: number;
  /** How long a message travels. */
  readonly messageDelayMs?: number;
}

export interface FakeWindowOptions {
  readonly messages?: 'channel' | 'none';
  readonly locks?: 'held' | 'none' | 'refused';
  readonly storage?: 'kept' | 'denied';
}

/**
 * A device whose windows share storage, a database, messages and locks. Windows can sleep and die.
 */
export class FakeDevice {
  readonly clock = new HandClock();
  readonly factory = new IDBFactory();
  readonly locks = new FakeLocks();
  /** What the device finally holds, even if some window has not seen it yet. */
  readonly held = new Map<string, string>();
  readonly windows: FakeWindow[] = [];
  private writes = 0;

  constructor(readonly options: FakeDeviceOptions = {}) {}

  open(options: FakeWindowOptions = {}): FakeWindow {
    const opened = new FakeWindow(this, options);
    this.windows.push(opened);
    return opened;
  }

  /** @returns this change's position among all changes. */
  change(by: FakeWindow, name: string, text: string | undefined): number {
    if (text === undefined) this.held.delete(name);
    else this.held.set(name, text);
    this.writes += 1;
    const order = this.writes;
    for (const other of this.othersOf(by)) {
      const { storageDelayMs } = this.options;
      if (storageDelayMs === undefined) other.hear(name, text, order);
      else this.clock.schedule(storageDelayMs, () => other.hear(name, text, order));
    }
    return order;
  }

  tell(by: FakeWindow, channel: string, message: unknown): void {
    // Structured cloning, as in a channel: what cannot be cloned cannot be sent.
    const clone = structuredClone(message);
    for (const other of this.othersOf(by)) {
      this.deliver(other, this.options.messageDelayMs, () => other.receive(channel, clone));
    }
  }

  private othersOf(by: FakeWindow): readonly FakeWindow[] {
    return this.windows.filter((other) => other !== by && !other.isDead);
  }

  private deliver(to: FakeWindow, delayMs: number | undefined, run: () => void): void {
    if (delayMs === undefined) to.act(run);
    else this.clock.schedule(delayMs, () => to.act(run));
  }
}

export class FakeWindow {
  isDead = false;
  readonly storage: DeviceStorage;
  readonly others: OtherWindows;
  /** Its timers stop while the window sleeps, and never run once it is dead. */
  readonly clock: Clock;
  private readonly view: Map<string, string>;
  /** For each name, the latest change that this window knows. */
  private readonly seen = new Map<string, number>();
  private readonly listeners = new Set<(name?: string, text?: string) => void>();
  private readonly channels = new Map<string, (message: unknown) => void>();
  /** What the window will do when it wakes. */
  private asleep: (() => void)[] | undefined;

  constructor(
    private readonly device: FakeDevice,
    options: FakeWindowOptions,
  ) {
    this.view = new Map(device.held);
    this.storage = options.storage === 'denied' ? deniedStorage : this.keptStorage();
    const { clock } = device;
    this.clock = {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      today: () => clock.today(),
      schedule: (ms, run) => clock.schedule(ms, () => this.act(run)),
    };
    this.others = createOtherWindows({
      broadcastChannel: () => (options.messages === 'none' ? undefined : this.channelClass()),
      locks: () =>
        options.locks === 'none'
          ? undefined
          : options.locks === 'refused'
            ? REFUSED_LOCKS
            : device.locks.of(this),
      storage: this.storage,
      partition: '',
      schedule: (ms, run) => this.clock.schedule(ms, run),
    });
  }

  databases(): Databases {
    return { indexedDB: this.device.factory, IDBKeyRange };
  }

  sleep(): void {
    this.asleep ??= [];
  }

  wake(): void {
    const late = this.asleep ?? [];
    this.asleep = undefined;
    for (const run of late) run();
    for (const listener of [...this.listeners]) listener();
  }

  die(): void {
    this.isDead = true;
    this.device.locks.release(this);
  }

  /** Runs something in this window, as soon as it can. */
  act(run: () => void): void {
    if (this.isDead) return;
    if (this.asleep === undefined) run();
    else this.asleep.push(() => this.act(run));
  }

  hear(name: string, text: string | undefined, order: number): void {
    // The window's own change is on its way, and will be the later one.
    if ((this.seen.get(name) ?? 0) < order) this.see(name, text, order);
    this.act(() => {
      for (const listener of [...this.listeners]) listener(name, text);
    });
  }

  receive(channel: string, message: unknown): void {
    this.channels.get(channel)?.(message);
  }

  private keptStorage(): DeviceStorage {
    return {
      read: (name) => this.view.get(name),
      write: (name, text) => {
        if (this.isDead) return false;
        this.see(name, text, this.device.change(this, name, text));
        return true;
      },
      remove: (name) => {
        if (this.isDead || !this.view.has(name)) return;
        this.see(name, undefined, this.device.change(this, name, undefined));
      },
      subscribe: (listener) => {
        this.listeners.add(listener);
        return () => void this.listeners.delete(listener);
      },
    };
  }

  private see(name: string, text: string | undefined, order: number): void {
    this.seen.set(name, order);
    if (text === undefined) this.view.delete(name);
    else this.view.set(name, text);
  }

  private channelClass(): typeof BroadcastChannel {
    const { channels } = this;
    const tell = (name: string, message: unknown): void => {
      if (!this.isDead) this.device.tell(this, name, message);
    };
    class Channel {
      onmessage: ((event: { data: unknown }) => void) | undefined;
      constructor(private readonly name: string) {
        channels.set(name, (data) => this.onmessage?.({ data }));
      }
      postMessage(message: unknown): void {
        tell(this.name, message);
      }
    }
    return Channel as unknown as typeof BroadcastChannel;
  }
}

const deniedStorage: DeviceStorage = {
  read: () => undefined,
  write: () => false,
  remove: () => {},
  subscribe: () => () => {},
};

/** As in a page whose storage is blocked: they are there, and never given. */
const REFUSED_LOCKS = {
  request: () => Promise.reject(new DOMException('no', 'SecurityError')),
} as unknown as LockManager;
