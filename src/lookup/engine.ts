import type { Activity } from './activity';
import type { CancelSignal } from './cancellation';
import type { Spending } from './limits/admission-control';
import type { Outcome } from './outcome';
import type { Question } from './question';

/** Questions in, answers out, with as few calls as the contract permits. */
export interface Engine {
  /**
   * What is known now, without asking anything or waiting.
   *
   * @param isShown a cell asks, and shows it: then it counts as an answer that took no call. By
   *   default it does.
   */
  peek(question: Question, isShown?: boolean): Outcome | undefined;
  /**
   * For each question whether it takes no call of its own, being answered or on its way. For a
   * plan: nothing is asked, and nothing counts as asked. Never rejects.
   */
  knows(questions: readonly Question[]): Promise<readonly boolean[]>;
  /** Always settles by its deadline, pauses aside, and never rejects. */
  ask(question: Question, options?: AskOptions): Promise<Outcome>;
  /** A person acted (a new key, "try again"): whatever had stopped us no longer does. */
  resume(): void;
  /**
   * Nothing new is sent until `goOn`; what is in flight comes home. A pause counts for no deadline,
   * yet ends what waits: `cancelled` after `maxPauseMs`.
   */
  pause(): void;
  goOn(): void;
  /**
   * Drops every answer in memory; what is under way goes on.
   *
   * @param isForGood nor will what is in flight be remembered, or kept anywhere.
   */
  forget(isForGood?: boolean): void;
  /** Ends everything that has not left; what is in flight comes home. */
  cancelWaiting(): void;
  readonly activity: Activity;
  readonly spending: Spending;
}

export interface AskOptions {
  /** Withdraws this asker alone; others who want the same value keep it. */
  readonly signal?: CancelSignal;
}
