import type { Activity } from './activity';
import type { CancelSignal } from '../async/cancellation';
import type { AdjustableOptions } from './engine-options';
import type { Spending } from './spending';
import type { Outcome } from './outcome';
import type { Question } from './question';
import type { Tenant } from './queue/pending-questions';
import type { OutcomeListener } from './queue/askers';

/** Questions in, answers out, with as few calls as the contract permits. */
export interface Engine {
  /**
   * What is known now, without asking or waiting.
   *
   * @param isShown a cell asks and shows the answer, which then counts as given without a call.
   * @default true
   */
  peek(question: Question, isShown?: boolean): Outcome | undefined;
  /**
   * For each question, whether it needs no call of its own because it is answered or on its way.
   * For plans: nothing is asked, and nothing counts as asked. Never rejects.
   */
  knows(questions: readonly Question[]): Promise<readonly boolean[]>;
  /** Always settles by its deadline (pauses not counted), and never rejects. */
  ask(question: Question, options?: AskOptions): Promise<Outcome>;
  /** Asks without a promise. The listener may be called before this returns. */
  request(question: Question, listener: OutcomeListener, options?: AskOptions): void;
  /** A person acted (a new key, "try again"): lifts whatever had stopped the engine. */
  resume(): void;
  /**
   * Sends nothing new until `goOn`; calls in flight are answered. A pause counts towards no
   * deadline, but after `maxPauseMs`, waiting questions end as `cancelled`.
   */
  pause(): void;
  goOn(): void;
  /**
   * Applies from now on, also to waiting questions; those that have been sent keep their deadline.
   *
   * @throws RangeError for numbers that no engine could work with.
   */
  adjust(change: AdjustableOptions): void;
  /**
   * Drops every answer in memory. Pending questions stay.
   *
   * @param isForGood the answers of calls in flight will not be remembered or stored either.
   */
  forget(isForGood?: boolean): void;
  /**
   * Drops from memory the answers that this accepts, and says how many they were. Pending questions
   * stay.
   */
  forgetWhere(isGone: (answer: RememberedAnswer) => boolean): number;
  /** Ends every question that has not been sent; calls in flight are answered. */
  cancelWaiting(): void;
  readonly activity: Activity;
  readonly spending: Spending;
}

/** An answer in memory, and what it is about. */
export interface RememberedAnswer {
  /** The attribute's name; empty for a score. */
  readonly name: string;
  readonly model: string | undefined;
  /** When it was given, in epoch milliseconds. */
  readonly at: number;
}

export interface AskOptions {
  /** Withdraws this asker only; others who asked the same question still get its answer. */
  readonly signal?: CancelSignal;
  /** Who asks, for an `Admission` that lets people pay for their own calls. */
  readonly asker?: unknown;
  /**
   * Only an answer from this time or later counts, in epoch milliseconds: what is known is asked
   * for again, and stays known until there is a newer answer. Equal questions are one call.
   */
  readonly newerThan?: number;
  /** Whose turn it takes, where several people share the engine. */
  readonly tenant?: Tenant;
}
