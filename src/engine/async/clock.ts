import type { CancelSignal } from './cancellation';

/** A clock and its timers. Passed in, so that tests can set the time. */
export interface Clock {
  /** Epoch milliseconds. May jump either way (sleep, a corrected clock). */
  now(): number;
  /** Milliseconds since some start. Never goes back. */
  elapsed(): number;
  /** The local day, `YYYY-MM-DD`. */
  today(): string;
  /**
   * Runs the function once, after this many milliseconds. 0 means soon, after the page's pending
   * work.
   *
   * @returns a function that cancels it.
   */
  schedule(ms: number, run: () => void): CancelScheduled;
}

export type CancelScheduled = () => void;

/**
 * The same clock, but its elapsed time stands still while the device sleeps. A lid closed for an
 * hour is no fault of the service, and questions that waited still have their time when the lid
 * opens.
 *
 * We notice sleep by a timer that should have run long ago. A browser delays the timers of a hidden
 * page too, but by a minute at most (Chrome's intensive throttling); that is not sleep.
 */
export function awakeClock(clock: Clock): Clock {
  let asleepMs = 0;
  let readAt = clock.elapsed();
  const timersDueAt = new Set<{ readonly at: number }>();
  const elapsed = (): number => {
    const now = clock.elapsed();
    // Readings are rarely this far apart, so we rarely have to look at all timers.
    if (now - readAt > HELD_BACK_MS) {
      let dueAt = now;
      for (const { at } of timersDueAt) dueAt = Math.min(dueAt, at);
      // Awake until the first timer was due, or until the last reading if that came later.
      const awakeAt = Math.max(dueAt, readAt);
      if (now - awakeAt > HELD_BACK_MS) asleepMs += now - awakeAt;
    }
    readAt = now;
    return now - asleepMs;
  };
  return {
    now: () => clock.now(),
    elapsed,
    today: () => clock.today(),
    schedule(ms, run) {
      const due = { at: clock.elapsed() + ms };
      timersDueAt.add(due);
      const cancel = clock.schedule(ms, () => {
        elapsed();
        timersDueAt.delete(due);
        run();
      });
      return () => {
        timersDueAt.delete(due);
        cancel();
      };
    },
  };
}

const HELD_BACK_MS = 65_000;

/**
 * The same clock in whole milliseconds. A platform's clock gives fractions, and a rounded sum may
 * never equal an exact one, so fractions are cut off before any arithmetic. Scheduled work never
 * runs before its whole millisecond.
 */
export function wholeMilliseconds(clock: Clock): Clock {
  return {
    now: () => Math.floor(clock.now()),
    elapsed: () => Math.floor(clock.elapsed()),
    today: () => clock.today(),
    schedule: (ms, run) => clock.schedule(Math.ceil(ms), run),
  };
}

/** The day where this device is, `YYYY-MM-DD`. */
export function localDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const digits = (number: number, count: number) => String(number).padStart(count, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

interface Timeout<Otherwise> {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly timeoutMs: number;
  /** Ends the wait early. */
  readonly signal?: CancelSignal;
  /** The result if the work is given up. */
  readonly otherwise: Otherwise;
  /** Called when the work is given up. */
  onTimeout?(): void;
}

/**
 * Settles as the work does, or with `otherwise` once the work is given up. Work that hangs goes on:
 * nothing here can stop it.
 */
export async function withTimeout<Result, Otherwise>(
  work: Promise<Result>,
  { clock, timeoutMs, signal, otherwise, onTimeout }: Timeout<Otherwise>,
): Promise<Result | Otherwise> {
  let giveUp = (): void => {};
  const givenUp = new Promise<Otherwise>((resolve) => {
    giveUp = () => {
      // First, because aborted work may reject at once.
      resolve(otherwise);
      onTimeout?.();
    };
  });
  const cancel = clock.schedule(timeoutMs, giveUp);
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([givenUp, work]);
  } finally {
    cancel();
    signal?.removeEventListener('abort', giveUp);
  }
}
