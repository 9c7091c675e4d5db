/**
 * How many calls at once are useful. A service that works on all of them takes no longer for each
 * when there are more. One that queues them does: another call then adds waiting and no answers.
 * What decides is the throughput at each number, by Little's law the number divided by the latency
 * measured there: more calls are worth it while they bring a tenth of what they would bring if none
 * had to wait.
 *
 * Latencies vary by chance, often by half. So each number is tried for several calls, and the
 * larger of two has to prove itself. Where one call in twenty takes 5 s instead of 80 ms, that says
 * nothing of a queue: a latency counts as four times the mean at most.
 */
export class UsefulConcurrency {
  limit: number;
  /** Indexed by the number of calls under way. */
  private readonly latencies: Latency[] = [];
  /** More calls at once have been seen to take longer; until then, the limit grows quickly. */
  private hasWaited = false;
  /** Answered calls that started while the limit was reached. */
  private calls = 0;
  private moveAt = 0;
  /** At which `calls` to try fewer next, or more despite earlier results; both ever less often. */
  private fewerAt = 0;
  private fewerAfter = RETRY_CALLS;
  private moreAt = 0;
  private moreAfter = RETRY_CALLS;
  /** The number that a trial compares with `limit`; 0 for none. */
  private against = 0;
  /** Calls under way: the fewest when one was throttled, and the most when one was accepted. */
  private fewestThrottled = Number.POSITIVE_INFINITY;
  private mostAccepted = 0;
  /** How often calls were throttled after others were accepted, since those two last crossed. */
  private throttledCalls = 0;
  /** Since the latest throttled call. */
  private hasAccepted = false;

  /** @param max may change at any time. */
  constructor(
    start: number,
    private readonly max: () => number,
  ) {
    this.limit = Math.min(start, max());
  }

  /** @param level calls under way when it started, itself included. */
  answered(level: number, ms: number): void {
    const latency = this.at(level);
    const { mean } = latency.seen > 0 ? latency : this.at(this.against);
    learn(latency, mean > 0 ? Math.min(ms, UNUSUAL * mean) : ms);
    this.limit = Math.min(this.limit, this.max());
    this.hasAccepted = true;
    this.mostAccepted = Math.max(this.mostAccepted, level);
    if (this.mostAccepted >= this.fewestThrottled) this.forgetLevels();
    if (level < this.limit) return;
    this.calls += 1;
    if (this.against > 0) this.compare();
    else if (this.calls >= this.moveAt) this.move();
  }

  /**
   * Some services take so many calls at once, at any rate. Of one that takes three, each fourth
   * call is throttled and never a third, which neither a rate nor chance explains.
   */
  throttled(level: number): void {
    if (this.hasAccepted) this.throttledCalls += 1;
    this.hasAccepted = false;
    this.fewestThrottled = Math.min(this.fewestThrottled, level);
    if (this.mostAccepted >= this.fewestThrottled) this.forgetLevels();
    if (this.against > 0 && this.against < this.limit && level === this.limit) {
      this.keepTo(this.against);
    } else if (this.throttledCalls >= ENOUGH_THROTTLED) {
      this.keepTo(Math.max(1, this.fewestThrottled - 1));
    }
  }

  /** More are tried again, but ever less often. */
  private keepTo(limit: number): void {
    this.limit = Math.min(this.limit, limit);
    this.against = 0;
    this.hasWaited = true;
    this.moreAt = this.calls + this.moreAfter;
    this.moreAfter *= 2;
    this.forgetLevels();
  }

  private forgetLevels(): void {
    this.fewestThrottled = Number.POSITIVE_INFINITY;
    this.mostAccepted = this.throttledCalls = 0;
    this.hasAccepted = false;
  }

  private at(level: number): Latency {
    return (this.latencies[level] ??= { mean: 0, variance: 0, seen: 0 });
  }

  /**
   * Decides a trial. Drops the larger number as soon as it does not seem worth it, and adopts it
   * once that is beyond doubt or has seemed so for long.
   */
  private compare(): void {
    const { limit, against } = this;
    const small = Math.min(limit, against);
    const large = Math.max(limit, against);
    const { seen } = this.at(limit);
    if (seen < Math.min(MEMORY, Math.max(KNOWN, KNOWN_BY_NUMBER * small))) return;
    const few = this.at(small);
    const many = this.at(large);
    const gain = (large * few.mean) / (small * many.mean);
    const surplus = gain - 1 - (large / small - 1) * WORTH;
    const isWorth = surplus >= 0;
    const error = gain * Math.sqrt(squaredError(few) + squaredError(many));
    if (isWorth && seen < MEMORY && surplus < 2 * error) return;
    const isFewer = limit < against;
    this.against = 0;
    this.moveAt = this.calls + 1;
    this.limit = isWorth ? large : small;
    if (isWorth) {
      if (isFewer) {
        this.fewerAt = this.calls + this.fewerAfter;
        this.fewerAfter *= 2;
      } else this.moreAfter = RETRY_CALLS;
    } else {
      this.moreAt = this.calls + this.moreAfter;
      if (!isFewer) this.moreAfter *= 2;
    }
  }

  private move(): void {
    const { limit } = this;
    const fewer = this.suspect();
    if (fewer < limit) {
      // A few slow calls are no queue.
      if (this.at(limit).seen < KNOWN) return;
      this.hasWaited = true;
    }
    this.moveAt = this.calls + (this.hasWaited ? limit : Math.ceil(limit / 8));
    if (fewer < limit && this.calls >= this.fewerAt) {
      this.try(fewer);
      return;
    }
    const more = Math.min(this.max(), limit + Math.ceil(limit / 8));
    if (!this.hasWaited) this.limit = more;
    else if (more > limit && this.calls >= this.moreAt) this.try(more);
  }

  private try(limit: number): void {
    this.against = this.limit;
    this.limit = limit;
    this.at(limit).seen = 0;
  }

  /** How many would be under way if none waited, by the mean latency at up to half the limit. */
  private suspect(): number {
    const { limit } = this;
    const now = this.at(limit).mean;
    let sum = 0;
    let calls = 0;
    for (let level = 1; level <= limit / 2; level += 1) {
      const { mean, seen } = this.at(level);
      sum += seen * mean;
      calls += seen;
    }
    const least = calls > 0 ? sum / calls : now;
    return least < now * 0.8 ? Math.max(1, Math.round((limit * least) / now)) : limit;
  }
}

interface Latency {
  mean: number;
  variance: number;
  /** How many calls these summarise; 0 starts over. */
  seen: number;
}

function learn(latency: Latency, ms: number): void {
  latency.seen = Math.min(latency.seen + 1, MEMORY);
  const { mean, variance, seen } = latency;
  const off = ms - mean;
  latency.mean += off / seen;
  latency.variance += (off * off * (1 - 1 / seen) - variance) / seen;
}

/** The squared relative standard error of the mean. */
function squaredError({ mean, variance, seen }: Latency): number {
  return variance / seen / mean / mean;
}

const WORTH = 0.1;
/** Of the mean so far; a service that has become slow for good is known after some more calls. */
const UNUSUAL = 4;
/** Calls needed to know a latency: at least this many, and this many for each call under way. */
const KNOWN = 6;
const KNOWN_BY_NUMBER = 3;
/** The most calls over which a latency is averaged, and over which a trial lasts. */
const MEMORY = 48;
const RETRY_CALLS = 60;
/**
 * So often must more calls at once have been throttled, and fewer accepted, that it is no chance.
 */
const ENOUGH_THROTTLED = 3;
