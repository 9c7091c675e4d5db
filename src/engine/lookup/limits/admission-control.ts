import type { CountsAs, CallUse } from '../admission';
import type { Clock } from '../../async/clock';
import type { CompleteEngineOptions } from '../engine-options';
import { fingerprint } from '../../async/fingerprint';
import type { Pause } from '../pause';
import {
  callsFor,
  type AdvanceApproval,
  type FirstReason,
  type HeldPlan,
  type Spending,
  type SpendingLimits,
  type SpentCalls,
} from '../spending';
import type { Question } from '../question';
import { nameOf } from '../question-target';
import type { CallTarget, PendingQuestion } from '../queue/pending-questions';
import { AdvanceApprovals } from './advance-approvals';
import {
  budgetDay,
  callsIn,
  countedMinutes,
  minuteOf,
  withCalls,
  type CallMinutes,
} from './budget-period';

/**
 * Whether a call may be made, asked before each call leaves. The whole rule:
 *
 * 1. A call that a person has approved may leave. An approval is good for the questions that were
 *    held, until they have been asked again, and for as many calls as were approved. If these were
 *    fewer than were held, what remains is held again. So may a call that was approved before it
 *    was asked for, and again if it fails, as long as the day's budget has room.
 * 2. Otherwise it is held if Locus is to ask first, or if anything is held for its number already:
 *    a person decides about all of it at once.
 * 3. It is held if the calls that wait, and those of the last quarter of an hour that nobody
 *    approved, exceed the threshold. With a threshold of 500 and 300 calls made ten minutes ago,
 *    200 may leave; of 201 none does.
 * 4. It is over budget if the calls spent today, here and elsewhere, and those under way leave none
 *    of the day's. What is over budget may be asked again at any time.
 *
 * A host calculates its cells in groups. So a burst of more than half the threshold waits for a
 * moment in which no more come, lest the first groups leave before the last show that it is too
 * large. A call that the service certainly did not take is given back.
 */
export class AdmissionControl implements Spending {
  private readonly budget: Budget;
  private readonly now: () => number;
  private limits: SpendingLimits;
  private approval = ApprovedCalls.none();
  private readonly ahead = new AdvanceApprovals();
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
  private asksFirst: FirstReason | undefined;
  private heldFirst: FirstReason | undefined;

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
  needsCall(subjectKey: string, question: Question, isFirst: boolean, now: number): void {
    const name = nameOf(question);
    if (isFirst && now - this.activeAt > BURST_GAP_MS) this.beginBurst(now);
    this.activeAt = now;
    this.approval.onAsked(subjectKey, name);
    this.ahead.onAsked(subjectKey, question);
    // The budget may suffice by now; questions held for their number wait for a person.
    if (this.reason === 'over-budget') this.heldNow.delete(subjectKey, name);
  }

  expectedCame(): void {
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
    return this.approval.calls > 0 || this.ahead.isOn;
  }

  /** A person has approved this target's questions. */
  isApproved({ key }: CallTarget): boolean {
    return this.approval.covers(key) || (this.ahead.covers(key) && this.budget.remaining >= 1);
  }

  /**
   * Why the queued calls, apart from approved ones, may not leave; undefined if `next` may.
   *
   * @param queued the calls that wait now.
   */
  reasonToHold(next: CallTarget, queued: QueuedCalls): HeldPlan['reason'] | undefined {
    if (this.isApproved(next)) return undefined;
    const isBudgetLeft = this.budget.remaining >= 1;
    if (this.ahead.covers(next.key)) return 'over-budget';
    if (this.asksFirst !== undefined) return 'held';
    if (this.ahead.leavesOut(next.key) && next.notSent.some(wasNeverSent)) {
      return isBudgetLeft ? 'held' : 'over-budget';
    }
    if (this.isAwaited || this.approval.leavesOut(next.key)) return this.reason;
    if (this.isMore(queued, this.limits.approvalThreshold - this.recent.count(this.now()))) {
      return 'held';
    }
    return isBudgetLeft ? undefined : 'over-budget';
  }

  /**
   * How long the first call of a large burst waits, in milliseconds. A host calculates its cells in
   * groups, so the burst may still grow too large; then all of it is held, not all but the first
   * calls.
   */
  burstDelayMs(next: CallTarget, queued: QueuedCalls, now: number): number {
    if (this.approval.covers(next.key)) return 0;
    const isAhead = this.isApproved(next);
    const large = this.limits.approvalThreshold * LARGE_SHARE;
    // What was approved ahead waits too: names that come late would take calls of their own.
    if (this.expected > 0 && (isAhead || this.expected + queued.atMost > large)) {
      const mayCome = this.looks < QUIET_LOOKS && now < this.expectedAt + MAX_EXPECTED_MS;
      return mayCome ? QUIET_MS : 0;
    }
    if (isAhead) return 0;
    const left = large - this.recent.count(now);
    if (this.burstCalls > 0 || queued.atMost <= left) return 0;
    // The rest of a burst may still be on its way through the tiers.
    if (queued.recalling > 0) return now < this.burstAt + MAX_EXPECTED_MS ? QUIET_MS : 0;
    if (!this.isMore(queued, left)) return 0;
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
    // Beyond the budget, a person decides about everything anew: earlier approvals end.
    if (reason === 'over-budget') this.ahead.clear();
    this.heldFirst ??= this.asksFirst;
    this.heldNow.add(target.key, name);
  }

  /** @param isNew none of its questions was sent before. */
  reserve(target: CallTarget, isNew: boolean): LocalReservation {
    const { approval, budget, recent } = this;
    const isApproved = approval.covers(target.key);
    const giveBack = isApproved ? undefined : this.ahead.take(target.key, isNew);
    this.burstCalls += 1;
    if (isApproved) approval.calls -= 1;
    else if (isNew && giveBack === undefined) recent.add(this.now());
    this.expected = 0;
    budget.reserve();
    return {
      countsAs: isApproved ? 'approved' : isNew && giveBack === undefined ? 'new' : 'repeated',
      settle: (use) => {
        this.activeAt = this.now();
        if (use === 'spent') budget.spend();
        else {
          budget.release();
          if (isApproved) approval.calls += 1;
          else if (giveBack !== undefined) giveBack();
          else if (isNew && use === 'unsent') recent.takeBack();
        }
      },
    };
  }

  held(): HeldPlan | undefined {
    const { calls, values } = this.heldNow;
    if (calls === 0) return undefined;
    const { knownInBurst: known, reason, heldFirst: first } = this;
    return { calls, values, known, reason, ...(first !== undefined && { first }) };
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
    const left = this.reason === 'held' ? limits.approvalThreshold : this.budget.remaining;
    const { calls } = this.heldNow;
    const mayRelease = isRaised && this.heldFirst === undefined;
    if (mayRelease && calls > 0 && calls <= left) this.decide(ApprovedCalls.none());
  }

  approve(calls = this.heldNow.calls): void {
    const granted = Math.max(0, Math.floor(calls)) || 0;
    this.decide(new ApprovedCalls(granted, granted < this.heldNow.calls, this.heldNow));
  }

  approveAhead(approval: AdvanceApproval): () => void {
    return this.ahead.add(approval, this.now());
  }

  room(): number {
    return this.isAwaited ? 0 : this.limits.approvalThreshold - this.recent.count(this.now());
  }

  refuse(): void {
    this.decide(ApprovedCalls.none());
  }

  askFirst(reason: FirstReason | undefined): void {
    this.asksFirst = reason;
  }

  /** Calls are held for their number: further questions join them until a person decides. */
  private get isAwaited(): boolean {
    return this.heldNow.calls > 0 && this.reason === 'held';
  }

  private beginBurst(now: number): void {
    if (this.approval.isOver) this.approval = ApprovedCalls.none();
    this.ahead.expire(now);
    this.recent.expire(now);
    if (this.isAwaited) return;
    this.burstAt = now;
    this.burstCalls = 0;
    if (now - this.knownAt > BURST_GAP_MS) this.knownInBurst = 0;
  }

  private decide(approval: ApprovedCalls): void {
    this.approval = approval;
    this.heldNow = new QuestionSet();
    this.asksFirst = undefined;
    this.heldFirst = undefined;
    // Calls that a person has decided about no longer count towards the threshold.
    this.recent.clear();
    this.burstCalls = 0;
    this.onDecided();
  }

  /** Counts exactly only if the quick bound does not decide. */
  private isMore(queued: QueuedCalls, limit: number): boolean {
    return queued.atMost > limit && queued.count((target) => !this.isApproved(target)) > limit;
  }
}

/** What failed is asked again like any other question. */
function wasNeverSent({ sending }: PendingQuestion): boolean {
  return sending === undefined;
}

/** A call that may leave, as far as the limits of this engine go. */
export interface LocalReservation {
  readonly countsAs: CountsAs;
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

/** Calls queued and never sent: bounds that are quick to compute, and the exact number. */
export interface QueuedCalls {
  readonly atLeast: number;
  readonly atMost: number;
  /** Targets that the tiers have not answered: each may become a call, or be known. */
  readonly recalling: number;
  count(isCounted: (target: CallTarget) => boolean): number;
}

/**
 * Calls that may be made in a day: each is reserved before it leaves, then spent, or released if it
 * certainly cost nothing.
 *
 * The day is the person's local day, `YYYY-MM-DD`. A call in flight at midnight counts on the day
 * on which it ends.
 */
export class Budget {
  private day: string;
  private spentCalls: number;
  private reserved = 0;
  /** Spent by others on the same account; ignored unless it is of the same day. */
  elsewhere: SpentCalls | undefined = undefined;

  constructor(
    /** Calls a day; Infinity for no limit. */
    public dailyCalls: number,
    private readonly clock: Pick<Clock, 'today'>,
    spent?: SpentCalls,
  ) {
    this.day = clock.today();
    this.spentCalls = spent !== undefined && spent.day === this.day ? spent.calls : 0;
  }

  get spent(): SpentCalls {
    this.turn();
    return { day: this.day, calls: this.spentCalls };
  }

  get remaining(): number {
    this.turn();
    const { elsewhere } = this;
    const others = elsewhere?.day === this.day ? elsewhere.calls : 0;
    return Math.max(0, this.dailyCalls - this.spentCalls - this.reserved - others);
  }

  reserve(): void {
    this.reserved += 1;
  }

  spend(): void {
    this.turn();
    this.reserved -= 1;
    this.spentCalls += 1;
  }

  release(): void {
    this.reserved -= 1;
  }

  private turn(): void {
    const day = budgetDay(this.day, this.clock.today());
    if (day > this.day) this.spentCalls = 0;
    this.day = day;
  }
}

/**
 * Calls that a person has approved for the questions that were held. The approval is valid for
 * these alone, until they have been asked again, however long that takes.
 */
class ApprovedCalls {
  private readonly asked = new Set<string>();

  /**
   * @param calls how many may pass.
   * @param isTrimmed fewer than were held: the rest must not slip through below the threshold.
   */
  constructor(
    public calls: number,
    private readonly isTrimmed: boolean,
    private readonly questions: QuestionSet,
  ) {}

  static none(): ApprovedCalls {
    return new ApprovedCalls(0, false, new QuestionSet());
  }

  /** The approval has no questions or no calls left. */
  get isOver(): boolean {
    return this.questions.values === 0 || this.calls === 0;
  }

  onAsked(target: string, name: string): void {
    if (this.questions.delete(target, name) || this.questions.isOverflown) this.asked.add(target);
  }

  covers(target: string): boolean {
    return this.calls > 0 && this.asked.has(target);
  }

  /** The target was held, but a person approved fewer calls than were held, and none are left. */
  leavesOut(target: string): boolean {
    return this.isTrimmed && this.calls === 0 && this.asked.has(target);
  }
}

/** How many calls were made lately that nobody approved. */
class UnapprovedCalls {
  private minutes: CallMinutes = [];

  add(now: number): void {
    this.minutes = withCalls(this.minutes, minuteOf(now), 1);
  }

  /** One of the last calls was not made after all. */
  takeBack(): void {
    const [minute = 0, calls = 0] = this.minutes.at(-1) ?? [];
    if (calls > 0) this.minutes = withCalls(this.minutes, minute, -1);
  }

  count(now: number): number {
    return callsIn(countedMinutes(this.minutes, now));
  }

  /** Forgets what is too old to count. */
  expire(now: number): void {
    this.minutes = countedMinutes(this.minutes, now);
  }

  clear(): void {
    this.minutes = [];
  }
}

/**
 * A set of questions, and the calls that they need. Beyond 100,000, questions are counted but not
 * remembered: added again, they count again.
 */
class QuestionSet {
  calls = 0;
  values = 0;
  /** Not all are remembered. */
  isOverflown = false;
  private readonly questions = new Set<number>();
  /** The number of questions by target. */
  private readonly counts = new Map<number, number>();

  add(target: string, name: string): void {
    const question = fingerprint(`${name}\n${target}`);
    if (this.questions.has(question)) return;
    if (this.questions.size >= MOST_REMEMBERED) {
      this.isOverflown = true;
      this.values += 1;
      // Counts a call for each, which is right when there are this many places.
      this.calls += 1;
      return;
    }
    this.questions.add(question);
    this.change(target, 1);
  }

  delete(target: string, name: string): boolean {
    if (this.values === 0) return false;
    const wasThere = this.questions.delete(fingerprint(`${name}\n${target}`));
    if (wasThere) this.change(target, -1);
    return wasThere;
  }

  private change(target: string, by: 1 | -1): void {
    const key = fingerprint(target);
    const before = this.counts.get(key) ?? 0;
    const after = before + by;
    if (after > 0) this.counts.set(key, after);
    else this.counts.delete(key);
    this.calls += callsFor(after) - callsFor(before);
    this.values += by;
  }
}

const MOST_REMEMBERED = 100_000;
