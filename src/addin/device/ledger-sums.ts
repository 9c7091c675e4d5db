import { dateFormat } from '../../engine/language/speech';
import type { LedgerDay } from './ledger';

/** The sum of several days. `cost` is undefined if nobody has entered what a call costs. */
export type SpendingSum = Omit<LedgerDay, 'day'>;

const NOTHING: SpendingSum = { calls: 0, values: 0, saved: 0, cost: undefined };

export function sumOfDay(days: readonly LedgerDay[], today: string): SpendingSum {
  return sumOf(days.filter(({ day }) => day === today));
}

/** @param today `YYYY-MM-DD`; its whole month counts. */
export function sumOfMonth(days: readonly LedgerDay[], today: string): SpendingSum {
  const month = today.slice(0, 'YYYY-MM'.length);
  return sumOf(days.filter(({ day }) => day.startsWith(month)));
}

/** That many days up to today, oldest first; a day without calls has zeros. */
export function latestDays(
  days: readonly LedgerDay[],
  today: string,
  count: number,
): readonly LedgerDay[] {
  const known = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: count }, (_, index) => {
    const day = dayBefore(today, count - 1 - index);
    return known.get(day) ?? { day, ...NOTHING };
  });
}

/** `21 Nov`: calendar days have no time zone. */
export function dayText(day: string): string {
  const dayAndMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  return dayAndMonth.format(new Date(`${day}T00:00:00Z`));
}

export function sumOf(days: readonly LedgerDay[]): SpendingSum {
  return days.reduce<SpendingSum>((sum, { calls, unanswered = 0, values, saved, cost }) => {
    const silent = (sum.unanswered ?? 0) + unanswered;
    return {
      calls: sum.calls + calls,
      ...(silent > 0 && { unanswered: silent }),
      values: sum.values + values,
      saved: sum.saved + saved,
      cost: cost === undefined ? sum.cost : (sum.cost ?? 0) + cost,
    };
  }, NOTHING);
}

function dayBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
