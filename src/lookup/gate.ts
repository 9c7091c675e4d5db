import { Budget } from './budget';
import type { SpentCalls } from './budget';
import { callsFor, planOf } from './plan';
import type { Plan } from './plan';
import type { Waiting } from './waiting';

/** Calls a person is willing to make unasked; Infinity where there is no such limit. */
export interface SpendingLimits {
  /** In one burst: from when something is first wanted until nothing is. */
  readonly approvalThreshold: number;
  readonly dailyBudget: number;
}

/** What is held back for a person's word, and what has been spent today. */
export interface Spending {
  /** The calls that wait for approval; undefined where none do. */
  held(): HeldPlan | undefined;
  spentToday(): SpentCalls;
  setLimits(limits: SpendingLimits): void;
  /** Lets so many calls pass, all that are held unless a number is given; ask for them again. */
  approve(calls?: number): void;
  /** Drops what is held; its cells keep saying so. */
  refuse(): void;
}

export interface HeldPlan extends Plan {
  readonly reason: 'held' | 'over-budget';
}

/** Calls queued: bounds that are quick to have, and the number itself, which is not. */
export interface QueuedCalls {
  readonly atLeast: number;
  readonly atMost: number;
  count(): number;
}

/** Stands before the first call of a burst, and before each one after it. */
export class Gate implements Spending {
  private readonly budget: Budget;
  private limits: SpendingLimits;
  private burstCalls = 0;
  private knownInBurst = 0;
  private approvedCalls = 0;
  /** Names held by subject: asking twice for the same does not make it two. */
  private readonly heldNames = new Map<string, Set<number>>();
  private heldCalls = 0;
  private reason: HeldPlan['reason'] = 'held';

  constructor(limits: SpendingLimits, today: () => string, spent: SpentCalls | undefined) {
    this.limits = limits;
    this.budget = new Budget(limits.dailyBudget, today, spent);
  }

  /** Nothing was wanted before this question; while something is held, it is the same burst. */
  burstBegan(): void {
    if (this.heldNames.size > 0) return;
    this.burstCalls = 0;
    this.knownInBurst = 0;
  }

  known(): void {
    this.knownInBurst += 1;
  }

  /**
   * Why the calls that are queued may not go, or undefined when the next one may.
   *
   * @param queued what waits to go now.
   */
  objection(queued: QueuedCalls): HeldPlan['reason'] | undefined {
    if (this.approvedCalls > 0) return undefined;
    const left = this.limits.approvalThreshold - this.burstCalls - this.heldCalls;
    if (queued.atMost > left && (queued.atLeast > left || queued.count() > left)) return 'held';
    return this.budget.remaining < 1 ? 'over-budget' : undefined;
  }

  hold(waiting: Waiting, reason: HeldPlan['reason']): void {
    this.reason = reason;
    const { subject, name } = waiting;
    const key = `${subject.scope}\n${subject.key}`;
    const names = this.heldNames.get(key);
    const before = names?.size ?? 0;
    if (names === undefined) this.heldNames.set(key, new Set([name]));
    else names.add(name);
    this.heldCalls += callsFor(names?.size ?? 1) - callsFor(before);
  }

  callStarted(): void {
    this.burstCalls += 1;
    if (this.approvedCalls > 0) this.approvedCalls -= 1;
    this.budget.reserve();
  }

  /** @param isFree the service certainly did not take the call. */
  callEnded(isFree: boolean): void {
    if (isFree) this.budget.release();
    else this.budget.spend();
  }

  held(): HeldPlan | undefined {
    if (this.heldNames.size === 0) return undefined;
    const sizes = [...this.heldNames.values()].map((names) => names.size);
    return { ...planOf(sizes, this.knownInBurst), reason: this.reason };
  }

  spentToday(): SpentCalls {
    return this.budget.spent;
  }

  setLimits(limits: SpendingLimits): void {
    this.limits = limits;
    this.budget.dailyCalls = limits.dailyBudget;
  }

  approve(calls?: number): void {
    this.approvedCalls = calls ?? this.heldCalls;
    this.forgetHeld();
    // What was approved is not measured again by the threshold it was approved over.
    this.burstCalls = 0;
  }

  refuse(): void {
    this.forgetHeld();
    this.approvedCalls = 0;
  }

  private forgetHeld(): void {
    this.heldNames.clear();
    this.heldCalls = 0;
  }
}
