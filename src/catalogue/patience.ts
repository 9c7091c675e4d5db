import type { Clock } from '../lookup';

/** Settles when the work does, or when so many milliseconds have passed. Never rejects. */
export function withinPatience(
  work: Promise<unknown>,
  ms: number,
  clock: Pick<Clock, 'schedule'>,
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(ms, resolve);
    const end = (): void => {
      cancel();
      resolve();
    };
    work.then(end, end);
  });
}
