/**
 * The days of one time zone, as `YYYY-MM-DD`. A gateway counts budgets, spending and undated scores
 * by one calendar.
 */
export class Calendar {
  private readonly format: Intl.DateTimeFormat;
  private readonly quarters = new Map<
    number,
    { readonly offsetMs: number; readonly day: string }
  >();

  /**
   * @param timeZone an IANA name, such as `Asia/Kolkata`. @default the machine's own
   * @throws RangeError if there is no such time zone.
   */
  constructor(readonly timeZone?: string) {
    this.format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      ...{ calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
  }

  /** The zone's name in a canonical form: that of `asia/kolkata` is that of `Asia/Calcutta`. */
  get canonicalZone(): string {
    return this.format.resolvedOptions().timeZone;
  }

  /** Returns the day of a time, in epoch milliseconds as all times here. */
  dayOf(time: number): string {
    return this.quarterOf(time).day;
  }

  /** Returns how far the zone's clocks are ahead of UTC at that time, in milliseconds. */
  offsetAt(time: number): number {
    return this.quarterOf(time).offsetMs;
  }

  /**
   * Returns when a day or month begins: at midnight, or at one where clocks go forward at midnight.
   *
   * @param period `YYYY-MM-DD` or `YYYY-MM`.
   */
  beginningOf(period: string): number {
    const first = dayAt(Date.parse(period));
    // The first quarter of an hour that is not of an earlier day. No zone is further from UTC.
    let [before, from] = [-60, 60];
    const timeOf = (quarter: number): number => Date.parse(first) + quarter * QUARTER_MS;
    while (from - before > 1) {
      const middle = Math.floor((before + from) / 2);
      if (this.dayOf(timeOf(middle)) < first) before = middle;
      else from = middle;
    }
    return timeOf(from);
  }

  /** Returns when a day or month ends, which is when the next one begins. */
  endOf(period: string): number {
    const [year = 0, month = 0, day] = period.split('-').map(Number);
    const next = day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
    return this.beginningOf(dayAt(next));
  }

  /** Returns that many days up to today, oldest first. */
  latestDays(now: number, count: number): readonly string[] {
    const today = Date.parse(this.dayOf(now));
    return Array.from({ length: count }, (_, index) => dayAt(today - (count - 1 - index) * DAY_MS));
  }

  /** Clocks change, and days begin, only where a quarter of an hour does. */
  private quarterOf(time: number) {
    const quarter = Math.floor(time / QUARTER_MS);
    const known = this.quarters.get(quarter);
    if (known !== undefined) return known;
    if (this.quarters.size >= MOST_KEPT) this.quarters.clear();
    const clock = this.format.format(quarter * QUARTER_MS).replace(' ', 'T');
    const offsetMs = Date.parse(`${clock}Z`) - quarter * QUARTER_MS;
    const own = { offsetMs, day: clock.slice(0, 10) };
    this.quarters.set(quarter, own);
    return own;
  }
}

/** Returns the day that begins at this time in UTC. */
export function dayAt(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}

const QUARTER_MS = 900_000;
const MOST_KEPT = 1000;
export const DAY_MS = 86_400_000;
