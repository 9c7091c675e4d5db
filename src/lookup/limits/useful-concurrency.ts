/**
 * How many calls at once are of use. A service that works on all of them takes no longer for each
 * when there are more; one that lets them queue does, and a call more then adds waiting and no
 * answers. What tells is the throughput at each number, by Little's law the number divided by the
 * latency that was met there: more at once is worth it while it brings a tenth of what it would
 * bring if nobody had to wait.
 *
 * Latencies differ by themselves, often by half. So a number is tried for some calls, and the
 * larger of two has to prove itself.
 */
export class UsefulConcurrency {
  limit: number;
  /** Latencies by the number under way: their mean and variance, and how many they stand for. */
  private readonly mean: number[] = [];
  private readonly variance: number[] = [];
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
  /** The two numbers that a trial compares, 0 for none, and when it began with one of them. */
  private small = 0;
  private large = 0;
  private triedFrom = 0;

  /** @param max may change at any time. */
  constructor(
    start: number,
    private readonly max: () => number,
  ) {
    this.limit = Math.min(start, max());
  }

  /** @param level calls under way when it started, itself included. */
  answered(level: number, ms: number): void {
    this.learn(level, ms);
    this.limit = Math.min(this.limit, this.max());
    if (level < this.limit) return;
    this.calls += 1;
    if (this.large > 0) this.compare();
    else if (this.calls >= this.moveAt) this.move();
  }

  /** Counts a latency with those before it; of a number that is tried anew, there are none. */
  private learn(level: number, ms: number): void {
    const seen = Math.min((this.seen[level] ?? 0) + 1, MEMORY);
    const mean = this.mean[level] ?? 0;
    const variance = seen === 1 ? 0 : (this.variance[level] ?? 0);
    const off = ms - mean;
    this.seen[level] = seen;
    this.mean[level] = mean + off / seen;
    this.variance[level] = variance + (off * off * (1 - 1 / seen) - variance) / seen;
  }

  /**
   * After a trial. The larger number is left as soon as it does not seem worth it, and taken once
   * that is beyond doubt or has seemed so for long. Before many are taken again, half as many are
   * tried.
   */
  private compare(): void {
    const { small, large, limit } = this;
    const known = Math.min(MEMORY, Math.max(KNOWN, KNOWN_BY_NUMBER * small));
    if ((this.seen[limit] ?? 0) < known) return;
    const isWorth = this.isWorth(small, large, WORTH);
    const isLong = this.calls >= this.triedFrom + LONG;
    if (isWorth && !isLong && !this.isClear(small, large)) return;
    const isFewer = limit === small;
    if (isFewer && isWorth && large - small > 1 && large < 8 * small) {
      this.try(Math.ceil((large + small) / 2), large);
      return;
    }
    this.large = 0;
    this.moveAt = this.calls + 1;
    this.limit = isWorth ? large : small;
    if (isWorth) {
      this.hasWaited = !this.isWorth(small, large, FREE);
      if (isFewer) {
        this.fewerAt = this.calls + this.fewerAfter;
        this.fewerAfter *= 2;
      } else this.moreAfter = RETRY_CALLS;
    } else {
      this.moreAt = this.calls + this.moreAfter;
      if (isFewer) this.fewerAfter = RETRY_CALLS;
      else this.moreAfter *= 2;
    }
  }

  private move(): void {
    const { limit } = this;
    const fewer = this.suspect();
    // A few slow ones are no queue.
    if (fewer < limit && (this.seen[limit] ?? 0) < KNOWN) return;
    if (fewer < limit) this.hasWaited = true;
    this.moveAt = this.calls + (this.hasWaited ? limit : Math.ceil(limit / 8));
    if (fewer < limit && this.calls >= this.fewerAt) {
      this.try(fewer, limit);
      return;
    }
    const more = Math.min(this.max(), limit + Math.ceil(limit / 8));
    if (more === limit) return;
    if (this.hasWaited) {
      if (this.calls >= this.moreAt) this.try(more, limit);
    } else {
      this.limit = more;
      this.seen[more] = 0;
    }
  }

  private try(limit: number, against: number): void {
    this.limit = limit;
    this.small = Math.min(limit, against);
    this.large = Math.max(limit, against);
    this.seen[limit] = 0;
    this.triedFrom = this.calls;
  }

  /** As many as would be under way if nobody waited, by the best that was met with fewer. */
  private suspect(): number {
    const { limit } = this;
    const now = this.mean[limit] ?? 0;
    let sum = 0;
    let calls = 0;
    for (let level = 1; level <= limit / 2; level += 1) {
      const seen = this.seen[level] ?? 0;
      sum += seen * (this.mean[level] ?? 0);
      calls += seen;
    }
    const least = calls > 0 ? sum / calls : now;
    return least < now * 0.8 ? Math.max(1, Math.round((limit * least) / now)) : limit;
  }

  /** Whether the larger number brings that part of what it would bring if nobody had to wait. */
  private isWorth(small: number, large: number, part: number): boolean {
    return this.gain(small, large) >= 1 + (large / small - 1) * part;
  }

  /** Whether it is more than the latencies of so few calls differ by themselves. */
  private isClear(small: number, large: number): boolean {
    const gain = this.gain(small, large);
    const error = gain * Math.sqrt(this.doubt(small) + this.doubt(large));
    return gain - 1 - (large / small - 1) * WORTH >= 2 * error;
  }

  private gain(small: number, large: number): number {
    return (large * (this.mean[small] ?? 0)) / (small * (this.mean[large] ?? 1));
  }

  /** Of a mean latency: the square of its standard error, as a part of it. */
  private doubt(level: number): number {
    const mean = this.mean[level] ?? 1;
    return (this.variance[level] ?? 0) / (mean * mean * Math.max(1, this.seen[level] ?? 1));
  }
}

const WORTH = 0.1;
/** So much of it, and nobody waits after all. */
const FREE = 0.7;
/** Calls that tell a latency, at least and for each that is under way; and those of a long trial. */
const KNOWN = 6;
const KNOWN_BY_NUMBER = 3;
const LONG = 60;
/** Calls that a latency is remembered for. */
const MEMORY = 48;
const RETRY_CALLS = 60;
