/** A call under way, as the limiter knows it. */
export interface Ticket {
  /** Elapsed milliseconds. */
  startedAt: number;
  /** The stretch of time, with one rate, that it belongs to. */
  readonly phase: number;
  /** Calls under way with it, itself included. */
  readonly level: number;
  isRefused: boolean;
  /** For longer than is usual neither it nor any that left after it was answered. */
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
   * Of those that started after then: how many were not refused, and the share that was. What left
   * after the last one refused and is still under way may be refused, too: it does not count.
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

  /** The share refused of so many calls; 0 where there are fewer. */
  shareOfLast(count: number): number {
    if (this.list.length < count) return 0;
    return this.list.slice(-count).filter(({ isRefused }) => isRefused).length / count;
  }

  /** How far the calls taken differ from second to second, of the last ten, by their mean. */
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
