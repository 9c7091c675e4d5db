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
   * dies lets go. Nobody waits longer than `timeoutMs`: then, and where there are no locks, it
   * runs all the same and is told so.
   */
  exclusively<Result>(
    name: string,
    run: (isExclusive: boolean) => Promise<Result>,
    timeoutMs: number,
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
  const onMessage = (message: unknown): void => {
    const { topic, body } = (message ?? {}) as Partial<Message>;
    for (const listener of [...(listeners.get(topic as string) ?? [])]) listener(body);
  };
  const name = `locus ${platform.partition}`;
  const send = openChannel(platform, name, onMessage) ?? openStorage(platform.storage, onMessage);
  const locks = attempt(platform.locks);
  return {
    post(topic, body) {
      // What cannot be sent is not received: nobody may count on it.
      attempt(() => send?.({ topic, body }));
    },
    subscribe(topic, listener) {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(listener));
      return () => void own.delete(listener);
    },
    exclusively: (what, run, timeoutMs) =>
      locks === undefined
        ? run(false)
        : locked({ locks, name: `${name} ${what}`, timeoutMs, schedule: platform.schedule }, run),
    missing: [
      ...(send === undefined ? (['messages'] as const) : []),
      ...(locks === undefined ? (['locks'] as const) : []),
    ],
  };
}

type Send = (message: Message) => void;
type OnMessage = (message: unknown) => void;

function openChannel(
  platform: WindowPlatform,
  name: string,
  onMessage: OnMessage,
): Send | undefined {
  return attempt(() => {
    const Channel = platform.broadcastChannel();
    if (Channel === undefined) return undefined;
    const channel = new Channel(name);
    channel.onmessage = ({ data }) => onMessage(data);
    return (message) => channel.postMessage(message);
  });
}

/** The same name twice would tell nobody of an equal message, so each is removed at once. */
const MESSAGE = STORED_NAMES.message;

function openStorage(storage: DeviceStorage, onMessage: OnMessage): Send | undefined {
  const send = (message: Message): boolean => {
    const isKept = storage.write(MESSAGE, JSON.stringify(message));
    storage.remove(MESSAGE);
    return isKept;
  };
  // Nobody listens to no topic: it tells whether the device keeps anything.
  if (attempt(() => send({ topic: '', body: null })) !== true) return undefined;
  storage.subscribe((name, text) => {
    if (name === MESSAGE && text !== undefined) attempt(() => onMessage(JSON.parse(text)));
  });
  return send;
}

interface LockRequest {
  readonly locks: LockManager;
  readonly name: string;
  readonly timeoutMs: number;
  readonly schedule: WindowPlatform['schedule'];
}

async function locked<Result>(
  { locks, name, timeoutMs, schedule }: LockRequest,
  run: (isExclusive: boolean) => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined;
  const timeout = new AbortController();
  const options = timeoutMs > 0 ? { signal: timeout.signal } : { ifAvailable: true };
  const cancel = schedule(timeoutMs, () => timeout.abort());
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
