import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';

/**
 * Rejects once the server has been silent for `idleMs`, or `result` is far too late. A busy or
 * stopped process has not read what came meanwhile, so it waits longer rather than blame the
 * server; so does a process on an overloaded machine, where nothing is in time.
 *
 * @param heardAt when the server last answered anything, by `performance.now()`.
 */
export function within<T>(
  result: Promise<T>,
  idleMs: number,
  heardAt = (): number => Number.NEGATIVE_INFINITY,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const isOverloaded = (loadavg()[0] ?? 0) > OVERLOAD * availableParallelism();
    const ms = isOverloaded ? OVERLOAD * idleMs : idleMs;
    const sentAt = performance.now();
    const before = performance.eventLoopUtilization();
    let dueAt = sentAt + ms;
    let lateMs = 0;
    const expire = (): void => {
      const now = performance.now();
      const isLate = now - dueAt > LOOK_MS;
      // However long a process was stopped, that is one wait; one that is always late must end.
      if (isLate) lateMs += Math.min(now - dueAt, MOST_COUNTED_MS);
      const isBusy = performance.eventLoopUtilization(before).utilization > BUSY;
      const mayWait = now - sentAt < (isBusy ? MOST_BUSY_MS : MOST_MS);
      const isMoving = isBusy || now - heardAt() < ms;
      if ((isLate && lateMs < MOST_BUSY_MS) || (mayWait && isMoving)) {
        dueAt = now + LOOK_MS;
        timer = setTimeout(expire, LOOK_MS);
      } else {
        setImmediate(() => reject(new Error(LATE)));
      }
    };
    let timer = setTimeout(expire, ms);
    result.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error as Error);
      },
    );
  });
}

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
