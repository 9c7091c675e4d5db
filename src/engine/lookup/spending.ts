import type { Question } from './question';
import { MAX_VARIABLES_PER_CALL } from '../contract/limits';

/** How many calls may be made without asking a person. Infinity means no limit. */
export interface SpendingLimits {
  /** Maximum number of unapproved calls within a quarter of an hour. */
  readonly approvalThreshold: number;
  /** Maximum number of calls on one local day. */
  readonly dailyBudget: number;
}

/** What is held for a person's approval, and what has been spent today. */
export interface Spending {
  /**
   * The calls that wait for approval; undefined if none do. Subscribe to the activity to learn of
   * changes.
   */
  held(): HeldPlan | undefined;
  spentToday(): SpentCalls;
  /** Sets what others have spent on this account since the engine began. The budget includes it. */
  spentElsewhere(spent: SpentCalls): void;
  /**
   * Announces that a person's action will ask for this many values. A host hands them over in
   * groups. If they may be too many, the first call waits until all have come, or no more come.
   *
   * @returns a function to call if the values will not come after all.
   */
  expect(values: number): () => void;
  /** One of these values has come. It may need no question: its place is blank, or an argument is wrong. */
  expectedCame(): void;
  /** Changes the limits. If they permit the held questions, releases them: ask them again. */
  setLimits(limits: SpendingLimits): void;
  /**
   * Approves this many of the held calls, by default all. Ask their questions again; what exceeds
   * the approval is then held again. A call that certainly cost nothing does not count.
   */
  approve(calls?: number): void;
  /** How many calls may leave here before a person is asked; 0 while calls are held. */
  room(): number;
  /**
   * Approves calls before they are asked for. Unlike other approvals, this decides nothing about
   * calls that are held, and the day's budget still applies.
   *
   * @returns a function to call if the questions will not be asked after all.
   */
  approveAhead(approval: AdvanceApproval): () => void;
  /** Drops the held questions. Their cells still say that they are held. */
  refuse(): void;
  /** Given a reason, holds every call, however few they are, until a person decides. */
  askFirst(reason: FirstReason | undefined): void;
}

/**
 * Why Locus asks a person before the first call:
 *
 * - `unchanged`: nobody has changed the workbook yet.
 * - `interrupted`: the workbook was closed while the values were being requested.
 * - `unpriced`: a person recalculates and has not seen what that costs.
 */
export type FirstReason = 'unchanged' | 'interrupted' | 'unpriced';

/** Calls that a person approves in advance, such as by a button that adds columns. */
export interface AdvanceApproval {
  /** How many calls may leave. */
  readonly calls: number;
  /** Whether a question is among those whose number the person saw. */
  covers(question: Question): boolean;
}

export interface HeldPlan extends Plan {
  readonly reason: 'held' | 'over-budget';
  /** Present if calls are held because Locus asks first, and not because they are many. */
  readonly first?: FirstReason;
}

/** Calls spent on a local day, `YYYY-MM-DD`. */
export interface SpentCalls {
  readonly day: string;
  readonly calls: number;
}

/** The calls that a set of questions needs, before any is sent. */
export interface Plan {
  readonly calls: number;
  /** Values that the service must give. */
  readonly values: number;
  /** Values that are known already, and cost nothing. */
  readonly known: number;
}

/**
 * Counts the calls and values that these targets need.
 *
 * @param namesWanted how many names each target needs; 1 for a score.
 * @param known how many values are known already.
 */
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
