/**
 * How many calls at once are of use. A service that works on all of them takes no longer for each
 * when there are more; one that lets them queue does, and a call more then adds waiting and no
 * answers. What tells is the throughput at each number, by Little's law the number divided by the
 * latency that was met there: more at once is worth it while it brings a tenth of what it would
 * bring if nobody had to wait.
 */
export class UsefulConcurrency {
  limit: number;
  /** Mean latencies by the number under way, and how many calls they stand for. */
  private readonly latency: number[] = [];
  private readonly seen: number[] = [];
  /** More at once has been seen to take longer; until then the number grows quickly. */
  private hasWaited = false;
  /** Calls answered while as many as allowed were under way. */
  private calls = 0;
  private moveAt = 0;
  /** When fewer, or more in spite of what is known, are tried next; both ever more rarely. */
  private fewerAt = 0;
  private fewerAfter = RETRY_CALLS;
  private moreAt = 0;
  private moreAfter = RETRY_CALLS;
  /** Where a trial of fewer began; 0 for none. */
  private home = 0;

  /** @param max may change at any time. */
  constructor(
    start: number,
    private readonly max: () => number,
  ) {
    this.limit = Math.min(start, max());
  }

  /** @param level calls under way when it started, itself included. */
  answered(level: number, ms: number): void {
    const seen = Math.min((this.seen[level] ?? 0) + 1, MEMORY);
    const mean = this.latency[level] ?? 0;
    this.seen[level] = seen;
    this.latency[level] = mean + (ms - mean) / seen;
    this.limit = Math.min(this.limit, this.max());
    if (level < this.limit) return;
    this.calls += 1;
    if (this.home > 0) this.compare();
    else if (this.calls >= this.moveAt) this.move();
  }

  /** After a trial of fewer: back again, unless little is lost. */
  private compare(): void {
    const { home, limit } = this;
    if ((this.seen[limit] ?? 0) < KNOWN) return;
    if (this.isWorth(limit, home) && home - limit > 1 && home < 8 * limit) {
      this.limit = Math.ceil((home + limit) / 2);
      this.seen[this.limit] = 0;
      return;
    }
    this.home = 0;
    this.moveAt = this.calls + 1;
    if (this.isWorth(limit, home)) {
      this.limit = home;
      this.fewerAt = this.calls + this.fewerAfter;
      this.fewerAfter *= 2;
    } else {
      this.moreAt = this.calls + this.moreAfter;
      this.fewerAfter = RETRY_CALLS;
    }
  }

  private move(): void {
    const { limit } = this;
    const fewer = this.suspect();
    if (fewer < limit) this.hasWaited = true;
    this.moveAt = this.calls + (this.hasWaited ? limit : Math.ceil(limit / 8));
    if (fewer < limit && this.calls >= this.fewerAt) {
      this.home = limit;
      this.limit = fewer;
      this.seen[fewer] = 0;
      return;
    }
    const more = Math.min(this.max(), limit + Math.ceil(limit / 8));
    if (more === limit) return;
    const isOpen = (this.seen[more] ?? 0) === 0 || this.isWorth(limit, more);
    if (!isOpen && this.calls < this.moreAt) return;
    if (!isOpen) {
      this.moreAfter *= 2;
      this.seen[more] = 0;
    }
    this.limit = more;
  }

  /** As many as would be under way if nobody waited, by the best that was met with fewer. */
  private suspect(): number {
    const { limit } = this;
    const now = this.latency[limit] ?? 0;
    let sum = 0;
    let calls = 0;
    for (let level = 1; level <= limit / 2; level += 1) {
      const seen = this.seen[level] ?? 0;
      sum += seen * (this.latency[level] ?? 0);
      calls += seen;
    }
    const least = calls > 0 ? sum / calls : now;
    return least < now * 0.8 ? Math.max(1, Math.round((limit * least) / now)) : limit;
  }

  /** Whether the larger number brings enough more than the smaller. */
  private isWorth(small: number, large: number): boolean {
    const gain = (large * (this.latency[small] ?? 0)) / (small * (this.latency[large] ?? 1));
    return gain >= 1 + (large / small - 1) * WORTH;
  }
}

const WORTH = 0.1;
/** Calls that tell a latency, and those that it is remembered for. */
const KNOWN = 6;
const MEMORY = 24;
const RETRY_CALLS = 60;
