import type { Clock } from '../engine/lookup';

/**
 * A clock for Node. Its days are UTC days, like those of the budgets.
 *
 * @param present epoch milliseconds; the machine's own unless several machines share one time.
 */
export function createNodeClock(present: () => number = Date.now): Clock {
  // Cached, since every call needs the day, which rarely changes.
  let day = -1;
  let text = '';
  const today = (): string => {
    const now = Math.floor(present() / DAY_MS);
    if (now !== day) {
      day = now;
      text = dayOf(now * DAY_MS);
    }
    return text;
  };
  return {
    now: present,
    elapsed: () => performance.now(),
    today,
    schedule(ms, run) {
      if (ms <= 0) {
        const immediate = setImmediate(run);
        return () => clearImmediate(immediate);
      }
      // Timers that the engine has left over must not keep the process from ending.
      const timer = setTimeout(run, ms).unref();
      return () => clearTimeout(timer);
    },
  };
}

/** Everything that the gateway counts by the day, it counts by the day in UTC, `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** That many days up to today, oldest first. */
export function latestDays(now: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * DAY_MS));
}

export const DAY_MS = 86_400_000;
