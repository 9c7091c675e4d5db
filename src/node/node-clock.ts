import type { Clock } from '../lookup';

/**
 * The machine's own time. Its days are UTC days, like those of the budgets.
 *
 * @param offsetMs added to the machine's time, where several machines share one time.
 */
export function createNodeClock(offsetMs = (): number => 0): Clock {
  const present = (): number => Date.now() + offsetMs();
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
