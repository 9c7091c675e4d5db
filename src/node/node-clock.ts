import type { Clock } from '../lookup';

/**
 * The machine's own time. Its days are those of UTC, as are those of the budgets.
 *
 * @param offsetMs what to add to it, where several machines go by one time.
 */
export function createNodeClock(offsetMs = (): number => 0): Clock {
  const present = (): number => Date.now() + offsetMs();
  // Asked for with every call, and the same all day.
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
      // What the engine still plans when all is answered keeps no process from ending.
      const timer = setTimeout(run, ms).unref();
      return () => clearTimeout(timer);
    },
  };
}

const DAY_MS = 86_400_000;
