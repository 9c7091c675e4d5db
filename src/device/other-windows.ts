import type { DeviceStorage } from '../settings/device-storage';
import { STORED_NAMES } from '../settings/stored-names';

/**
 * The other windows of this device: each open workbook has a page of its own, and all of them share
 * what the device keeps. Any part of the platform may be missing; then a window works by itself.
 */
export interface OtherWindows {
  /**
   * Tells every other window, never this one: soon, in the order of telling, or not at all. It is
   * kept nowhere, and must never hold a key.
   *
   * @param body what JSON can say.
   */
  post(topic: string, body: unknown): void;
  /** @param listener gets what any window of any version has posted, so it looks before it takes. */
  subscribe(topic: string, listener: (body: unknown) => void): () => void;
  /**
   * Runs while no other window runs under the same name, and settles as `run` does. A window that
   * dies lets go. Nobody waits longer than `patienceMs`: then, and where there are no locks, it
   * runs all the same and is told so.
   */
  exclusively<Result>(
    name: string,
    run: (isExclusive: boolean) => Promise<Result>,
    patienceMs: number,
  ): Promise<Result>;
  /** What this platform lacks of all that; empty where windows act as one. */
  readonly missing: readonly MissingPart[];
}

export type MissingPart = 'messages' | 'locks';

/** What a page may have; naming any of it may throw. */
export interface WindowPlatform {
  readonly broadcastChannel: () => typeof BroadcastChannel | undefined;
  readonly locks: () => LockManager | undefined;
  /** Carries messages where there are no channels. */
  readonly storage: DeviceStorage;
  /** Windows of other partitions are none of ours. */
  readonly partition: string;
  schedule(ms: number, run: () => void): () => void;
}

interface Message {
  readonly topic: string;
  readonly body: unknown;
}

/** Nothing throws, and nothing is left behind. */
export function createOtherWindows(platform: WindowPlatform): OtherWindows {
  const listeners = new Map<string, Set<(body: unknown) => void>>();
  const hear = (message: unknown): void => {
    const { topic, body } = (message ?? {}) as Partial<Message>;
    for (const listener of [...(listeners.get(topic as string) ?? [])]) listener(body);
  };
  const name = `locus ${platform.partition}`;
  const send = openChannel(platform, name, hear) ?? openStorage(platform.storage, hear);
  const locks = attempt(platform.locks);
  return {
    post(topic, body) {
      // What cannot be sent is not heard: nobody may count on it.
      attempt(() => send?.({ topic, body }));
    },
    subscribe(topic, listener) {
      const heard = listeners.get(topic) ?? new Set();
      listeners.set(topic, heard.add(listener));
      return () => void heard.delete(listener);
    },
    exclusively: (what, run, patienceMs) =>
      locks === undefined
        ? run(false)
        : locked({ locks, name: `${name} ${what}`, patienceMs, schedule: platform.schedule }, run),
    missing: [
      ...(send === undefined ? (['messages'] as const) : []),
      ...(locks === undefined ? (['locks'] as const) : []),
    ],
  };
}

type Send = (message: Message) => void;
type Hear = (message: unknown) => void;

function openChannel(platform: WindowPlatform, name: string, hear: Hear): Send | undefined {
  return attempt(() => {
    const Channel = platform.broadcastChannel();
    if (Channel === undefined) return undefined;
    const channel = new Channel(name);
    channel.onmessage = ({ data }) => hear(data);
    return (message) => channel.postMessage(message);
  });
}

/** The same name twice would tell nobody of an equal message, so each is removed at once. */
const MESSAGE = STORED_NAMES.message;

function openStorage(storage: DeviceStorage, hear: Hear): Send | undefined {
  const send = (message: Message): boolean => {
    const isKept = storage.write(MESSAGE, JSON.stringify(message));
    storage.remove(MESSAGE);
    return isKept;
  };
  // Nobody listens to no topic: it tells whether the device keeps anything.
  if (attempt(() => send({ topic: '', body: null })) !== true) return undefined;
  storage.subscribe((name, text) => {
    if (name === MESSAGE && text !== undefined) attempt(() => hear(JSON.parse(text)));
  });
  return send;
}

interface LockRequest {
  readonly locks: LockManager;
  readonly name: string;
  readonly patienceMs: number;
  readonly schedule: WindowPlatform['schedule'];
}

async function locked<Result>(
  { locks, name, patienceMs, schedule }: LockRequest,
  run: (isExclusive: boolean) => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined;
  const impatience = new AbortController();
  const options = patienceMs > 0 ? { signal: impatience.signal } : { ifAvailable: true };
  const cancel = schedule(patienceMs, () => impatience.abort());
  try {
    await locks.request(name, options, (lock) => {
      cancel();
      running = run(lock !== null);
      return running;
    });
  } catch {
    // Not granted in time or at all; or `run` has failed, which is told below.
  }
  cancel();
  return running ?? run(false);
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
