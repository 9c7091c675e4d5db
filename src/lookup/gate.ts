import type { CallStanding, CallUse } from './admission';
import { Budget } from './budget';
import type { SpentCalls } from './budget';
import type { CompleteEngineOptions } from './engine-options';
import type { Pause } from './pause';
import { callsFor } from './plan';
import type { Plan } from './plan';
import type { Waiting } from './waiting';

/** Calls a person is willing to make unasked; Infinity where there is no such limit. */
export interface SpendingLimits {
  /** In one burst: from when something is first wanted until nothing has been for a moment. */
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
  count(): number;
}

/** Stands before the first call of a burst, and before each one after it. */
export class Gate implements Spending {
  private readonly budget: Budget;
  private readonly now: () => number;
  private limits: SpendingLimits;
  private approval = noApproval();
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
  /** Names held by subject: asking twice for the same does not make it two. */
  private readonly heldNames = new Map<string, Set<number>>();
  private heldCalls = 0;
  private heldValues = 0;
  private reason: HeldPlan['reason'] = 'held';

  /** @param onChanged what is held has changed. */
  constructor(
    { limits, spent, clock }: Pick<CompleteEngineOptions, 'limits' | 'spent' | 'clock'>,
    pause: Pause,
    private readonly onChanged: () => void,
  ) {
    this.limits = limits;
    this.budget = new Budget(limits.dailyBudget, () => clock.today(), spent);
    this.now = () => pause.running(clock.elapsed());
  }

  /**
   * A question has come that no answer is known to.
   *
   * @param isFirst nothing else is wanted now.
   */
  wanted(subjectKey: string, name: number, isFirst: boolean, now: number): void {
    if (isFirst && now - this.activeAt > BURST_GAP_MS) this.beginBurst(now);
    this.activeAt = now;
    // The budget may have room by now; what was held for its number waits for a person's word.
    if (this.heldCalls > 0 && this.reason === 'over-budget') this.release(subjectKey, name);
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
      if (this.heldCalls > 0) return;
      this.knownInBurst = 0;
    }
    this.knownInBurst += count;
    this.knownAt = now;
  }

  /**
   * Why the calls that are queued may not go, or undefined when the next one may.
   *
   * @param queued what waits to go now.
   */
  objection(queued: QueuedCalls): HeldPlan['reason'] | undefined {
    if (this.approval.calls > 0) return undefined;
    if (this.approval.isTrimmed || this.isAwaited) return this.reason;
    if (isMore(queued, this.limits.approvalThreshold - this.burstCalls)) return 'held';
    return this.budget.remaining < 1 ? 'over-budget' : undefined;
  }

  /**
   * A large burst may be the beginning of one too large: a host calculates its cells in groups.
   * So that all of it is held, not all but the first calls, its first call waits this long, in
   * milliseconds.
   */
  patienceMs(queued: QueuedCalls, now: number): number {
    if (this.approval.calls > 0) return 0;
    const large = this.limits.approvalThreshold * LARGE_SHARE;
    if (this.expected > 0 && this.expected + queued.atMost > large) {
      // Looks, not time: while the page is busy with the cells themselves, none is taken.
      const mayCome = this.looks < QUIET_LOOKS && now < this.expectedAt + MAX_EXPECTED_MS;
      this.looks += 1;
      return mayCome ? QUIET_MS : 0;
    }
    if (this.burstCalls > 0 || !isMore(queued, large)) return 0;
    return Math.max(0, Math.min(this.activeAt + QUIET_MS, this.burstAt + MAX_PATIENCE_MS) - now);
  }

  hold({ subject, name }: Waiting, reason: HeldPlan['reason']): void {
    this.reason = reason;
    let names = this.heldNames.get(subject.key);
    if (names === undefined) this.heldNames.set(subject.key, (names = new Set()));
    this.changeHeld(names, () => names.add(name));
  }

  /** @param isNew none of it was sent before. */
  reserve(isNew: boolean): ReservedByGate {
    const { approval, budget } = this;
    const isApproved = approval.calls > 0;
    if (isApproved) approval.calls -= 1;
    else if (isNew) this.burstCalls += 1;
    this.expected = 0;
    budget.reserve();
    return {
      standing: isApproved ? 'approved' : isNew ? 'new' : 'repeated',
      settle: (use) => {
        this.activeAt = this.now();
        if (use === 'spent') budget.spend();
        else {
          budget.release();
          if (isApproved) approval.calls += 1;
          else if (isNew && use === 'unsent') this.burstCalls -= 1;
        }
      },
    };
  }

  held(): HeldPlan | undefined {
    if (this.heldCalls === 0) return undefined;
    const { heldCalls: calls, heldValues: values, knownInBurst: known, reason } = this;
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
    if (this.heldCalls > 0 && this.heldCalls <= room) this.decide(noApproval());
  }

  approve(calls = this.heldCalls): void {
    const granted = Math.max(0, Math.floor(calls)) || 0;
    this.decide({ calls: granted, isTrimmed: granted < this.heldCalls, at: this.now() });
  }

  refuse(): void {
    this.decide(noApproval());
  }

  /** Held for its number: whatever else is wanted belongs to it until a person has decided. */
  private get isAwaited(): boolean {
    return this.heldCalls > 0 && this.reason === 'held';
  }

  private beginBurst(now: number): void {
    const { approval } = this;
    if (now - Math.max(this.activeAt, approval.at) > APPROVAL_MS) this.approval = noApproval();
    if (this.isAwaited) return;
    this.burstAt = now;
    this.burstCalls = 0;
    if (now - this.knownAt > BURST_GAP_MS) this.knownInBurst = 0;
  }

  private decide(approval: Approval): void {
    this.approval = approval;
    this.heldNames.clear();
    this.heldCalls = 0;
    this.heldValues = 0;
    // What was decided is not measured again by the threshold it was held for.
    this.burstCalls = 0;
    this.onChanged();
  }

  private release(subjectKey: string, name: number): void {
    const names = this.heldNames.get(subjectKey);
    if (names === undefined) return;
    this.changeHeld(names, () => names.delete(name));
    if (names.size === 0) this.heldNames.delete(subjectKey);
  }

  private changeHeld(names: ReadonlySet<number>, change: () => void): void {
    const before = names.size;
    change();
    this.heldCalls += callsFor(names.size) - callsFor(before);
    this.heldValues += names.size - before;
  }
}

/** A call that may leave, as far as this engine's own limits go. */
export interface ReservedByGate {
  readonly standing: CallStanding;
  settle(use: CallUse): void;
}

/** Calls that a person has let pass. */
interface Approval {
  calls: number;
  /** They let fewer pass than were held: the rest is not to slip through below the threshold. */
  readonly isTrimmed: boolean;
  readonly at: number;
}

function noApproval(): Approval {
  return { calls: 0, isTrimmed: false, at: Number.NEGATIVE_INFINITY };
}

/** Cells that come so soon after the last call's end still belong to its burst. */
const BURST_GAP_MS = 250;
/** An approval not used for so long is over: what it was for is not wanted any more. */
const APPROVAL_MS = 10_000;
/** From this share of the threshold on a burst is waited for, until no more has come for so long. */
const LARGE_SHARE = 0.5;
const QUIET_MS = 150;
const MAX_PATIENCE_MS = 1000;
/** So many times none of what was announced has come: no more will. */
const QUIET_LOOKS = 14;
/** Well below the time that a question has. */
const MAX_EXPECTED_MS = 20_000;

/** Counts only where the quick bounds do not tell. */
function isMore({ atLeast, atMost, count }: QueuedCalls, limit: number): boolean {
  return atMost > limit && (atLeast > limit || count() > limit);
}
