import { UNREADABLE, type Call, type CallEnd } from './call';
import { membersOf } from './call-part';
import { attemptsOf, type CallTarget, type PendingQuestion } from './pending-questions';
import type { Deadlines } from './deadlines';
import type { NameIsolation } from './name-isolation';
import { backOffMs, isRetryable, isSlowDown, NOT_LET_IN, UNREACHED, withoutReply } from './retry';
import type { SchedulerContext } from './scheduler-context';
import type { SourceFailure } from '../source';

/** What becomes of a call's questions when it has ended: they settle, or are retried. */
export class CallCompletion {
  constructor(
    private readonly context: SchedulerContext,
    private readonly deadlines: Deadlines,
    private readonly isolation: NameIsolation,
  ) {}

  ended(call: Call, end: CallEnd): void {
    const { settler, accounts, options, breaker, engine } = this.context;
    const { target, part, limiter, isProbe } = call;
    const { refusedNames } = accounts.of(target);
    const now = options.clock.elapsed();
    if (end.kind === 'answered') {
      limiter.took(call.ticket, now);
      breaker.letIn(target.scope, isProbe, now);
      this.deadlines.answered();
      refusedNames.accept(part.batch);
      settler.answer(target, this.readable(part.batch, end.unreadable), end.valueOf);
      this.isolation.accepted(target, part);
    } else {
      this.failed(call, end, now);
    }
    if (isProbe) engine.onProbed();
  }

  /** Fails the names whose answer was not a number; returns the rest. */
  private readable(
    batch: readonly PendingQuestion[],
    unreadable: ReadonlySet<string> | undefined,
  ): readonly PendingQuestion[] {
    if (unreadable === undefined) return batch;
    const { settler } = this.context;
    const names = settler.textsOf(batch);
    const isOdd = (_: PendingQuestion, index: number): boolean =>
      unreadable.has(names[index] as string);
    settler.fail(batch.filter(isOdd), UNREADABLE);
    return batch.filter((pending, index) => !isOdd(pending, index));
  }

  private failed(
    { target, part, limiter, ticket, isProbe }: Call,
    failure: SourceFailure,
    now: number,
  ): void {
    const { deadlines, isolation } = this;
    const { options, kind, settler, breaker, queue, engine } = this.context;
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
    if (retryAfterMs !== undefined && isCurrent) engine.onRetryAfter(now + retryAfterMs);
    if (this.context.isLost()) {
      limiter.lost(now);
      deadlines.failed({ ...failure, code: 'offline' });
    }

    if (!isCurrent && NOT_LET_IN.has(code)) {
      breaker.failed(isProbe);
      target.giveBack(isolation.stillWanted(all));
      queue.remove(target);
      engine.onOutdated([target]);
      return;
    }
    if (code === 'key-refused') {
      settler.fail(all, failure);
      if (breaker.refused(target.scope, isProbe, now)) engine.onStopped(code);
      return;
    }
    if (code === 'rejected') breaker.letIn(target.scope, isProbe, now);
    else breaker.failed(isProbe);
    if (code === 'out-of-credits') {
      settler.fail(all, failure);
      engine.onStopped(code);
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
      const limits = isTurnedAway ? { ...options, ...TURNED_AWAY } : options;
      const delayMs =
        retryAfterMs ?? backOffMs(Math.max(1, attemptsOf(part.batch)), options.random, limits);
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
    const { options, settler, counter, queue, isLost, wake } = this.context;
    const isLate = this.deadlines.dueIn(delayMs);
    const mayRetry = (pending: PendingQuestion): boolean =>
      !pending.isAbandoned &&
      counter.stoppedBy === undefined &&
      (pending.sending?.attempts ?? 0) < options.maxAttempts &&
      !(isUnreadable && pending.sending?.isAskedAnew === true) &&
      !isLate(pending);
    const again = all.filter(mayRetry);
    settler.fail(
      all.filter((pending) => !mayRetry(pending)),
      failure,
    );
    if (again.length === 0) return;
    for (const { sending } of again)
      if (sending !== undefined) sending.isAskedAnew ||= isUnreadable;
    target.giveBack(again);
    queue.delay(target);
    this.deadlines.watchAgain(again);
    options.clock.schedule(delayMs, () => {
      if (target.queueState !== 'delayed') return;
      // While nothing gets through, others are tried first: this question may be the reason.
      if (isLost() && attemptsOf(again) === 0) queue.addLast(target);
      else queue.addUrgent(target);
      wake();
    });
  }
}

const TURNED_AWAY = { backOffMs: 50 };
