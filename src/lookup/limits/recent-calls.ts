/** A call under way, as the limiter knows it. */
export interface Ticket {
  /** Elapsed milliseconds. */
  startedAt: number;
  /** The `RatePhase` in which it started. */
  readonly phase: number;
  /** Calls under way when it started, itself included. */
  readonly level: number;
  isRefused: boolean;
  /** Unanswered for longer than is usual, and so is every call that left after it. */
  isHanging: boolean;
}

/** The last calls, refused or not, in the order in which they started. */
export class RecentCalls {
  private readonly list: Ticket[] = [];

  add(ticket: Ticket): void {
    this.list.push(ticket);
    if (this.list.length >= 2 * KEPT) this.list.splice(0, KEPT);
  }

  /**
   * Of the calls that started after `at`: how many were not refused, and the share that was. Calls
   * that left after the last refused one do not count: if still under way, they may be refused,
   * too.
   */
  since(at: number): { readonly taken: number; readonly share: number } {
    let all = 0;
    let refused = 0;
    for (let index = this.list.length - 1; index >= 0; index -= 1) {
      const call = this.list[index] as Ticket;
      if (call.startedAt <= at) break;
      if (refused === 0 && !call.isRefused) continue;
      all += 1;
      if (call.isRefused) refused += 1;
    }
    return { taken: all - refused, share: refused / Math.max(1, all) };
  }

  /** The share of the last `count` calls that was refused; 0 if there are fewer. */
  shareOfLast(count: number): number {
    if (this.list.length < count) return 0;
    return this.list.slice(-count).filter(({ isRefused }) => isRefused).length / count;
  }

  /**
   * How much the calls taken per second vary over the last ten seconds: the standard deviation
   * divided by the mean.
   */
  spread(now: number): number {
    const seconds: number[] = Array.from({ length: 10 }, () => 0);
    for (let index = this.list.length - 1; index >= 0; index -= 1) {
      const { startedAt, isRefused } = this.list[index] as Ticket;
      const second = Math.floor((now - startedAt) / 1000);
      if (second >= seconds.length) break;
      if (!isRefused) seconds[second] = (seconds[second] ?? 0) + 1;
    }
    const mean = seconds.reduce((sum, count) => sum + count, 0) / seconds.length;
    const variance = seconds.reduce((sum, count) => sum + (count - mean) ** 2, 0) / seconds.length;
    return Math.sqrt(variance) / Math.max(mean, 1e-9);
  }
}

const KEPT = 2048;
