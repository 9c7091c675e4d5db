/**
 * Calls that may be made in a day: each is reserved before it leaves, then spent, or released
 * where it certainly cost nothing.
 *
 * The day is the person's own, `YYYY-MM-DD`; at midnight a new one begins, and what is still out
 * is counted where it comes home.
 */
export class Budget {
  private day: string;
  private spentCalls: number;
  private reserved = 0;
  /** Spent by others on the same account; of another day it does not count. */
  elsewhere: SpentCalls | undefined = undefined;

  constructor(
    /** Calls a day; Infinity for no limit. */
    public dailyCalls: number,
    private readonly today: () => string,
    spent?: SpentCalls,
  ) {
    this.day = today();
    this.spentCalls = spent !== undefined && spent.day === this.day ? spent.calls : 0;
  }

  get spent(): SpentCalls {
    this.turn();
    return { day: this.day, calls: this.spentCalls };
  }

  get remaining(): number {
    this.turn();
    const { elsewhere } = this;
    const others = elsewhere?.day === this.day ? elsewhere.calls : 0;
    return Math.max(0, this.dailyCalls - this.spentCalls - this.reserved - others);
  }

  reserve(): void {
    this.reserved += 1;
  }

  spend(): void {
    this.turn();
    this.reserved -= 1;
    this.spentCalls += 1;
  }

  release(): void {
    this.reserved -= 1;
  }

  private turn(): void {
    const today = this.today();
    // A clock set back does not give yesterday's budget again: only a later day is a new one.
    if (today <= this.day) return;
    this.spentCalls = 0;
    this.day = today;
  }
}

export interface SpentCalls {
  readonly day: string;
  readonly calls: number;
}
