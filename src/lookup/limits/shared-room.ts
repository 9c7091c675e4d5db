import type { RecentCalls } from './recent-calls';

/**
 * Whether a limit's room comes and goes because another client takes a share that changes from
 * second to second. A lower rate does not help then: what is refused depends on the other client.
 *
 * Times are elapsed milliseconds.
 */
export class SharedRoom {
  private until = Number.NEGATIVE_INFINITY;
  private cuts = 0;
  private cutAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly recent: RecentCalls) {}

  /** The room was found to come and go just now. */
  found(now: number): void {
    this.until = now + FOUND_MS;
  }

  isFound(now: number): boolean {
    return now < this.until;
  }

  /** The rate was lowered. */
  cut(now: number): void {
    this.cuts = now - this.cutAt < CLOSE_MS ? this.cuts + 1 : 1;
    this.cutAt = now;
  }

  /**
   * Cuts have not helped, refusals cluster, and the number of calls taken changes every second.
   *
   * @param pairs the share of recent refusals that came right after another.
   */
  isLikely(now: number, pairs: number): boolean {
    const isKnown = now < this.until + REMEMBERED_MS;
    return (isKnown || (this.cuts >= 2 && pairs >= PAIRS)) && this.recent.spread(now) >= SPREAD;
  }
}

const FOUND_MS = 5000;
const REMEMBERED_MS = 30_000;
const CLOSE_MS = 15_000;
/**
 * Between the values measured beside another client (pairs: a quarter to a half; spread: a third)
 * and those under a constant limit.
 */
const PAIRS = 0.17;
const SPREAD = 0.22;
