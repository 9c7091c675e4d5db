import type { DeviceStorage } from '../spreadsheet/host';
import { STORED_NAMES } from './stored-record';

/**
 * The other windows of this device. Each open workbook has a page of its own, and all of them share
 * what the device keeps. Any part of the platform may be missing; a window then works on its own.
 */
export interface OtherWindows {
  /**
   * Sends a message to every other window, never to this one. Messages arrive soon and in order, or
   * not at all. They are stored nowhere, and must never hold a key.
   *
   * @param body anything that JSON can express.
   */
  post(topic: string, body: unknown): void;
  /**
   * @param listener also receives what windows of other versions post, so it must check the body.
   */
  subscribe(topic: string, listener: (body: unknown) => void): () => void;
  /**
   * Runs while no other window runs under the same name, and settles as `run` does. A window that
   * dies releases the name. After `timeoutMs`, or without locks, `run` runs anyway: `isExclusive`
   * is then false, and `isTaken` says whether another window is known to be the reason.
   */
  exclusively<Result>(
    name: string,
    run: (isExclusive: boolean, isTaken: boolean) => Promise<Result>,
    timeoutMs: number,
  ): Promise<Result>;
  /** What this platform lacks; empty if the windows act as one. */
  readonly missing: readonly MissingPart[];
}

export type MissingPart = 'messages' | 'locks';

/** A page's APIs; reading any of them may throw. */
export interface WindowPlatform {
  readonly broadcastChannel: () => typeof BroadcastChannel | undefined;
  readonly locks: () => LockManager | undefined;
  /** Carries messages if there are no channels. */
  readonly storage: DeviceStorage;
  /** Messages and locks are shared only with windows of the same partition. */
  readonly partition: string;
  schedule(ms: number, run: () => void): () => void;
}

interface Message {
  readonly topic: string;
  readonly body: unknown;
}

/** Connects this window with the others. Never throws, and stores nothing. */
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
      // A message that cannot be sent is lost, so no caller may rely on one.
      attempt(() => send?.({ topic, body }));
    },
    subscribe(topic, listener) {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(listener));
      return () => void own.delete(listener);
    },
    exclusively: (what, run, timeoutMs) =>
      locks === undefined
        ? run(false, false)
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

/**
 * A storage event needs a changed value, so each message is removed at once; otherwise an equal one
 * would reach nobody.
 */
const MESSAGE = STORED_NAMES.message;

function openStorage(storage: DeviceStorage, onMessage: OnMessage): Send | undefined {
  const send = (message: Message): boolean => {
    const isKept = storage.write(MESSAGE, JSON.stringify(message));
    storage.remove(MESSAGE);
    return isKept;
  };
  // Nobody listens to an empty topic: this only tests whether the device keeps anything.
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
  run: (isExclusive: boolean, isTaken: boolean) => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined;
  const timeout = new AbortController();
  const options = timeoutMs > 0 ? { signal: timeout.signal } : { ifAvailable: true };
  const cancel = schedule(timeoutMs, () => timeout.abort());
  try {
    await locks.request(name, options, (lock) => {
      cancel();
      running = run(lock !== null, lock === null);
      return running;
    });
  } catch {
    // The lock was not granted in time or at all; or `run` failed, which is handled below.
  }
  cancel();
  // A page without storage may have locks but never be granted one.
  return running ?? run(false, timeoutMs > 0 && timeout.signal.aborted);
}

/** Undefined for a part of the platform that is missing, blocked or broken. */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
