import type { PincodeRule } from '../../engine/places/pincode';
import type { ErrorReply } from '../json-reply';
import { BulkQuestions, type BulkQuestionsOptions } from '../bulk-questions';
import { errorOfNames, gravest, reasonOf, STILL_ASKED } from '../outcome-errors';
import type { WantedReply } from '../reply-writing';
import { readRow, type CalledFunction } from './called-function';
import type { ReadBatch } from './engine-shapes';

/** How a batch ended. */
export type BatchOutcome =
  /** The body of the reply, in the engine's format. */
  | { readonly kind: 'answered'; readonly text: string }
  /** The status tells the engine whether to send the whole batch again. */
  | { readonly kind: 'error'; readonly error: ErrorReply };

export interface BatchOptions extends Omit<BulkQuestionsOptions, 'withinMs'> {
  readonly called: CalledFunction;
  readonly batch: ReadBatch;
  readonly pincodes: PincodeRule;
  readonly withinMs: number;
}

/**
 * Answers the rows of a batch. Each row has its own outcome, unless the whole batch has to be sent
 * again, or must not be: an engine can repeat or drop a batch, but not a row.
 */
export class Batch {
  readonly outcome: Promise<BatchOutcome>;
  private readonly answers: BulkQuestions;
  private readonly rows: (string | undefined)[];
  private readonly errors: ErrorReply[] = [];
  /** The length of the reply so far, in UTF-16 units. */
  private characters = 0;
  private isCut = false;

  constructor(private readonly options: BatchOptions) {
    const { team, withinMs, batch } = options;
    this.rows = Array.from(batch.rows, () => undefined);
    // The batch ends before its questions run out of time, so it knows why they have no answer.
    this.answers = new BulkQuestions({ ...options, withinMs: 2 * withinMs });
    const cancelTimer = team.clock.schedule(withinMs, () => this.cut());
    this.outcome = this.run()
      .catch((error: unknown): BatchOutcome => ({
        kind: 'error',
        error: options.errorReplyFor(error),
      }))
      .finally(cancelTimer);
  }

  /**
   * Ends the batch because time is up or nobody waits. Nothing more is sent, and calls in flight
   * are left alone.
   */
  cut(): void {
    this.isCut = true;
    this.answers.leave();
  }

  private async run(): Promise<BatchOutcome> {
    const { batch, called, pincodes } = this.options;
    for (const [index, row] of batch.rows.entries()) {
      if (this.answers.hasLeft) break;
      const wanted = readRow(called, row, pincodes);
      await this.answers.take(wanted, (reply) => this.settle(index, wanted.kind, reply));
    }
    await this.answers.end();
    const error = gravest(this.errors);
    if (error !== undefined) return { kind: 'error', error };
    const answered = this.rows.filter((row) => row !== undefined);
    return answered.length === batch.rows.length
      ? { kind: 'answered', text: batch.write(answered) }
      : { kind: 'error', error: NOT_FINISHED };
  }

  private settle(index: number, asked: 'attributes' | 'score' | 'error', reply: WantedReply): void {
    if (reply.kind === 'answered') {
      const error = errorOfNames(reply.failures);
      const failed = error === undefined ? '' : `,${errorFields(error, true)}`;
      const row = `${reply.values.slice(0, -1)},"at":"${reply.at}"${failed}}`;
      this.rows[index] = row;
      this.characters += row.length;
      if (this.characters > MOST_REPLIED && !this.answers.hasLeft) this.end(TOO_MUCH_REPLIED);
      return;
    }
    const { error } = reply;
    if (this.isOfRow(error)) {
      this.rows[index] = `{${errorFields(error, asked !== 'error')}}`;
      return;
    }
    // A withdrawn question is no reason: the batch ends for another one.
    if (this.answers.hasLeft) return;
    // Nobody could pay for further rows.
    if (error.status === 402) this.end(error);
    else this.errors.push(error);
  }

  private end(error: ErrorReply): void {
    this.errors.push(error);
    this.answers.leave();
  }

  /**
   * Whether an error belongs to the row alone: sending the batch again would not help, and the
   * other rows are worth keeping.
   */
  private isOfRow(error: ErrorReply): boolean {
    const { status, reason } = error;
    if (reason === 'unknown-outcome') return error !== STILL_ASKED;
    if (status === 504) return !this.isCut;
    return status === 400 || status === 404 || status === 502;
  }
}

/** The fields of a row that says what went wrong, as JSON. */
function errorFields(error: ErrorReply, wasAsked: boolean): string {
  return JSON.stringify({ error: error.message, reason: reasonOf(error, wasAsked) }).slice(1, -1);
}

const NOT_FINISHED: ErrorReply = {
  status: 503,
  message: 'Not all rows were answered in time. Send the batch again: answers so far are kept.',
  retryAfterSeconds: 1,
};
/** In UTF-16 units. Warehouses take replies of 10 to 15 MB. */
const MOST_REPLIED = 16 * 1024 * 1024;
const TOO_MUCH_REPLIED: ErrorReply = {
  status: 413,
  message: 'The reply would be larger than 16 MB. Send fewer rows, or ask for fewer names.',
};
