import { UNREADABLE } from './call';
import type { CallEnd } from './call';
import type { Deadlines } from './deadlines';
import type { CompleteEngineOptions } from './engine-options';
import type { NameIsolation } from './name-isolation';
import type { Pace } from './pace';
import type { Queue } from './queue';
import { backOffMs, isRetryable, isSlowDown } from './retry';
import type { Settlement } from './settlement';
import type { CallKind, SourceFailure } from './source';
import { halves } from './split';
import type { Part } from './split';
import type { Subject } from './subject';
import type { Tally } from './tally';
import type { Verdicts } from './verdicts';
import type { Waiting } from './waiting';

export interface CallCompletionParts {
  readonly options: CompleteEngineOptions;
  readonly kind: CallKind;
  readonly settlement: Settlement;
  readonly tally: Tally;
  readonly verdicts: Verdicts;
  readonly queue: Queue;
  readonly pace: Pace;
  readonly deadlines: Deadlines;
  readonly isolation: NameIsolation;
  /** Nothing more may be sent until a person acts. */
  onStopped(code: 'key-refused' | 'out-of-credits'): void;
  /** The service wants to be left alone until then, in elapsed milliseconds. */
  onPaused(until: number): void;
  /** A call may be made again now. */
  onRetryDue(): void;
}

/** A call that has left. */
export interface SentCall {
  readonly subject: Subject;
  readonly part: Part<Waiting>;
  /** Elapsed milliseconds. */
  readonly startedAt: number;
}

/** What becomes of a call's end: answers are told, failures tried again or told. */
export class CallCompletion {
  constructor(private readonly parts: CallCompletionParts) {}

  ended(call: SentCall, end: CallEnd): void {
    const { settlement, verdicts, options, pace, deadlines, isolation } = this.parts;
    const { subject, part } = call;
    const now = options.clock.elapsed();
    pace.ended();
    if (end.kind === 'answered') {
      pace.took(now);
      deadlines.answered();
      subject.isSound = true;
      verdicts.accept(part.batch);
      settlement.answer(subject, this.readable(part.batch, end.unreadable), end.valueOf);
      isolation.askInParts(subject, halves(part.heldBack));
    } else {
      this.failed(call, end, now);
    }
  }

  /** Fails what was answered with no number, and gives the rest. */
  private readable(
    batch: readonly Waiting[],
    unreadable: ReadonlySet<string> | undefined,
  ): readonly Waiting[] {
    if (unreadable === undefined) return batch;
    const { settlement } = this.parts;
    const names = settlement.textsOf(batch);
    const isOdd = (_: Waiting, index: number): boolean => unreadable.has(names[index] as string);
    settlement.fail(batch.filter(isOdd), UNREADABLE);
    return batch.filter((waiting, index) => !isOdd(waiting, index));
  }

  private failed(
    { subject, part, startedAt }: SentCall,
    failure: SourceFailure,
    now: number,
  ): void {
    const { options, kind, settlement, pace, deadlines, isolation, onStopped, onPaused } =
      this.parts;
    const { code } = failure;
    const all = [...part.batch, ...part.heldBack];
    const retryAfterMs =
      failure.retryAfterMs === undefined
        ? undefined
        : Math.min(failure.retryAfterMs, options.maxRetryAfterMs);
    if (retryAfterMs !== undefined) onPaused(now + retryAfterMs);
    if (isSlowDown(code)) pace.refused(startedAt, now, retryAfterMs);

    if (code === 'key-refused' || code === 'out-of-credits') {
      settlement.fail(all, failure);
      onStopped(code);
    } else if (code === 'rejected') {
      pace.took(now);
      isolation.rejected(subject, part, failure);
    } else if (isRetryable(kind, failure)) {
      deadlines.failed(code);
      const attempts = Math.max(...part.batch.map((waiting) => waiting.attempts));
      const delayMs = retryAfterMs ?? backOffMs(attempts, options.random, options);
      this.retry(subject, all, failure, delayMs);
    } else {
      settlement.fail(all, failure);
    }
  }

  private retry(
    subject: Subject,
    all: readonly Waiting[],
    failure: SourceFailure,
    delayMs: number,
  ): void {
    const { options, settlement, tally, queue, deadlines, onRetryDue } = this.parts;
    const isLate = deadlines.dueIn(delayMs);
    const mayRetry = (waiting: Waiting): boolean =>
      !waiting.isAbandoned &&
      tally.stoppedBy === undefined &&
      waiting.attempts < options.maxAttempts &&
      !isLate(waiting);
    const again = all.filter(mayRetry);
    settlement.fail(
      all.filter((waiting) => !mayRetry(waiting)),
      failure,
    );
    if (again.length === 0) return;
    subject.giveBack(again);
    queue.delay(subject);
    deadlines.watchAgain(again);
    options.clock.schedule(delayMs, () => {
      if (subject.standing !== 'delayed') return;
      queue.addUrgent(subject);
      onRetryDue();
    });
  }
}
