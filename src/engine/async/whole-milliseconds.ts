import type { Clock } from './clock';

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
