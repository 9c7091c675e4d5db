import type { Clock } from './clock';

/**
 * The same clock in whole milliseconds. A platform's own gives fractions, and a sum that was
 * rounded once compared with one that was not can differ for ever: here they are cut off before
 * anything is reckoned with them. What is scheduled never comes before its whole millisecond.
 */
export function wholeMilliseconds(clock: Clock): Clock {
  return {
    now: () => Math.floor(clock.now()),
    elapsed: () => Math.floor(clock.elapsed()),
    today: () => clock.today(),
    schedule: (ms, run) => clock.schedule(Math.ceil(ms), run),
  };
}
