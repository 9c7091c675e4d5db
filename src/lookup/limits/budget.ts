import type { Clock } from '../clock';

/**
 * Calls that may be made in a day: each is reserved before it leaves, then spent, or released if it
 * certainly cost nothing.
 *
 * The day is the person's local day, `YYYY-MM-DD`. A call in flight at midnight counts on the day
 * on which it ends.
 */
export class Budget {
  private day: string;
  private turnedAt: number;
  private spentCalls: number;
  private reserved = 0;
  /** Spent by others on the same account; ignored unless it is of the same day. */
  elsewhere: SpentCalls | undefined = undefined;

  constructor(
    /** Calls a day; Infinity for no limit. */
    public dailyCalls: number,
    private readonly clock: Pick<Clock, 'today' | 'now'>,
    spent?: SpentCalls,
  ) {
    this.day = clock.today();
    this.turnedAt = clock.now();
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
    const today = this.clock.today();
    const now = this.clock.now();
    // A clock that is set back does not renew the budget: only a later day does. But a clock that
    // was far ahead must not block the budget until that day comes.
    if (today > this.day) this.spentCalls = 0;
    else if (this.turnedAt - now < FAR_MS) return;
    this.day = today;
    this.turnedAt = now;
  }
}

/** More than any journey shifts the clock. */
const FAR_MS = 2 * 86_400_000;

export interface SpentCalls {
  readonly day: string;
  readonly calls: number;
}
