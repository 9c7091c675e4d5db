import type { Ticket } from './call-limiter';
import { RecentCalls } from './recent-calls';
import { LiftedLimit, ThrottlingEvidence } from './throttling-evidence';

/**
 * Finds the rate that a service takes: a little below its limit L, where c is the share that it
 * throttles whatever the rate (see `adaptive-rate-limiter.ts`). No limit is known at first.
 *
 * Times are elapsed milliseconds, rates calls a second.
 */
export class RateSearch {
  /** Infinity while no limit is known. */
  rate = Number.POSITIVE_INFINITY;
  /** The latest `Retry-After`, in milliseconds: what a throttled call costs. */
  retryAfterMs = 0;
  private readonly phase = new RatePhase();
  private readonly probes = new ProbeSchedule();
  private readonly evidence = new ThrottlingEvidence();
  private readonly recent = new RecentCalls();
  private readonly lifted = new LiftedLimit();
  /** No probe has failed yet: the limit is known from the first throttled calls alone. */
  private isStartup = true;

  /** @param speedLimit the most calls a second that the allowed concurrency permits. */
  constructor(private readonly speedLimit: () => number) {}

  get spacingMs(): number {
    return 1000 / (this.phase.kind === 'probe' ? this.rate * (1 + this.probes.step) : this.rate);
  }

  get isUnlimited(): boolean {
    return this.rate === Number.POSITIVE_INFINITY;
  }

  /** No limit is known for certain. */
  get isOpen(): boolean {
    return this.isUnlimited || this.phase.kind === 'test';
  }

  /** This many throttled calls in a row are not chance. */
  get longRun(): number {
    return this.evidence.longRun(Math.min(this.rate, this.speedLimit()));
  }

  /** @param level calls under way, this one included. */
  started(now: number, level: number): Ticket {
    this.probeIfDue(now);
    const phase = this.phase.started();
    const ticket = { startedAt: now, phase, level, isThrottled: false, isHanging: false };
    this.recent.add(ticket);
    return ticket;
  }

  accepted(ticket: Ticket, now: number): void {
    const counts = this.phase.counts(ticket);
    if (counts) this.count(false);
    if (this.phase.kind !== 'probe') this.lifted.ended(false);
    this.evidence.accepted(counts, this.phase.kind === 'test');
    const isClean = this.recent.cleanSeconds.accepted(now, this.rate);
    // A second without a throttled call: the other client takes less at the moment, so we may take
    // more.
    if (isClean && !this.isUnlimited && this.recent.neighbour.isFound(now)) this.rate *= 1.5;
    this.judge(now);
  }

  /** @param pairs the share of recent throttled calls that came right after another. */
  throttled(ticket: Ticket, now: number, pairs: number): void {
    this.recent.cleanSeconds.throttled();
    const counts = this.phase.counts(ticket);
    this.recent.competition.throttled(
      now,
      counts && this.phase.kind === 'steady' && !this.isStartup && !this.isUnlimited,
    );
    if (counts) this.count(true);
    if (this.phase.kind !== 'probe') this.lifted.ended(true);
    if (this.evidence.pointsToRate(this.isUnlimited)) this.lower(now, pairs);
    else this.judge(now);
  }

  /** No call was made or answered for a while, so this second's count says nothing. */
  rested(now: number): void {
    this.recent.cleanSeconds.begin(now);
  }

  /**
   * A long run of calls was throttled: the limit is reached.
   *
   * @param times how often that has happened in close succession.
   */
  overrun(now: number, times: number): void {
    this.evidence.weigh();
    if (this.isOpen) {
      this.rate = Number.POSITIVE_INFINITY;
      this.limitToAccepted(now, SECOND_MS);
    } else if (this.isStartup) this.limitToAccepted(now, SECOND_MS);
    else if (times >= 4) this.limitToAccepted(now, 3 * SECOND_MS);
    else if (this.phase.kind === 'probe') {
      this.probeFailed(now);
      this.phase.begin('settle', now);
    } else {
      if (this.hasJustGoneThrough(now)) this.yieldToNeighbour(now);
      else {
        const lately = Math.min(this.rate, this.recent.cleanSeconds.lately(now));
        this.rate = Math.max(0.7 * this.rate, lately);
      }
      this.phase.begin('settle', now);
    }
  }

  /** The run of throttled calls was chance: no limit is known. */
  free(now: number): void {
    this.rate = Number.POSITIVE_INFINITY;
    this.evidence.freed();
    this.rested(now);
    this.phase.begin('steady', now);
  }

  /** The service takes calls again, `afterMs` after it stopped. */
  resumed(now: number, afterMs: number): void {
    if (this.isStartup) {
      if (this.rate < LOW_RATE && afterMs < SOON_MS) this.probes.hurry();
      this.rate = Math.max(this.rate, 700 / (afterMs + 1));
    }
    this.evidence.weigh();
    this.rested(now);
    this.phase.begin('settle', now);
  }

  private count(isThrottled: boolean): void {
    this.phase.count(isThrottled);
    if (this.phase.kind === 'probe') return;
    if (isThrottled) this.evidence.throttled(this.phase.kind === 'test');
  }

  private probeIfDue(now: number): void {
    if (this.isUnlimited || this.phase.kind !== 'steady') return;
    const { fallen, competition } = this.recent;
    const sinceMs = now - this.phase.at;
    const isDue =
      sinceMs >= LONGEST_MS ||
      (competition.isFound(now)
        ? competition.isOver(now, this.phase.at)
        : this.phase.begun >= this.probes.calls);
    // A throttled call that costs a pause of a second is risked every thirty seconds at most.
    const isWorthPause = sinceMs >= 30 * this.retryAfterMs;
    if (!fallen.isDue(this.rate, sinceMs) && !(isDue && isWorthPause)) return;
    if (fallen.is(this.rate)) this.probes.enlarge();
    this.phase.begin('probe', now);
  }

  private judge(now: number): void {
    if (this.phase.kind === 'settle' && this.phase.ended > 0) this.phase.begin('steady', now);
    else if (this.phase.kind === 'test') this.judgeTest(now);
    else if (this.phase.kind === 'probe') this.judgeProbe(now);
  }

  /** Decides whether fewer calls are throttled at the lower rate, or as many. */
  private judgeTest(now: number): void {
    const { isChance } = this.evidence;
    if (isChance === undefined) return;
    if (isChance) {
      this.rate = Number.POSITIVE_INFINITY;
      this.evidence.confirmed();
    } else this.evidence.limitFound();
    this.phase.begin('steady', now);
  }

  private judgeProbe(now: number): void {
    if (this.hasProbeFailed()) {
      this.probeFailed(now);
      this.phase.begin('steady', now);
      this.phase.judgedFrom = now + 2.5 * this.spacingMs;
      return;
    }
    // A pause that the service asks for hides what the second before it has shown.
    const leastMs = Math.max(2 * this.retryAfterMs, this.isStartup ? SECOND_MS / 2 : SECOND_MS);
    if (this.probeScore >= -PROBE_GOOD || now < this.phase.at + leastMs) return;
    this.rate *= 1 + this.probes.step;
    this.probes.succeeded();
    if (this.rate > 1.5 * this.speedLimit()) this.rate = Number.POSITIVE_INFINITY;
    this.phase.begin('probe', now);
  }

  /**
   * How much likelier the probe's calls are if its rate exceeds L than if it does not, as a
   * logarithm. A rate raised by 40 % to more than L has 40 of 140 calls throttled, besides the
   * share c.
   */
  private get probeScore(): number {
    const { ended, throttled } = this.phase;
    const { chance } = this.evidence;
    const { step } = this.probes;
    const over = chance + ((1 - chance) * step) / (1 + step);
    const accepted = (ended - throttled) * Math.log((1 - over) / (1 - chance));
    return accepted + throttled * Math.log(over / chance);
  }

  /** Where each throttled call costs a pause, one more than chance explains is enough. */
  private hasProbeFailed(): boolean {
    const { ended, throttled } = this.phase;
    if (this.retryAfterMs > 0 && throttled > this.evidence.chance * ended) return true;
    return this.probeScore > PROBE_FAILED;
  }

  private probeFailed(now: number): void {
    this.isStartup = false;
    this.probes.failed(this.rate, this.recent.competition.isFound(now));
    this.recent.fallen.probeFailed();
  }

  /** More calls are throttled than chance explains. */
  private lower(now: number, pairs: number): void {
    const { neighbour } = this.recent;
    this.evidence.weigh();
    if (this.isUnlimited) {
      this.evidence.suppose();
      this.rate = 0.98 * (1 - this.evidence.chance) * this.speedLimit();
      this.phase.begin('test', now);
    } else if (!neighbour.isFound(now)) {
      if ((pairs >= 0.45 && this.hasJustGoneThrough(now)) || neighbour.isLikely(now, pairs)) {
        this.yieldToNeighbour(now);
      } else if (!this.goBackIfLifted(now)) {
        this.lifted.lowered(this.rate);
        neighbour.cut(now);
        const { share } = this.recent.since(now - Math.max(SECOND_MS, 8000 / this.rate));
        this.rate *= Math.max(0.8, 1 - share);
        this.probes.smaller(this.rate, this.recent.competition.isFound(now));
        this.phase.begin('settle', now);
      }
    }
  }

  /** If slowing down has not helped, the limit has been lifted: higher rates are tried again. */
  private goBackIfLifted(now: number): boolean {
    const found = this.lifted.found(this.rate);
    if (found === undefined) return false;
    this.rate = found.rate;
    this.evidence.limitFound(found.share);
    this.probes.begin();
    this.phase.begin('probe', now);
    return true;
  }

  /** Lowers the rate to 98 % of what the service accepted in the last `ms`. */
  private limitToAccepted(now: number, ms: number): void {
    const old = this.rate;
    const spanMs = this.isUnlimited ? ms : Math.max(ms, 8000 / old);
    const { accepted } = this.recent.since(now - spanMs);
    if (accepted === 0 && this.retryAfterMs > 0) {
      // The service says when to come back, and has not shown how many calls it takes.
      this.phase.begin('settle', now);
      return;
    }
    const acceptedRate = Math.max(LEAST_RATE, (980 * Math.max(1, accepted)) / spanMs);
    this.rate = Math.min(old, acceptedRate);
    if (old < Number.POSITIVE_INFINITY) this.recent.fallen.lowered(old, this.rate);
    this.evidence.limitFound();
    this.phase.begin('settle', now);
  }

  /**
   * Calls went through at this rate within ten seconds: the limit is lower now, not the rate
   * higher.
   */
  private hasJustGoneThrough(now: number): boolean {
    return this.rate <= this.recent.cleanSeconds.lately(now) * 1.05;
  }

  private yieldToNeighbour(now: number): void {
    this.recent.neighbour.found(now);
    this.rate *= 0.97;
  }
}

const SECOND_MS = 1000;
const LEAST_RATE = 0.5;
/**
 * Few calls were accepted and one again soon, as 2 in a second and one 0.5 s later: tokens come
 * faster than the few that a bucket holds suggest.
 */
const LOW_RATE = 5;
const SOON_MS = 800;
const LONGEST_MS = 15_000;
/**
 * A probe has failed when its calls are three times as likely above the limit as below it, and is
 * good when they are five times as likely below.
 */
const PROBE_FAILED = 1.2;
const PROBE_GOOD = 1.7;

/**
 * `steady` · `settle` steady until a second has passed, since windows of the service may still
 * count what came before · `test` lowered, to see whether fewer calls are throttled · `probe`
 * raised.
 */
type Kind = 'steady' | 'settle' | 'test' | 'probe';

/** A stretch of time at one rate, and the calls by which to judge it. */
class RatePhase {
  kind: Kind = 'steady';
  /** When the phase began. */
  at = 0;
  /** Calls that left earlier do not count: the service has yet to recover from a failed probe. */
  judgedFrom = 0;
  /** How many calls have started in the phase. */
  begun = 0;
  /** How many of the calls that count have ended, and how many of these were throttled. */
  ended = 0;
  throttled = 0;
  private id = 0;

  begin(kind: Kind, now: number): void {
    this.kind = kind;
    this.id += 1;
    this.at = now;
    this.begun = this.ended = this.throttled = this.judgedFrom = 0;
  }

  /** @returns the phase of a call that starts now. */
  started(): number {
    this.begun += 1;
    return this.id;
  }

  counts({ phase, startedAt }: Ticket): boolean {
    if (phase !== this.id) return false;
    if (this.kind === 'steady') return startedAt >= this.judgedFrom;
    return this.kind === 'probe' || startedAt >= this.at + SECOND_MS;
  }

  count(isThrottled: boolean): void {
    this.ended += 1;
    if (isThrottled) this.throttled += 1;
  }
}

/** When to try a higher rate, and how much higher: steps double on success, halve on failure. */
class ProbeSchedule {
  /** The fraction by which a probe raises the rate. */
  step = LARGE_STEP;
  /** Calls from one probe to the next. */
  calls = FEWEST_CALLS;

  succeeded(): void {
    this.step = Math.min(1, this.step * 2);
    this.calls = Math.min(this.calls, Math.max(FEWEST_CALLS, this.calls / 2));
  }

  failed(rate: number, isContended: boolean): void {
    this.smaller(rate, isContended);
    this.calls = Math.min(MOST_CALLS, this.calls * 1.5);
  }

  /** Halves the step; a probe must still tell in ten seconds, in five if others share the limit. */
  smaller(rate: number, isContended: boolean): void {
    const least = (isContended ? 0.44 : 0.22) / rate;
    this.step = Math.max(Math.min(1, Math.max(SMALL_STEP, least)), this.step / 2);
  }

  /** The rate is little more than a guess: it is doubled soon. */
  hurry(): void {
    this.step = this.calls = 1;
  }

  /** The rate was much higher once. */
  enlarge(): void {
    this.step = Math.max(this.step, LARGE_STEP);
  }

  begin(): void {
    this.step = LARGE_STEP;
    this.calls = FEWEST_CALLS;
  }
}

const FEWEST_CALLS = 10;
const MOST_CALLS = 150;
const LARGE_STEP = 0.4;
const SMALL_STEP = 0.04;
