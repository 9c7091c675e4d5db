import type { Clock } from '../engine/lookup';
import { Calendar } from './calendar';

/**
 * Creates a clock for Node. Its timers do not keep the process from ending.
 *
 * @param present epoch milliseconds; the machine's own unless several machines share one time.
 * @param calendar whose day is today; the machine's own unless a team shares one.
 */
export function createNodeClock(
  present: () => number = Date.now,
  calendar = new Calendar(),
): Clock {
  return {
    now: present,
    elapsed: () => performance.now(),
    today: () => calendar.dayOf(present()),
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
