/**
 * Rejects if there is no result by then. A process that was busy, or stopped, itself first reads
 * what has come meanwhile.
 */
export function within<T>(result: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let dueAt = performance.now() + ms;
    const expire = (): void => {
      if (performance.now() - dueAt < BUSY_MS) setImmediate(() => reject(new Error(LATE)));
      else {
        dueAt = performance.now() + BUSY_MS;
        timer = setTimeout(expire, BUSY_MS);
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

const BUSY_MS = 50;
/** Of the error. */
export const LATE = 'no answer in time';
