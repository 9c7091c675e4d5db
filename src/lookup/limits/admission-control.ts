import type { CallNovelty, CallUse } from '../admission';
import { ApprovedCalls } from './approved-calls';
import { Budget } from './budget';
import type { SpentCalls } from './budget';
import type { CompleteEngineOptions } from '../engine-options';
import type { Pause } from '../pause';
import type { Plan } from '../plan';
import { QuestionSet } from './question-set';
import { UnapprovedCalls } from './unapproved-calls';
import type { CallTarget } from '../queue/call-target';

/** Calls that may be made without asking a person; Infinity for no limit. */
export interface SpendingLimits {
  /** Calls within a quarter of an hour that nobody has approved. */
  readonly approvalThreshold: number;
  readonly dailyBudget: number;
}

/** What is held for a person's approval, and what has been spent today. */
export interface Spending {
  /** The calls that wait for approval, if any. Subscribe to the activity to learn of changes. */
  held(): HeldPlan | undefined;
  spentToday(): SpentCalls;
  /** Sets what was spent elsewhere on this account since the engine began; the budget counts it. */
  spentElsewhere(spent: SpentCalls): void;
  /**
   * A person's action is about to ask for this many values. A host hands them over in groups; if
   * they may be too many, the first call waits until all have come, or no more do.
   *
   * @returns what to call if they will not come after all.
   */
  expect(values: number): () => void;
  /** Releases the held questions if a higher limit has room for them: ask them again. */
  setLimits(limits: SpendingLimits): void;
  /**
   * Lets this many calls pass, by default all that are held; ask their questions again. The rest is
   * then held again. A call that certainly cost nothing does not count.
   */
  approve(calls?: number): void;
  /** Drops the held questions; their cells still say that they are held. */
  refuse(): void;
  /** While on, and until a person decides, every call is held, however few they are. */
  askFirst(isOn: boolean): void;
}

export interface HeldPlan extends Plan {
  readonly reason: 'held' | 'over-budget';
  /** They are held because Locus was to ask first, not because they are many. */
  readonly isFirst?: true;
}

/** Calls queued and never sent: bounds that are quick to compute, and the exact number. */
export interface QueuedCalls {
  readonly atLeast: number;
  readonly atMost: number;
  /** Targets that the tiers have not answered: each may become a call, or be known. */
  readonly recalling: number;
  /** @param isCounted by default, every target is. */
  count(isCounted?: (target: CallTarget) => boolean): number;
}

/** Checks each call before it leaves: what needs a person's approval does not leave without it. */
export class AdmissionControl implements Spending {
  private readonly budget: Budget;
  private readonly now: () => number;
  private limits: SpendingLimits;
  private approval = ApprovedCalls.none();
  private readonly recent = new UnapprovedCalls();
  private burstAt = 0;
  private burstCalls = 0;
  private knownInBurst = 0;
  /** When a question last needed a call or a call last ended; and when one last needed none. */
  private activeAt = 0;
  private knownAt = Number.NEGATIVE_INFINITY;
  /**
   * Announced values that have not been asked for yet; when they were announced; how many looks in
   * a row have found no new question; and when the last look was. Milliseconds without pauses.
   */
  private expected = 0;
  private expectedAt = 0;
  private looks = 0;
  private lookedAt = 0;
  private heldNow = new QuestionSet();
  private reason: HeldPlan['reason'] = 'held';
  private asksFirst = false;
  private isHeldFirst = false;

  /** @param onDecided a person has decided about what was held. */
  constructor(
    { limits, spent, clock }: Pick<CompleteEngineOptions, 'limits' | 'spent' | 'clock'>,
    pause: Pause,
    private readonly onDecided: () => void,
  ) {
    this.limits = limits;
    this.budget = new Budget(limits.dailyBudget, clock, spent);
    this.now = () => pause.running(clock.elapsed());
  }

  /**
   * A question without a known answer has been asked.
   *
   * @param isFirst no other question is pending.
   */
  wanted(subjectKey: string, name: string, isFirst: boolean, now: number): void {
    if (isFirst && now - this.activeAt > BURST_GAP_MS) this.beginBurst(now);
    this.activeAt = now;
    this.approval.onAsked(subjectKey, name);
    // The budget may have room by now; questions held for their number wait for a person.
    if (this.reason === 'over-budget') this.heldNow.delete(subjectKey, name);
  }

  /** A question was asked, whether or not it needs a call. */
  asked(): void {
    if (this.expected > 0) this.expected -= 1;
    this.looks = 0;
  }

  /** `count` questions were answered without a call. */
  known(count: number, now: number): void {
    if (now - Math.max(this.activeAt, this.knownAt) > BURST_GAP_MS) {
      // Answers known to cells that are calculated later are not part of the held plan.
      if (this.heldNow.values > 0) return;
      this.knownInBurst = 0;
    }
    this.knownInBurst += count;
    this.knownAt = now;
  }

  /** Some of what waits may have been approved. */
  get isApproving(): boolean {
    return this.approval.calls > 0;
  }

  /** A person has approved this target's questions. */
  isApproved({ key }: CallTarget): boolean {
    return this.approval.covers(key);
  }

  /**
   * Why the queued calls, apart from approved ones, may not leave; undefined if `next` may.
   *
   * @param queued the calls that wait now.
   */
  objection(next: CallTarget, queued: QueuedCalls): HeldPlan['reason'] | undefined {
    if (this.isApproved(next)) return undefined;
    if (this.asksFirst) return 'held';
    if (this.isAwaited || this.approval.leavesOut(next.key)) return this.reason;
    if (this.isMore(queued, this.limits.approvalThreshold - this.recent.count(this.now()))) {
      return 'held';
    }
    return this.budget.remaining < 1 ? 'over-budget' : undefined;
  }

  /**
   * How long the first call of a large burst waits, in milliseconds. A host calculates its cells in
   * groups, so the burst may still grow too large; then all of it is held, not all but the first
   * calls.
   */
  burstDelayMs(next: CallTarget, queued: QueuedCalls, now: number): number {
    if (this.isApproved(next)) return 0;
    const large = this.limits.approvalThreshold * LARGE_SHARE;
    if (this.expected > 0 && this.expected + queued.atMost > large) {
      const mayCome = this.looks < QUIET_LOOKS && now < this.expectedAt + MAX_EXPECTED_MS;
      return mayCome ? QUIET_MS : 0;
    }
    const room = large - this.recent.count(now);
    if (this.burstCalls > 0 || queued.atMost <= room) return 0;
    // The rest of a burst may still be on its way through the tiers.
    if (queued.recalling > 0) return now < this.burstAt + MAX_EXPECTED_MS ? QUIET_MS : 0;
    if (!this.isMore(queued, room)) return 0;
    return Math.max(0, Math.min(this.activeAt + QUIET_MS, this.burstAt + MAX_PATIENCE_MS) - now);
  }

  /** A call waits for announced values. Looks count, not time: a busy page takes none. */
  looked(now: number): void {
    if (now - this.lookedAt < QUIET_MS) return;
    this.lookedAt = now;
    this.looks += 1;
  }

  hold(target: CallTarget, name: string, reason: HeldPlan['reason']): void {
    this.reason = reason;
    this.isHeldFirst ||= this.asksFirst;
    this.heldNow.add(target.key, name);
  }

  /** @param isNew none of its questions was sent before. */
  reserve(target: CallTarget, isNew: boolean): LocalReservation {
    const { approval, budget, recent } = this;
    const isApproved = this.isApproved(target);
    this.burstCalls += 1;
    if (isApproved) approval.calls -= 1;
    else if (isNew) recent.add(this.now());
    this.expected = 0;
    budget.reserve();
    return {
      novelty: isApproved ? 'approved' : isNew ? 'new' : 'repeated',
      settle: (use) => {
        this.activeAt = this.now();
        if (use === 'spent') budget.spend();
        else {
          budget.release();
          if (isApproved) approval.calls += 1;
          else if (isNew && use === 'unsent') recent.takeBack();
        }
      },
    };
  }

  held(): HeldPlan | undefined {
    const { calls, values } = this.heldNow;
    if (calls === 0) return undefined;
    const { knownInBurst: known, reason, isHeldFirst } = this;
    return { calls, values, known, reason, ...(isHeldFirst && { isFirst: true }) };
  }

  expect(values: number): () => void {
    this.expected += values;
    this.expectedAt = this.now();
    this.looks = 0;
    return () => (this.expected = 0);
  }

  spentToday(): SpentCalls {
    return this.budget.spent;
  }

  spentElsewhere(spent: SpentCalls): void {
    this.budget.elsewhere = spent;
  }

  setLimits(limits: SpendingLimits): void {
    const by = this.reason === 'held' ? 'approvalThreshold' : 'dailyBudget';
    // Other settings, and lower limits, decide nothing about what is held.
    const isRaised = limits[by] > this.limits[by];
    this.limits = limits;
    this.budget.dailyCalls = limits.dailyBudget;
    const room = this.reason === 'held' ? limits.approvalThreshold : this.budget.remaining;
    const { calls } = this.heldNow;
    if (isRaised && !this.isHeldFirst && calls > 0 && calls <= room)
      this.decide(ApprovedCalls.none());
  }

  approve(calls = this.heldNow.calls): void {
    const granted = Math.max(0, Math.floor(calls)) || 0;
    this.decide(new ApprovedCalls(granted, granted < this.heldNow.calls, this.heldNow));
  }

  refuse(): void {
    this.decide(ApprovedCalls.none());
  }

  askFirst(isOn: boolean): void {
    this.asksFirst = isOn;
  }

  /** Calls are held for their number: further questions join them until a person decides. */
  private get isAwaited(): boolean {
    return this.heldNow.calls > 0 && this.reason === 'held';
  }

  private beginBurst(now: number): void {
    if (this.approval.isOver) this.approval = ApprovedCalls.none();
    this.recent.expire(now);
    if (this.isAwaited) return;
    this.burstAt = now;
    this.burstCalls = 0;
    if (now - this.knownAt > BURST_GAP_MS) this.knownInBurst = 0;
  }

  private decide(approval: ApprovedCalls): void {
    this.approval = approval;
    this.heldNow = new QuestionSet();
    this.asksFirst = false;
    this.isHeldFirst = false;
    // Calls that a person has decided about no longer count towards the threshold.
    this.recent.clear();
    this.burstCalls = 0;
    this.onDecided();
  }

  /** Counts exactly only if the quick bound does not decide. */
  private isMore({ atMost, count }: QueuedCalls, limit: number): boolean {
    return atMost > limit && count((target) => !this.isApproved(target)) > limit;
  }
}

/** A call that may leave, as far as this engine's own limits go. */
export interface LocalReservation {
  readonly novelty: CallNovelty;
  settle(use: CallUse): void;
}

/** Cells that come this soon after the last call's end still belong to its burst. */
const BURST_GAP_MS = 250;
/** A burst above this share of the threshold waits until no more questions come for `QUIET_MS`. */
const LARGE_SHARE = 0.5;
const QUIET_MS = 150;
const MAX_PATIENCE_MS = 1000;
/**
 * After this many looks without any announced value, no more will come. Six seconds, since a busy
 * host works on a long column for that long without handing over a cell.
 */
const QUIET_LOOKS = 40;
/** Well below a question's deadline. */
const MAX_EXPECTED_MS = 20_000;
