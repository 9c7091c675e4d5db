/**
 * When to doubt a known limit altogether and search as if there were none. Each time that this
 * proves wrong, the next time comes later.
 */
export class AnewSchedule {
  private at = 0;
  private afterMs = SOONEST_MS;
  private before: RateBefore = NONE;

  constructor(private readonly random: () => number) {}

  plan(now: number): void {
    this.at = now + this.afterMs * (0.5 + this.random());
  }

  isDue(now: number): boolean {
    return now >= this.at;
  }

  searched(before: RateBefore): void {
    this.before = before;
    this.afterMs = Math.min(LATEST_MS, this.afterMs * 4);
  }

  /** Calls were refused one after another, which is hardly ever chance. */
  limitCertain(now: number): void {
    this.afterMs = Math.max(this.afterMs, CERTAIN_MS);
    this.plan(now);
  }

  /** A limit was found. Returns, once, what was known before. */
  foundLimit(): RateBefore {
    const { before } = this;
    this.before = NONE;
    return before;
  }

  /** There was no limit. */
  wasRight(): void {
    this.before = NONE;
    this.afterMs = SOONEST_MS;
  }
}

/** What is still true of a limit that is found again. */
export interface RateBefore {
  /** Its rate is at most this, calls a second. */
  readonly rate: number;
  /** In addition, this share of calls is refused by chance. */
  readonly chance: number;
}

const NONE: RateBefore = { rate: Number.POSITIVE_INFINITY, chance: 0 };
const SOONEST_MS = 3000;
const CERTAIN_MS = 150_000;
const LATEST_MS = 1_000_000;
