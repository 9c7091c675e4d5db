import type { Question } from './question';
import { MAX_VARIABLES_PER_CALL } from '../contract/limits';

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
  /** One of these values needs no question: its place is blank, or an argument is wrong. */
  asksNothing(): void;
  /** Releases the held questions if a higher limit permits them: ask them again. */
  setLimits(limits: SpendingLimits): void;
  /**
   * Lets this many calls pass, by default all that are held; ask their questions again. The rest is
   * then held again. A call that certainly cost nothing does not count.
   */
  approve(calls?: number): void;
  /** How many calls may leave here before a person is asked; none while calls are held. */
  room(): number;
  /**
   * Approves calls before they are asked for: this many, for the questions that `covers` accepts.
   * Unlike other approvals, it decides nothing about what is held, and the day's budget still
   * applies.
   *
   * @returns what to call if they will not be asked after all.
   */
  approveAhead(approval: AdvanceApproval): () => void;
  /** Drops the held questions; their cells still say that they are held. */
  refuse(): void;
  /** With a reason, and until a person decides, every call is held, however few they are. */
  askFirst(reason: FirstReason | undefined): void;
}

/**
 * Why Locus asks before the first call: nobody has changed the workbook yet, the values were being
 * requested when it was closed, or a person recalculates and has not seen what that costs.
 */
export type FirstReason = 'unchanged' | 'interrupted' | 'unpriced';

/** Calls that a person approves before they are asked for, as beside a button that adds columns. */
export interface AdvanceApproval {
  /** How many may leave. */
  readonly calls: number;
  /** Whether a question is among those whose number the person saw. */
  covers(question: Question): boolean;
}

export interface HeldPlan extends Plan {
  readonly reason: 'held' | 'over-budget';
  /** They are held because Locus was to ask first, not because they are many. */
  readonly first?: FirstReason;
}

/** Calls spent on a local day, `YYYY-MM-DD`. */
export interface SpentCalls {
  readonly day: string;
  readonly calls: number;
}

/** What a set of questions will cost, before any is sent. */
export interface Plan {
  readonly calls: number;
  /** Values wanted from the service. */
  readonly values: number;
  /** Values wanted that are known already, and cost nothing. */
  readonly known: number;
}

/** @param namesWanted how many names each target wants; 1 for a score. */
export function planOf(namesWanted: Iterable<number>, known: number): Plan {
  let calls = 0;
  let values = 0;
  for (const names of namesWanted) {
    calls += callsFor(names);
    values += names;
  }
  return { calls, values, known };
}

export function callsFor(names: number): number {
  return Math.ceil(names / MAX_VARIABLES_PER_CALL);
}
