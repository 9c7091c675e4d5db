import {
  createCancellation,
  type AskOptions,
  type Cancellation,
  type Clock,
  type Engine,
  type Outcome,
  type Question,
} from '../engine/lookup';
import type { Asker } from './call-admission';
import type { Payer } from './state/call-ledger';

/** One request's questions: they end together, when its time is up or its client leaves. */
export class QuestionGroup {
  private readonly cancellation: Cancellation = createCancellation();
  private readonly asker: Asker;
  /** One for all questions, of which there may be thousands. */
  private readonly options: AskOptions;
  private cancelTimer: () => void;

  constructor(
    private readonly engine: Pick<Engine, 'ask'>,
    clock: Pick<Clock, 'schedule'>,
    readonly payer: Payer,
    /** The add-in gives up after 30 s, so the answer must come sooner. */
    timeoutMs: number,
  ) {
    this.asker = { hasLeft: false, couldNotPay: false, ...payer };
    this.options = {
      signal: this.cancellation.signal,
      asker: this.asker,
      // People without a team take turns as one team.
      lane: { group: payer.team ?? '', member: payer.person, weight: payer.weight },
    };
    this.cancelTimer = clock.schedule(timeoutMs, () => this.cancellation.cancel());
  }

  ask(question: Question): Promise<Outcome> {
    return this.engine.ask(question, this.options).then((outcome) => {
      const isOverBudget = outcome.kind === 'refused' && outcome.error.code === 'over-budget';
      // The question joined a call that other askers could not pay for. This asker still may.
      return isOverBudget && !this.asker.couldNotPay ? this.ask(question) : outcome;
    });
  }

  /** The client has left: what has not been sent is not sent for them. */
  leave(): void {
    this.asker.hasLeft = true;
    this.cancellation.cancel();
  }

  /** All questions are answered. */
  end(): void {
    this.cancelTimer();
  }
}
