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
      text = new Date(now * DAY_MS).toISOString().slice(0, 10);
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

const DAY_MS = 86_400_000;
