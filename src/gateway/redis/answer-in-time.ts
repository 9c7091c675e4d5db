import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';

/**
 * Rejects once the server has been silent for `idleMs`, or `result` is far too late. A busy or
 * stopped process has not read what came meanwhile, so it waits longer rather than blame the
 * server; so does a process on an overloaded machine, where nothing is in time.
 *
 * @param repliedAt when the server last replied to anything, by the process's clock.
 */
export function within<T>(
  result: Promise<T>,
  idleMs: number,
  repliedAt = (): number => Number.NEGATIVE_INFINITY,
  own: ProcessTime = THIS_PROCESS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const ms = own.load() > OVERLOAD ? OVERLOAD * idleMs : idleMs;
    const sentAt = own.now();
    const busyShare = own.watch();
    let dueAt = sentAt + ms;
    let lateMs = 0;
    const expire = (): void => {
      const now = own.now();
      const isLate = now - dueAt > LOOK_MS;
      // However long a process was stopped, that is one wait; one that is always late must end.
      if (isLate) lateMs += Math.min(now - dueAt, MOST_COUNTED_MS);
      const isBusy = busyShare() > BUSY;
      const mayWait = now - sentAt < (isBusy ? MOST_BUSY_MS : MOST_MS);
      const isMoving = isBusy || now - repliedAt() < ms;
      if ((isLate && lateMs < MOST_BUSY_MS) || (mayWait && isMoving)) {
        dueAt = now + LOOK_MS;
        cancel = own.schedule(LOOK_MS, expire);
      } else {
        setImmediate(() => reject(new Error(LATE)));
      }
    };
    let cancel = own.schedule(ms, expire);
    result.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error as Error);
      },
    );
  });
}

/** What a process knows of its own time; in milliseconds. */
export interface ProcessTime {
  now(): number;
  schedule(ms: number, run: () => void): () => void;
  /** The machine's load per processor. */
  load(): number;
  /** @returns which share of the time since then the process was busy, from 0 to 1. */
  watch(): () => number;
}

const THIS_PROCESS: ProcessTime = {
  now: () => performance.now(),
  schedule(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  load: () => (loadavg()[0] ?? 0) / availableParallelism(),
  watch() {
    const before = performance.eventLoopUtilization();
    return () => performance.eventLoopUtilization(before).utilization;
  },
};

/** The error's message. */
export const LATE = 'no answer in time';
/** Load per processor, averaged over a minute, above which waits are longer by this factor. */
const OVERLOAD = 4;
/** Event loop utilization above which this process counts as busy. */
const BUSY = 0.8;
/** The longest wait while the server answers other commands. */
const MOST_MS = 2000;
/** The longest wait while this process is busy, which never lasts longer. */
const MOST_BUSY_MS = 5000;
const LOOK_MS = 50;
/** Of a timer that was late, this much counts. */
const MOST_COUNTED_MS = 500;
