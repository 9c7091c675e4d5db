import type { Activity } from './activity';
import type { CancelSignal } from '../async/cancellation';
import type { StoredAnswer } from './cache/answer-store';
import type { Tier } from './cache/tier-reader';
import type { AdjustableOptions } from './engine-options';
import type { Spending } from './spending';
import type { Outcome } from './outcome';
import type { Question } from './question';
import type { Tenant } from './queue/pending-questions';
import type { OutcomeListener } from './queue/askers';

/** Answers questions with as few calls to the service as the contract permits. */
export interface Engine {
  /**
   * Returns the fresh answer that memory holds, without asking or waiting; undefined if there is
   * none.
   *
   * @param isShown whether a cell shows the answer, which then counts as given without a call.
   * @default true
   */
  peek(question: Question, isShown?: boolean): Outcome | undefined;
  /**
   * Tells for each question whether it needs no call of its own, because its answer is known or on
   * its way. Plans use this: nothing is asked, and nothing counts as asked. Never rejects.
   */
  knows(questions: readonly Question[]): Promise<readonly boolean[]>;
  /**
   * Remembers what a tier holds for the question's target, which the caller has read itself.
   *
   * @param answers one at least.
   */
  learn(question: Question, answers: readonly StoredAnswer[], tier: Tier): void;
  /** Asks a question. Settles by its deadline, which pauses extend, and never rejects. */
  ask(question: Question, options?: AskOptions): Promise<Outcome>;
  /** Asks without a promise. The listener may be called before this method returns. */
  request(question: Question, listener: OutcomeListener, options?: AskOptions): void;
  /** Lifts whatever has stopped the engine. Call it when a person acts: a new key, "try again". */
  resume(): void;
  /**
   * Sends nothing new until `goOn`; calls in flight are still answered. Pauses do not count towards
   * deadlines, but after `maxPauseMs` the waiting questions end as `cancelled`.
   */
  pause(): void;
  goOn(): void;
  /**
   * Changes options from now on, also for waiting questions. Questions that have been sent keep
   * their deadline.
   *
   * @throws RangeError for a number that is below its minimum or not finite.
   */
  adjust(change: AdjustableOptions): void;
  /**
   * Drops every answer in memory. Pending questions stay.
   *
   * @param isForGood whether to drop the answers of calls in flight, too: they are neither
   *   remembered nor stored. @default false
   */
  forget(isForGood?: boolean): void;
  /**
   * Drops from memory the answers for which `isGone` returns true. Pending questions stay.
   *
   * @returns how many answers were dropped.
   */
  forgetWhere(isGone: (answer: RememberedAnswer) => boolean): number;
  /** Ends every question that has not been sent, as `cancelled`. Calls in flight are answered. */
  cancelWaiting(): void;
  readonly activity: Activity;
  readonly spending: Spending;
}

/** An answer in memory, and what it is about. */
export interface RememberedAnswer {
  /** The attribute's name; empty for a score. */
  readonly name: string;
  /** The scoring model's identifier; undefined for an attribute. */
  readonly model: string | undefined;
  /** When the service gave it, in epoch milliseconds. */
  readonly at: number;
}

export interface AskOptions {
  /** Withdraws this asker only. Others who asked the same question still get its answer. */
  readonly signal?: CancelSignal;
  /** Who asks, for an `Admission` that lets people pay for their own calls. */
  readonly asker?: unknown;
  /**
   * Only an answer from this time or later counts, in epoch milliseconds. An older answer is asked
   * for again, and stays known until there is a newer one. Equal questions share one call.
   */
  readonly newerThan?: number;
  /** Whose turn the question takes, where several people share the engine. */
  readonly tenant?: Tenant;
}
