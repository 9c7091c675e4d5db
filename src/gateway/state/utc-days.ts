/** Everything that the gateway counts by the day, it counts by the day in UTC, `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** That many days up to today, oldest first. */
export function latestDays(now: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * DAY_MS));
}

export const DAY_MS = 86_400_000;
