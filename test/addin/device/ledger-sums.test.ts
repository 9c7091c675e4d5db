import { dayText, latestDays, sumOfDay, sumOfMonth } from '../../../src/addin/device/ledger-sums';

const day = (text: string, calls: number, cost?: number) => ({
  day: text,
  calls,
  values: calls * 2,
  saved: calls * 3,
  cost,
});

describe('days of the ledger', () => {
  it('are summed for today and for the month, priced as far as a price is known', () => {
    const days = [
      day('2026-10-31', 100, 50),
      day('2026-11-01', 10),
      day('2026-11-20', 20, 5),
      day('2026-11-21', 1, 0.5),
    ];
    expect(sumOfDay(days, '2026-11-21')).toEqual({ calls: 1, values: 2, saved: 3, cost: 0.5 });
    expect(sumOfMonth(days, '2026-11-21')).toEqual({ calls: 31, values: 62, saved: 93, cost: 5.5 });
    const nothing = { calls: 0, values: 0, saved: 0, cost: undefined };
    expect(sumOfDay(days, '2026-11-22')).toEqual(nothing);
    expect(sumOfMonth(days, '2027-11-21')).toEqual(nothing);
  });

  it('have calls without a reply apart from the others, where there are any', () => {
    const days = [{ ...day('2026-11-20', 20), unanswered: 3 }, day('2026-11-21', 1)];
    expect(sumOfMonth(days, '2026-11-21')).toMatchObject({ calls: 21, unanswered: 3 });
    expect(sumOfDay(days, '2026-11-21')).not.toHaveProperty('unanswered');
  });

  it('up to today are without gaps, over the ends of months and years', () => {
    const latest = latestDays([day('2026-12-31', 7), day('2026-11-01', 1)], '2027-01-02', 4);
    expect(latest.map(({ day: text, calls }) => [text, calls])).toEqual([
      ['2026-12-30', 0],
      ['2026-12-31', 7],
      ['2027-01-01', 0],
      ['2027-01-02', 0],
    ]);
    expect(latestDays([], '2028-03-01', 2)[0]?.day).toBe('2028-02-29');
  });

  it('are written as people do', () => {
    expect(dayText('2026-11-01')).toBe('1 Nov');
  });
});
