/**
 * Returns the day that a budget counts, `YYYY-MM-DD`, if it counted `day` until now. Only a later
 * day renews a budget; setting the clock back does not. If `day` is more than two days ahead, the
 * clock was wrong, and the budget counts today.
 */
export function budgetDay(day: string, today: string): string {
  // Reads two given days, not the clock.
  // oxlint-disable-next-line no-restricted-globals
  const aheadMs = Date.parse(day) - Date.parse(today);
  return today > day || aheadMs > FAR_MS ? today : day;
}

const FAR_MS = 2 * 86_400_000;

/** The number of unapproved calls in each minute since 1970 that has any, the oldest first. */
export type CallMinutes = readonly (readonly [minute: number, calls: number])[];

/**
 * Returns the minutes that still count towards the approval threshold, which they do for a quarter
 * of an hour.
 *
 * @param now epoch milliseconds.
 */
export function countedMinutes(minutes: CallMinutes, now: number): CallMinutes {
  const minute = minuteOf(now);
  return (
    minutes
      // Calls counted while the clock was ahead must not count for longer.
      .map(([at, calls]) => [Math.min(at, minute), calls] as const)
      .filter(([at]) => at >= minute - MINUTES)
  );
}

const MINUTES = 15;

export function withCalls(minutes: CallMinutes, minute: number, calls: number): CallMinutes {
  const last = minutes.at(-1);
  if (last?.[0] !== minute) return [...minutes, [minute, calls]];
  return [...minutes.slice(0, -1), [minute, last[1] + calls]];
}

export function callsIn(minutes: CallMinutes): number {
  return minutes.reduce((sum, [, calls]) => sum + calls, 0);
}

export function minuteOf(now: number): number {
  return Math.floor(now / 60_000);
}
