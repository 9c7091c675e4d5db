import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';

/**
 * Rejects if nothing is heard for that long, or the result is far too late. A process that is busy,
 * or was stopped, itself has not read what has come meanwhile: that is not the other's fault, so it
 * waits some more. So it does on a machine that is far too busy, where nothing is in time.
 *
 * @param heardAt when the other last answered anything, by `performance.now()`.
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
    const expire = (): void => {
      const now = performance.now();
      const isBusy = performance.eventLoopUtilization(before).utilization > BUSY;
      const mayWait = now - sentAt < (isBusy ? MOST_BUSY_MS : MOST_MS);
      const isMoving = isBusy || now - heardAt() < ms;
      if (now - dueAt > LOOK_MS || (mayWait && isMoving)) {
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

/** Of the error. */
export const LATE = 'no answer in time';
/** Programs that want each processor, as the kernel counts them over a minute. */
const OVERLOAD = 4;
/** The share of the time in which this process had something to do. */
const BUSY = 0.8;
/** Behind many others on a server that answers them. */
const MOST_MS = 2000;
/** Nobody is so busy for longer. */
const MOST_BUSY_MS = 5000;
const LOOK_MS = 50;
