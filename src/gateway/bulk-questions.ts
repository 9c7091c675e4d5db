import type { Backlog } from './backlog';
import type { ErrorReply } from './json-reply';
import type { ProcessorTurns, Slice } from './processor-turns';
import { askedReply, knownReply, storedReply, type WantedReply } from './reply-writing';
import type { Payer } from './state/call-ledger';
import type { QuestionGroup, TeamEngine } from './team-engine';
import type { Wanted, WantedValues } from './question-reading';

export interface BulkQuestionsOptions {
  readonly team: TeamEngine;
  readonly backlog: Backlog;
  readonly processor: ProcessorTurns;
  readonly payer: Payer;
  /** @default as long as any request may take */
  readonly withinMs?: number | undefined;
  /** What is said of a question that failed unexpectedly. */
  errorReplyFor(this: void, error: unknown): ErrorReply;
}

/** Answers a request of thousands of questions, in any order, as far as the backlog takes them. */
export class BulkQuestions {
  private readonly asking: QuestionGroup;
  private readonly pending = new Set<Promise<void>>();
  /** Values that this request waits for. */
  private own = 0;
  private readonly slice: Slice;
  private isLeft = false;
  private onRelease = (): void => {};

  constructor(private readonly options: BulkQuestionsOptions) {
    this.asking = options.team.begin(options.payer, options.withinMs);
    this.slice = options.processor.slicesOf(options.payer.person);
  }

  /** Nobody waits any more, so what has not been sent is not sent for this request. */
  get hasLeft(): boolean {
    return this.isLeft;
  }

  /** Settles when the next question may be given. */
  async take(wanted: Wanted, answer: (reply: WantedReply) => void): Promise<void> {
    await this.slice();
    const { team, backlog, payer } = this.options;
    const fault = (error: ErrorReply): void => answer({ kind: 'error', error });
    const fail = (error: unknown): void => fault(this.options.errorReplyFor(error));
    try {
      const known = knownReply(wanted, team);
      if (known !== undefined || wanted.kind === 'error') {
        answer(known as WantedReply);
        return;
      }
      const values = wanted.questions.length;
      const error = await this.enter(values);
      if (error !== undefined) {
        fault(error);
        return;
      }
      this.own += values;
      const asked = this.ask(wanted, answer)
        .catch(fail)
        .finally(() => {
          this.own -= values;
          backlog.leave(payer.person, values);
          this.pending.delete(asked);
          this.onRelease();
        });
      this.pending.add(asked);
    } catch (error) {
      fail(error);
    }
  }

  leave(): void {
    this.isLeft = true;
    this.asking.leave();
    this.onRelease();
  }

  /** Settles when every question that was taken is answered. */
  async end(): Promise<void> {
    await Promise.all(this.pending);
    this.asking.end();
  }

  /**
   * Enters the values in the backlog. If that is full of this request's own values, it waits until
   * some of them are answered.
   */
  private async enter(values: number): Promise<ErrorReply | undefined> {
    const { backlog, payer } = this.options;
    const mustWait = (): boolean =>
      this.own + values > MOST_OWN || backlog.limitReached(payer.person, values) !== undefined;
    while (this.own > 0 && mustWait()) {
      await new Promise<void>((resolve) => (this.onRelease = resolve));
    }
    return backlog.enter(payer.person, values);
  }

  private async ask(wanted: WantedValues, answer: (reply: WantedReply) => void): Promise<void> {
    const { team, payer } = this.options;
    // Fresh answers are left to the engine, which reads many from the store at once.
    const stale = team.servesStale ? await storedReply(wanted, team, payer) : undefined;
    answer(stale ?? (await askedReply(wanted, this.asking, team)));
  }
}

/** Values that one request waits for before it reads on: more than fill every slot for a while. */
const MOST_OWN = 5000;
