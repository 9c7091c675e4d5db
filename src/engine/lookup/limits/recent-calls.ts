import type { Ticket } from './call-limiter';

/**
 * What the last calls and seconds have shown of the limit: how many calls it took, whether other
 * clients share it, and whether it was much higher before.
 *
 * Times are elapsed milliseconds, rates calls a second.
 */
export class RecentCalls {
  readonly cleanSeconds = new CleanSeconds();
  readonly competition = new Competition();
  readonly neighbour = new Neighbour((now) => this.spread(now));
  readonly fallen = new FallenRate();
  /** Calls, throttled or not, in the order in which they started. */
  private readonly list: Ticket[] = [];

  add(ticket: Ticket): void {
    this.list.push(ticket);
    if (this.list.length >= 2 * KEPT) this.list.splice(0, KEPT);
  }

  /**
   * Of the calls that started after `at`: how many were not throttled, and the share that was.
   * Calls that left after the last throttled one do not count: they may still be under way, and be
   * throttled.
   */
  since(at: number): { readonly accepted: number; readonly share: number } {
    let all = 0;
    let throttled = 0;
    for (let index = this.list.length - 1; index >= 0; index -= 1) {
      const call = this.list[index] as Ticket;
      if (call.startedAt <= at) break;
      if (throttled === 0 && !call.isThrottled) continue;
      all += 1;
      if (call.isThrottled) throttled += 1;
    }
    return { accepted: all - throttled, share: throttled / Math.max(1, all) };
  }

  /**
   * How much the calls accepted per second vary over the last ten seconds: the standard deviation
   * divided by the mean.
   */
  private spread(now: number): number {
    const seconds: number[] = Array.from({ length: 10 }, () => 0);
    for (let index = this.list.length - 1; index >= 0; index -= 1) {
      const { startedAt, isThrottled } = this.list[index] as Ticket;
      const second = Math.floor((now - startedAt) / 1000);
      if (second >= seconds.length) break;
      if (!isThrottled) seconds[second] = (seconds[second] ?? 0) + 1;
    }
    const mean = seconds.reduce((sum, count) => sum + count, 0) / seconds.length;
    const variance = seconds.reduce((sum, count) => sum + (count - mean) ** 2, 0) / seconds.length;
    return Math.sqrt(variance) / Math.max(mean, 1e-9);
  }
}

const KEPT = 2048;

/** Rates that went through for a whole second without a throttled call. */
class CleanSeconds {
  /** The highest recent rate. */
  private best = 0;
  private bestAt = Number.NEGATIVE_INFINITY;
  private begunAt = 0;
  private calls = 0;
  private throttledCalls = 0;

  /** Starts the second over: no call was made for a while, so its count says nothing. */
  begin(now: number): void {
    this.begunAt = now;
    this.calls = this.throttledCalls = 0;
  }

  /** @returns whether this call completes a clean second. */
  accepted(now: number, allowedRate: number): boolean {
    this.calls += 1;
    const ms = now - this.begunAt;
    if (ms < 1000) return false;
    const { calls, throttledCalls } = this;
    this.begin(now);
    if (throttledCalls > 0 || calls < 2) return false;
    const rate = Math.min(allowedRate, (1000 * calls) / ms);
    if (rate >= this.best || this.lately(now) === 0) {
      this.best = rate;
      this.bestAt = now;
    }
    return true;
  }

  throttled(): void {
    this.throttledCalls += 1;
  }

  /** The highest rate of the last ten seconds; 0 if there was none. */
  lately(now: number): number {
    return now < this.bestAt + LATELY_MS ? this.best : 0;
  }
}

const LATELY_MS = 10_000;

/**
 * Whether other clients compete for the limit: then calls are throttled at a rate that went through
 * before. Once that stops, the others have left capacity for us.
 */
class Competition {
  private throttledAt = Number.NEGATIVE_INFINITY;
  private foundAt = Number.NEGATIVE_INFINITY;

  /** @param isUnprovoked the rate was neither new nor higher than before. */
  throttled(now: number, isUnprovoked: boolean): void {
    this.throttledAt = now;
    if (isUnprovoked) this.foundAt = now;
  }

  isFound(now: number): boolean {
    return now < this.foundAt + COMPETITION_MS;
  }

  /** Nothing has been throttled for three seconds, counted from `since` at the earliest. */
  isOver(now: number, since: number): boolean {
    return now >= Math.max(this.throttledAt, since) + QUIET_MS;
  }
}

const COMPETITION_MS = 60_000;
const QUIET_MS = 3000;

/**
 * Whether another client takes a share of the limit that changes from second to second: 15 of 20
 * calls now, 2 a second later. A lower rate does not help then, since what is throttled depends on
 * the other client.
 */
class Neighbour {
  private until = Number.NEGATIVE_INFINITY;
  private cuts = 0;
  private cutAt = Number.NEGATIVE_INFINITY;

  /** @param spread how much the calls accepted per second have varied lately. */
  constructor(private readonly spread: (now: number) => number) {}

  found(now: number): void {
    this.until = now + NEIGHBOUR_MS;
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
   * Cuts have not helped, throttled calls cluster, and the number of calls accepted changes every
   * second.
   *
   * @param pairs the share of recent throttled calls that came right after another.
   */
  isLikely(now: number, pairs: number): boolean {
    const isKnown = now < this.until + REMEMBERED_MS;
    return (isKnown || (this.cuts >= 2 && pairs >= PAIRS)) && this.spread(now) >= SPREAD;
  }
}

const NEIGHBOUR_MS = 5000;
const REMEMBERED_MS = 30_000;
const CLOSE_MS = 15_000;
/**
 * Between the values measured beside another client (pairs: a quarter to a half; spread: a third)
 * and those under a constant limit.
 */
const PAIRS = 0.17;
const SPREAD = 0.22;

/** A rate that fell to less than half of what it was: the old limit may soon return. */
class FallenRate {
  private best = 0;
  /** How long the lower rate is kept before a higher one is due. */
  private keptMs = 0;

  lowered(from: number, to: number): void {
    if (to >= from / 2) return;
    this.best = Math.max(this.best, from);
    this.keptMs = KEPT_MS;
  }

  is(rate: number): boolean {
    return this.keptMs > 0 && rate < this.best / 2;
  }

  /** @param sinceMs how long the rate has been in use. */
  isDue(rate: number, sinceMs: number): boolean {
    return this.is(rate) && sinceMs >= this.keptMs;
  }

  /** A higher rate failed: the next one is tried later. */
  probeFailed(): void {
    this.keptMs *= 1.3;
  }
}

const KEPT_MS = 1500;
