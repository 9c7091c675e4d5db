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

/** Calls a person is willing to make unasked; Infinity where there is no such limit. */
export interface SpendingLimits {
  /** Within a quarter of an hour, of those that nobody has approved. */
  readonly approvalThreshold: number;
  readonly dailyBudget: number;
}

/** What is held back for a person's word, and what has been spent today. */
export interface Spending {
  /** The calls that wait for approval; undefined where none do. The activity tells of changes. */
  held(): HeldPlan | undefined;
  spentToday(): SpentCalls;
  /** What was spent on this account elsewhere since the engine began; it counts for the budget. */
  spentElsewhere(spent: SpentCalls): void;
  /**
   * So many values are about to be asked for by one act of a person's. A host hands them over in
   * groups; where they may be too many, the first call waits until all have come, or no more do.
   *
   * @returns what to call if they are not to come after all.
   */
  expect(values: number): () => void;
  /** What they leave room for is no longer held: ask for it again. */
  setLimits(limits: SpendingLimits): void;
  /**
   * Lets so many calls pass, all that are held unless a number is given; ask for them again. The
   * rest is then held anew. A call that certainly cost nothing does not count.
   */
  approve(calls?: number): void;
  /** Drops what is held; its cells keep saying so. */
  refuse(): void;
}

export interface HeldPlan extends Plan {
  readonly reason: 'held' | 'over-budget';
}

/** Calls queued and never sent: bounds that are quick to have, and the number itself. */
export interface QueuedCalls {
  readonly atLeast: number;
  readonly atMost: number;
  /** Targets that the tiers have not answered: each may become a call, or be known. */
  readonly recalling: number;
  /** @param isCounted by default all are. */
  count(isCounted?: (target: CallTarget) => boolean): number;
}

/** Stands before each call: what a person wants to be asked about does not leave unasked. */
export class AdmissionControl implements Spending {
  private readonly budget: Budget;
  private readonly now: () => number;
  private limits: SpendingLimits;
  private approval = ApprovedCalls.none();
  private readonly recent = new UnapprovedCalls();
  private burstAt = 0;
  private burstCalls = 0;
  private knownInBurst = 0;
  /** When something was last wanted or answered by a call, and when it was last known. */
  private activeAt = 0;
  private knownAt = Number.NEGATIVE_INFINITY;
  /** Values announced that have not been asked for, when, and how often none had come since. */
  private expected = 0;
  private expectedAt = 0;
  private looks = 0;
  private lookedAt = 0;
  private heldNow = new QuestionSet();
  private reason: HeldPlan['reason'] = 'held';

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
   * A question has come that no answer is known to.
   *
   * @param isFirst nothing else is wanted now.
   */
  wanted(subjectKey: string, name: string, isFirst: boolean, now: number): void {
    if (isFirst && now - this.activeAt > BURST_GAP_MS) this.beginBurst(now);
    this.activeAt = now;
    this.approval.onAsked(subjectKey, name);
    // The budget may have room by now; what was held for its number waits for a person's word.
    if (this.reason === 'over-budget') this.heldNow.delete(subjectKey, name);
  }

  /** A question was asked, whatever becomes of it. */
  asked(): void {
    if (this.expected > 0) this.expected -= 1;
    this.looks = 0;
  }

  /** So many questions were answered without a call. */
  known(count: number, now: number): void {
    if (now - Math.max(this.activeAt, this.knownAt) > BURST_GAP_MS) {
      // What is known to cells that are calculated later is no part of what is held.
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

  /** A person has approved what is asked there. */
  isApproved({ key }: CallTarget): boolean {
    return this.approval.covers(key);
  }

  /**
   * Why the calls that are queued may not go, approved ones apart; undefined when the next may.
   *
   * @param queued what waits to go now.
   */
  objection(next: CallTarget, queued: QueuedCalls): HeldPlan['reason'] | undefined {
    if (this.isApproved(next)) return undefined;
    if (this.isAwaited || this.approval.leavesOut(next.key)) return this.reason;
    if (this.isMore(queued, this.limits.approvalThreshold - this.recent.count(this.now()))) {
      return 'held';
    }
    return this.budget.remaining < 1 ? 'over-budget' : undefined;
  }

  /**
   * A large burst may be the beginning of one too large: a host calculates its cells in groups.
   * So that all of it is held, not all but the first calls, its first call waits this long, in
   * milliseconds.
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

  /** A call waits for what was announced. Looks count, not time: a busy page takes none. */
  looked(now: number): void {
    if (now - this.lookedAt < QUIET_MS) return;
    this.lookedAt = now;
    this.looks += 1;
  }

  hold(target: CallTarget, name: string, reason: HeldPlan['reason']): void {
    this.reason = reason;
    this.heldNow.add(target.key, name);
  }

  /** @param isNew none of it was sent before. */
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
    const { knownInBurst: known, reason } = this;
    return { calls, values, known, reason };
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
    this.limits = limits;
    this.budget.dailyCalls = limits.dailyBudget;
    const room = this.reason === 'held' ? limits.approvalThreshold : this.budget.remaining;
    const { calls } = this.heldNow;
    if (calls > 0 && calls <= room) this.decide(ApprovedCalls.none());
  }

  approve(calls = this.heldNow.calls): void {
    const granted = Math.max(0, Math.floor(calls)) || 0;
    this.decide(new ApprovedCalls(granted, granted < this.heldNow.calls, this.heldNow));
  }

  refuse(): void {
    this.decide(ApprovedCalls.none());
  }

  /** Held for its number: whatever else is wanted belongs to it until a person has decided. */
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
    // What was decided is not measured again by the threshold it was held for.
    this.recent.clear();
    this.burstCalls = 0;
    this.onDecided();
  }

  /** Counts only where the quick bounds do not tell. */
  private isMore({ atMost, count }: QueuedCalls, limit: number): boolean {
    return atMost > limit && count((target) => !this.isApproved(target)) > limit;
  }
}

/** A call that may leave, as far as this engine's own limits go. */
export interface LocalReservation {
  readonly novelty: CallNovelty;
  settle(use: CallUse): void;
}

/** Cells that come so soon after the last call's end still belong to its burst. */
const BURST_GAP_MS = 250;
/** From this share of the threshold on a burst is waited for, until no more has come for so long. */
const LARGE_SHARE = 0.5;
const QUIET_MS = 150;
const MAX_PATIENCE_MS = 1000;
/**
 * So many times none of what was announced has come: no more will. Six seconds, since a busy host
 * works on a long column for as long without handing over a cell.
 */
const QUIET_LOOKS = 40;
/** Well below the time that a question has. */
const MAX_EXPECTED_MS = 20_000;
