import type { Clock } from '../lookup';

/** The machine's own time. Its days are those of UTC, as are those of the budgets. */
export function createNodeClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    today: () => new Date().toISOString().slice(0, 10),
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
