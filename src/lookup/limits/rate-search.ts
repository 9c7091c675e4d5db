import { AnewSchedule } from './anew-schedule';
import type { RateBefore } from './anew-schedule';
import { CleanSeconds } from './clean-seconds';
import { Contention } from './contention';
import { FallenRate } from './fallen-rate';
import { FruitlessCuts } from './fruitless-cuts';
import { ProbeSchedule } from './probe-schedule';
import { RatePhase } from './rate-phase';
import { RefusalEvidence } from './refusal-evidence';
import { RecentCalls } from './recent-calls';
import type { Ticket } from './recent-calls';
import { SharedRoom } from './shared-room';

/**
 * Finds the rate that a service takes, from the share of calls refused at each rate tried. No limit
 * is known at first, and only refusals reveal one: calls refused one after another until the
 * service has had a rest, or fewer refusals at a lower rate. Calls refused by chance show neither,
 * and cost no speed.
 *
 * Times are elapsed milliseconds, rates calls a second.
 */
export class RateSearch {
  /** Infinity while no limit is known. */
  rate = Number.POSITIVE_INFINITY;
  private readonly phase = new RatePhase();
  private readonly recent = new RecentCalls();
  private readonly evidence = new RefusalEvidence();
  private readonly probes = new ProbeSchedule();
  private isStartup = true;
  private readonly fallen = new FallenRate();
  private readonly seconds = new CleanSeconds();
  private readonly room = new SharedRoom(this.recent);
  private readonly contention = new Contention();
  private readonly cuts = new FruitlessCuts();
  private readonly anew = new AnewSchedule(() => this.random());
  /** The latest `Retry-After`, in milliseconds: what a refusal costs. */
  wishMs = 0;

  /** @param speedLimit the most calls a second that the allowed concurrency permits. */
  constructor(
    private readonly speedLimit: () => number,
    private readonly random: () => number,
  ) {}

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

  /** This many refusals in a row are not chance. */
  get cluster(): number {
    return this.evidence.cluster(Math.min(this.rate, this.speedLimit()));
  }

  started(now: number, level: number): Ticket {
    this.raiseIfDue(now);
    const phase = this.phase.started();
    const ticket = { startedAt: now, phase, level, isRefused: false, isHanging: false };
    this.recent.add(ticket);
    return ticket;
  }

  took(ticket: Ticket, now: number): void {
    const counts = this.phase.counts(ticket);
    if (counts) this.count(false);
    this.evidence.took(counts, this.phase.kind === 'test');
    const isClean = this.seconds.took(now, this.rate);
    if (isClean && !this.isUnlimited && this.room.isFound(now)) this.rate *= 1.5;
    this.judge(now);
  }

  /** @param pairs the share of recent refusals that came right after another. */
  refused(ticket: Ticket, now: number, pairs: number): void {
    this.seconds.refused();
    const counts = this.phase.counts(ticket);
    this.contention.refused(
      now,
      counts && this.phase.kind === 'steady' && !this.isStartup && !this.isUnlimited,
    );
    if (counts) this.count(true);
    if (this.evidence.pointsToRate(this.isUnlimited)) this.doubt(now, pairs);
    else this.judge(now);
  }

  /** No call was made or answered for a while, so this second's count says nothing. */
  rested(now: number): void {
    this.seconds.begin(now);
  }

  /**
   * Calls were refused one after another.
   *
   * @param times how often that has happened in close succession.
   */
  overrun(now: number, times: number): void {
    this.evidence.weigh();
    if (this.isOpen) {
      this.rate = Number.POSITIVE_INFINITY;
      this.limit(now, SECOND_MS);
    } else if (this.isStartup) this.limit(now, SECOND_MS);
    else if (times >= 4) this.limit(now, 3 * SECOND_MS);
    else if (this.phase.kind === 'probe') {
      this.probeFailed(now);
      this.phase.begin('settle', now);
    } else {
      if (this.isKnownGood(now)) this.comesAndGoes(now);
      else this.rate = Math.max(0.7 * this.rate, Math.min(this.rate, this.seconds.lately(now)));
      this.phase.begin('settle', now);
    }
  }

  /** The refusals were chance after all. */
  free(now: number): void {
    this.rate = Number.POSITIVE_INFINITY;
    this.evidence.freed();
    this.rested(now);
    this.phase.begin('steady', now);
  }

  /** The service takes calls again, `afterMs` after it stopped. */
  released(now: number, afterMs: number): void {
    if (this.isStartup) {
      if (this.rate < LOW_RATE && afterMs < SOON_MS) this.probes.hurry();
      this.rate = Math.max(this.rate, 700 / (afterMs + 1));
    }
    this.evidence.weigh();
    this.rested(now);
    this.phase.begin('settle', now);
  }

  private count(isRefused: boolean): void {
    this.phase.count(isRefused);
    if (this.phase.kind === 'probe') return;
    this.cuts.ended(isRefused);
    if (isRefused) this.evidence.refused(this.phase.kind === 'test');
  }

  private raiseIfDue(now: number): void {
    if (this.isUnlimited || this.phase.kind !== 'steady') return;
    const sinceMs = now - this.phase.at;
    const isDue =
      sinceMs >= LONGEST_MS ||
      (this.contention.isFound(now)
        ? this.contention.isQuiet(now, this.phase.at)
        : this.phase.begun >= this.probes.calls);
    const isWorthWishes = sinceMs >= 30 * this.wishMs;
    if (!this.fallen.isDue(this.rate, sinceMs) && !(isDue && isWorthWishes)) return;
    if (this.fallen.is(this.rate)) this.probes.enlarge();
    this.phase.begin('probe', now);
  }

  private judge(now: number): void {
    if (this.phase.kind === 'settle' && this.phase.ended > 0) this.phase.begin('steady', now);
    else if (this.phase.kind === 'test') this.judgeTest(now);
    else if (this.phase.kind === 'probe') this.judgeProbe(now);
  }

  /** Decides whether fewer calls are refused at the lower rate, or as many. */
  private judgeTest(now: number): void {
    const { isChance } = this.evidence;
    if (isChance === undefined) return;
    if (isChance) {
      this.rate = Number.POSITIVE_INFINITY;
      this.anew.wasRight();
      this.evidence.confirmed();
    } else {
      this.anew.plan(now);
      this.evidence.limitFound();
    }
    this.phase.begin('steady', now);
  }

  private judgeProbe(now: number): void {
    if (this.hasProbeFailed()) {
      this.probeFailed(now);
      if (this.leaveIfStuck(now)) return;
      this.phase.begin('steady', now);
      this.phase.judgedFrom = now + 2.5 * this.spacingMs;
    } else if (
      this.probeScore < -PROBE_GOOD &&
      // A pause that the service asks for hides what the second before it has shown.
      now >= this.phase.at + Math.max(2 * this.wishMs, this.isStartup ? SECOND_MS / 2 : SECOND_MS)
    ) {
      this.rate *= 1 + this.probes.step;
      this.probes.succeeded();
      if (this.rate > 1.5 * this.speedLimit()) this.rate = Number.POSITIVE_INFINITY;
      this.phase.begin('probe', now);
    }
  }

  /**
   * How much likelier the probe's calls are if its rate exceeds the limit than if it does not, as a
   * logarithm. A rate raised by 40 % to more than the limit has 40 of 140 calls refused, besides
   * those that chance refuses.
   */
  private get probeScore(): number {
    const { ended, refusals } = this.phase;
    const { background } = this.evidence;
    const { step } = this.probes;
    const over = background + ((1 - background) * step) / (1 + step);
    const taken = (ended - refusals) * Math.log((1 - over) / (1 - background));
    return taken + refusals * Math.log(over / background);
  }

  /** Where each refusal costs a pause, one more than chance explains is enough. */
  private hasProbeFailed(): boolean {
    const { ended, refusals } = this.phase;
    if (this.wishMs > 0 && refusals > this.evidence.background * ended) return true;
    return this.probeScore > PROBE_FAILED;
  }

  private probeFailed(now: number): void {
    this.isStartup = false;
    this.probes.failed(this.rate, this.contention.isFound(now));
    this.fallen.probeFailed();
  }

  /** More calls are refused than chance explains. */
  private doubt(now: number, pairs: number): void {
    this.evidence.weigh();
    if (this.isUnlimited) {
      this.evidence.suppose();
      this.rate = 0.98 * (1 - this.evidence.background) * this.speedLimit();
      this.phase.begin('test', now);
    } else if (!this.room.isFound(now)) {
      if (this.anew.isDue(now) && this.evidence.isStubborn) {
        this.searchAnew(now, { rate: this.rate, chance: 0 });
      } else if ((pairs >= 0.45 && this.isKnownGood(now)) || this.room.isLikely(now, pairs)) {
        this.comesAndGoes(now);
      } else if (!this.goBackIfLifted(now, pairs)) {
        this.cuts.lowered(this.rate);
        this.room.cut(now);
        const { share } = this.recent.since(now - Math.max(SECOND_MS, 8000 / this.rate));
        this.rate *= Math.max(0.8, 1 - share);
        this.probes.smaller(this.rate, this.contention.isFound(now));
        this.phase.begin('settle', now);
      }
    }
  }

  /** If slowing down has not helped, a limit has been lifted: higher rates are tried again. */
  private goBackIfLifted(now: number, pairs: number): boolean {
    const found = this.cuts.found(this.rate, pairs);
    if (found === undefined) return false;
    this.rate = found.rate;
    this.evidence.limitFound(found.share);
    this.probes.begin();
    this.phase.begin('probe', now);
    return true;
  }

  /**
   * Every probe fails, and a good part of all calls is refused. If chance refuses every tenth call,
   * say, the rate has fallen until each probe meets such a refusal, which says nothing about a
   * limit.
   */
  private leaveIfStuck(now: number): boolean {
    const share = this.recent.shareOfLast(STUCK_CALLS);
    if (share < STUCK_SHARE || !this.anew.isDue(now)) return false;
    const chance = Math.min(MOST_CHANCE, share);
    this.searchAnew(now, { rate: Number.POSITIVE_INFINITY, chance });
    return true;
  }

  /** Slowing down has not helped for minutes: perhaps there never was a limit. */
  private searchAnew(now: number, before: RateBefore): void {
    this.evidence.suppose();
    this.rate = Number.POSITIVE_INFINITY;
    this.probes.begin();
    this.anew.searched(before);
    this.evidence.forget();
    this.phase.begin('steady', now);
  }

  /** Lowers the rate to what the service took recently. */
  private limit(now: number, ms: number): void {
    const old = this.rate;
    const spanMs = this.isUnlimited ? ms : Math.max(ms, 8000 / old);
    const { taken } = this.recent.since(now - spanMs);
    if (taken === 0 && this.wishMs > 0) {
      // The service says when to come back, and has not shown how many calls it takes.
      this.phase.begin('settle', now);
      return;
    }
    const takenRate = Math.max(LEAST_RATE, (980 * Math.max(1, taken)) / spanMs);
    const before = this.anew.foundLimit();
    this.rate = Math.min(old, before.rate, takenRate);
    if (old === Number.POSITIVE_INFINITY) this.anew.limitCertain(now);
    else this.fallen.lowered(old, this.rate);
    this.evidence.limitFound(before.chance);
    this.phase.begin('settle', now);
  }

  /** The rate went through recently, so the room has shrunk; the rate has not grown. */
  private isKnownGood(now: number): boolean {
    return this.rate <= this.seconds.lately(now) * 1.05;
  }

  private comesAndGoes(now: number): void {
    this.room.found(now);
    this.rate *= 0.97;
  }
}

const SECOND_MS = 1000;
const LEAST_RATE = 0.5;
/**
 * A probe has failed when its calls are three times as likely above the limit as below it, and is
 * good when they are six times as likely below. A failed probe costs a refusal, a wrong rate many.
 */
const PROBE_FAILED = 1;
const PROBE_GOOD = 1.8;
/** Few calls were taken, one again soon: a bucket that fills faster than its few tokens suggest. */
const LOW_RATE = 5;
const SOON_MS = 800;
const LONGEST_MS = 15_000;
/** The rate is stuck if this share of this many last calls was refused. */
const STUCK_CALLS = 50;
const STUCK_SHARE = 0.08;
const MOST_CHANCE = 0.12;
