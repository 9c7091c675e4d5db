import { UNREADABLE } from './call';
import type { Accounts } from '../account';
import type { CallEnd } from './call';
import type { CircuitBreaker } from '../limits/circuit-breaker';
import type { Deadlines } from './deadlines';
import type { CompleteEngineOptions } from '../engine-options';
import type { Ticket } from '../limits/adaptive-rate-limiter';
import type { NameIsolation } from './name-isolation';
import type { Queue } from './queue';
import { backOffMs, isRetryable, isSlowDown } from './retry';
import type { Settlement } from './question-completion';
import type { CallKind, SourceFailure, SourceFailureCode } from '../source';
import { membersOf } from './split';
import type { Part } from './split';
import type { Subject } from './call-target';
import type { Tally } from '../activity-counter';
import type { Waiting } from './pending-question';

export interface CallCompletionParts {
  readonly options: CompleteEngineOptions;
  readonly kind: CallKind;
  readonly settlement: Settlement;
  readonly tally: Tally;
  readonly breaker: CircuitBreaker;
  readonly queue: Queue;
  readonly accounts: Accounts;
  readonly deadlines: Deadlines;
  readonly isolation: NameIsolation;
  /** Nothing more may be sent until a person acts. */
  onStopped(code: 'key-refused' | 'out-of-credits'): void;
  /** The second look at a key is over. */
  onLooked(): void;
  /** The service wants to be left alone until then, in elapsed milliseconds. */
  onPaused(until: number): void;
  /** A call may be made again now. */
  onRetryDue(): void;
}

/** A call that has left. */
export interface SentCall {
  readonly subject: Subject;
  readonly part: Part<Waiting>;
  readonly ticket: Ticket;
  /** It is the second look at a key that was refused. */
  readonly isLook: boolean;
}

/** What becomes of a call's end: answers are told, failures tried again or told. */
export class CallCompletion {
  constructor(private readonly parts: CallCompletionParts) {}

  ended(call: SentCall, end: CallEnd): void {
    const { settlement, accounts, options, deadlines, isolation, breaker } = this.parts;
    const { subject, part, isLook } = call;
    const { pace, verdicts } = accounts.of(subject);
    const now = options.clock.elapsed();
    if (end.kind === 'answered') {
      pace.took(call.ticket, now);
      breaker.letIn(subject.scope, isLook, now);
      deadlines.answered();
      subject.isSound = true;
      verdicts.accept(part.batch);
      settlement.answer(subject, this.readable(part.batch, end.unreadable), end.valueOf);
      isolation.accepted(subject, part);
    } else {
      this.failed(call, end, now);
    }
    if (isLook) this.parts.onLooked();
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
    { subject, part, ticket, isLook }: SentCall,
    failure: SourceFailure,
    now: number,
  ): void {
    const { options, kind, settlement, accounts, deadlines, isolation, breaker } = this.parts;
    const { onStopped, onPaused } = this.parts;
    const { pace } = accounts.of(subject);
    const { code } = failure;
    const all = membersOf(part);
    if (code !== 'rejected') isolation.failed(subject);
    const retryAfterMs =
      failure.retryAfterMs === undefined
        ? undefined
        : Math.min(failure.retryAfterMs, options.maxRetryAfterMs);
    if (isSlowDown(code) || UNREACHED.has(code)) pace.refused(ticket, now, retryAfterMs);
    else if (code === 'rejected') pace.took(ticket, now);
    else pace.unsent(ticket);
    if (retryAfterMs !== undefined) onPaused(now + retryAfterMs);

    if (code === 'key-refused') {
      settlement.fail(all, failure);
      if (breaker.refused(subject.scope, isLook, now)) onStopped(code);
      return;
    }
    if (code === 'rejected') breaker.letIn(subject.scope, isLook, now);
    else breaker.failed(isLook);
    if (code === 'out-of-credits') {
      settlement.fail(all, failure);
      onStopped(code);
    } else if (code === 'rejected') {
      isolation.rejected(subject, part, failure);
    } else if (isRetryable(kind, failure)) {
      const reason = deadlines.failed(failure);
      // Not taken is no attempt; and where nothing is, it is not for this question's sake.
      const isTurnedAway = isSlowDown(code) || (UNREACHED.has(code) && pace.isPaused(now));
      if (isTurnedAway) deadlines.turnedAway(part.batch);
      const attempts = Math.max(...part.batch.map((waiting) => waiting.attempts));
      const limits = isTurnedAway ? { ...options, ...TURNED_AWAY } : options;
      const delayMs = retryAfterMs ?? backOffMs(Math.max(1, attempts), options.random, limits);
      this.retry(subject, all, reason, delayMs);
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

/** The service was not reached, or did not say a word. */
const UNREACHED: ReadonlySet<SourceFailureCode> = new Set(['offline', 'timed-out']);
const TURNED_AWAY = { backOffMs: 50 };
