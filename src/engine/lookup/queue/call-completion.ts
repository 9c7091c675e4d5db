import { UNREADABLE } from './call';
import type { Accounts } from '../account';
import type { CallEnd } from './call';
import type { CircuitBreaker } from '../limits/circuit-breaker';
import type { Deadlines } from './deadlines';
import type { CompleteEngineOptions } from '../engine-options';
import type { CallLimiter, Ticket } from '../limits/call-limiter';
import type { NameIsolation } from './name-isolation';
import type { Queue } from './queue';
import { backOffMs, isRetryable, isSlowDown, NOT_LET_IN, UNREACHED, withoutReply } from './retry';
import type { QuestionSettler } from './question-settler';
import type { CallKind, SourceFailure } from '../source';
import { membersOf } from './split';
import type { Part } from './split';
import type { CallTarget, PendingQuestion } from './call-target';
import type { ActivityCounter } from '../activity-counter';

export interface CallCompletionParts {
  readonly options: CompleteEngineOptions;
  readonly kind: CallKind;
  readonly settler: QuestionSettler;
  readonly counter: ActivityCounter;
  readonly breaker: CircuitBreaker;
  readonly queue: Queue;
  readonly accounts: Accounts;
  readonly deadlines: Deadlines;
  readonly isolation: NameIsolation;
  /** Nothing more may be sent until a person acts. */
  onStopped(code: 'key-refused' | 'out-of-credits'): void;
  /** The trial call with a refused key has ended. */
  onProbed(): void;
  /** The service asked for no calls until then, in elapsed milliseconds. */
  onPaused(until: number): void;
  /** Whether the service is unreachable, so that nothing is sent. */
  isLost(): boolean;
  /** These targets must be asked again, under the account that would answer now. */
  onOutdated(targets: readonly CallTarget[]): void;
  /** A retry is due. */
  onRetryDue(): void;
}

/** A call that has been sent. */
export interface SentCall {
  readonly target: CallTarget;
  readonly part: Part<PendingQuestion>;
  /** The limiter that gave the call its slot. */
  readonly limiter: CallLimiter;
  readonly ticket: Ticket;
  /** The trial call with a key that was refused. */
  readonly isProbe: boolean;
}

/** Handles a call's end: settles answers, and retries or settles failures. */
export class CallCompletion {
  constructor(private readonly parts: CallCompletionParts) {}

  ended(call: SentCall, end: CallEnd): void {
    const { settler, accounts, options, deadlines, isolation, breaker } = this.parts;
    const { target, part, limiter, isProbe } = call;
    const { refusedNames } = accounts.of(target);
    const now = options.clock.elapsed();
    if (end.kind === 'answered') {
      limiter.took(call.ticket, now);
      breaker.letIn(target.scope, isProbe, now);
      deadlines.answered();
      target.isSound = true;
      refusedNames.accept(part.batch);
      settler.answer(target, this.readable(part.batch, end.unreadable), end.valueOf);
      isolation.accepted(target, part);
    } else {
      this.failed(call, end, now);
    }
    if (isProbe) this.parts.onProbed();
  }

  /** Fails the names whose answer was not a number; returns the rest. */
  private readable(
    batch: readonly PendingQuestion[],
    unreadable: ReadonlySet<string> | undefined,
  ): readonly PendingQuestion[] {
    if (unreadable === undefined) return batch;
    const { settler } = this.parts;
    const names = settler.textsOf(batch);
    const isOdd = (_: PendingQuestion, index: number): boolean =>
      unreadable.has(names[index] as string);
    settler.fail(batch.filter(isOdd), UNREADABLE);
    return batch.filter((pending, index) => !isOdd(pending, index));
  }

  private failed(
    { target, part, limiter, ticket, isProbe }: SentCall,
    failure: SourceFailure,
    now: number,
  ): void {
    const { options, kind, settler, deadlines, isolation, breaker } = this.parts;
    const { onStopped, onPaused, onOutdated, queue } = this.parts;
    const { code } = failure;
    const all = membersOf(part);
    if (code !== 'rejected') isolation.failed(target);
    const retryAfterMs =
      failure.retryAfterMs === undefined
        ? undefined
        : Math.min(failure.retryAfterMs, options.maxRetryAfterMs);
    if (isSlowDown(code) || UNREACHED.has(code)) {
      limiter.refused(ticket, now, retryAfterMs, code !== 'throttled');
    } else if (code === 'rejected') limiter.took(ticket, now);
    else limiter.unsent(ticket);
    // A reply from an account that is no longer in use does not bind the current one.
    const isCurrent = target.scope === options.source.scope(kind);
    if (retryAfterMs !== undefined && isCurrent) onPaused(now + retryAfterMs);
    if (this.parts.isLost()) {
      limiter.lost(now);
      deadlines.failed({ ...failure, code: 'offline' });
    }

    if (!isCurrent && NOT_LET_IN.has(code)) {
      breaker.failed(isProbe);
      target.giveBack(isolation.stillWanted(all));
      queue.remove(target);
      onOutdated([target]);
      return;
    }
    if (code === 'key-refused') {
      settler.fail(all, failure);
      if (breaker.refused(target.scope, isProbe, now)) onStopped(code);
      return;
    }
    if (code === 'rejected') breaker.letIn(target.scope, isProbe, now);
    else breaker.failed(isProbe);
    if (code === 'out-of-credits') {
      settler.fail(all, failure);
      onStopped(code);
    } else if (code === 'rejected') {
      isolation.rejected(target, part, failure);
    } else if (isRetryable(kind, failure)) {
      const reason = deadlines.failed(failure, retryAfterMs);
      // A call that the service did not take is no attempt. Nor is one without a reply while no
      // call gets through: that is not this question's fault.
      const isIdle = ticket.isHanging || limiter.isPaused(now);
      const isTurnedAway =
        isSlowDown(code) || failure.isUnsent === true || (UNREACHED.has(code) && isIdle);
      if (isTurnedAway) deadlines.turnedAway(part.batch);
      const attempts = Math.max(...part.batch.map((pending) => pending.attempts));
      const limits = isTurnedAway ? { ...options, ...TURNED_AWAY } : options;
      const delayMs = retryAfterMs ?? backOffMs(Math.max(1, attempts), options.random, limits);
      this.retry(target, all, reason, delayMs, code === 'unreadable-reply');
    } else {
      settler.fail(all, withoutReply(failure));
    }
  }

  private retry(
    target: CallTarget,
    all: readonly PendingQuestion[],
    failure: SourceFailure,
    delayMs: number,
    isUnreadable: boolean,
  ): void {
    const { options, settler, counter, queue, deadlines, onRetryDue } = this.parts;
    const isLate = deadlines.dueIn(delayMs);
    const mayRetry = (pending: PendingQuestion): boolean =>
      !pending.isAbandoned &&
      counter.stoppedBy === undefined &&
      pending.attempts < options.maxAttempts &&
      !(isUnreadable && pending.isAskedAnew) &&
      !isLate(pending);
    const again = all.filter(mayRetry);
    settler.fail(
      all.filter((pending) => !mayRetry(pending)),
      failure,
    );
    if (again.length === 0) return;
    if (isUnreadable) for (const pending of again) pending.isAskedAnew = true;
    target.giveBack(again);
    queue.delay(target);
    deadlines.watchAgain(again);
    options.clock.schedule(delayMs, () => {
      if (target.queueState !== 'delayed') return;
      queue.addUrgent(target);
      onRetryDue();
    });
  }
}

const TURNED_AWAY = { backOffMs: 50 };
