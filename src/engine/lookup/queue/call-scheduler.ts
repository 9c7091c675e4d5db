import { MAX_VARIABLES_PER_CALL } from '../../contract/limits';
import type { OtherClaim } from '../claims';
import type { CallLimiter } from '../limits/call-limiter';
import type { LookupErrorCode } from '../outcome';
import { isCurrent } from '../question-target';
import type { CallKind, SourceFailure } from '../source';
import { Accounts } from './accounts';
import { Call, type CallAnswer, type CallEnd, type PermitOutcome } from './call';
import { afterAccepted, afterOne, alone, membersOf, type Part } from './call-part';
import { Deadlines, EarliestTimer } from './deadlines';
import { NameIsolation } from './name-isolation';
import { attemptsOf, type CallTarget, type PendingQuestion } from './pending-questions';
import { Queue } from './queue';
import { backOffMs, costOf, isRetryable, isTurnedAway, NOT_LET_IN, withoutReply } from './retry';
import type { SchedulerOwner } from './scheduler-owner';

/**
 * One kind of call: what waits for it, when the next may go, what it needs before it leaves, and
 * what becomes of its questions when it has ended.
 */
export class CallScheduler {
  readonly queue: Queue;
  readonly accounts: Accounts;
  private readonly timer: EarliestTimer;
  private readonly deadlines: Deadlines;
  private readonly isolation: NameIsolation;
  /** Calls that wait: for their permits, for another window that asks the same, for their reply. */
  private readonly calls = new Set<Call>();
  /** Runs when one of them may have waited too long. */
  private readonly callTimer: EarliestTimer;

  constructor(
    readonly kind: CallKind,
    private readonly engine: SchedulerOwner,
  ) {
    const { options, pausing } = engine;
    const { source, clock } = options;
    source.reachability?.subscribe(() => this.wake());
    this.accounts = new Accounts(options, () => source.limiter?.(kind));
    this.queue = new Queue(options.windowMs, options.maxWindowMs);
    this.timer = new EarliestTimer(clock, () => this.pump());
    this.callTimer = new EarliestTimer(clock, () => this.checkCalls());
    this.deadlines = new Deadlines(options, pausing, () => {
      if (!pausing.isOn) this.end(this.deadlines.takeLate(this.queue));
    });
    this.isolation = new NameIsolation(this.accounts);
  }

  /** A name of this target has started to wait. */
  add(target: CallTarget): void {
    this.queue.add(target);
    if (!this.timer.isSet) this.timer.in(this.engine.options.windowMs);
    this.deadlines.watch(target);
    this.engine.pausing.watch();
  }

  /** An asker who has waited since `since` joins the question. */
  backdate(pending: PendingQuestion, since: number): void {
    pending.askedAt = since;
    const { target } = pending;
    target.waitingSince = Math.min(target.waitingSince, since);
    this.deadlines.watch(target);
  }

  /** What waits for its permits, or for another window, waits in the queue again. */
  takeBack(): void {
    for (const call of this.calls) {
      if (call.isSent) continue;
      const { target, part } = call;
      this.calls.delete(call);
      call.giveUp();
      target.giveBack(membersOf(part));
      this.queue.add(target);
    }
  }

  /** Something that held calls back no longer does. */
  wake(): void {
    this.timer.in(0);
  }

  resume(): void {
    // A probe with the previous key may still be in flight.
    this.engine.breaker.failed(true);
    this.accounts.reset(this.engine.options.clock.elapsed());
    this.engine.options.source.reachability?.retry();
    this.wake();
  }

  /** The pause has ended, or the concurrency or the deadline has changed. */
  goOn(): void {
    this.deadlines.goOn();
    this.wake();
  }

  /** Why nothing may be asked at all, if so. */
  get refusal(): LookupErrorCode | undefined {
    return this.engine.counter.stoppedBy ?? this.engine.options.source.refusal(this.kind);
  }

  /** The account that would answer now. */
  private get scope(): string {
    return this.engine.options.source.scope(this.kind);
  }

  /** What paces its calls. */
  get limiter(): CallLimiter {
    return this.accounts.of({ scope: this.scope }).limiter;
  }

  /** The service can't be reached, and nothing is sent. */
  private get isLost(): boolean {
    return this.engine.options.source.reachability?.mayCall(this.kind) === false;
  }

  private pump(): void {
    const { pausing, options, breaker } = this.engine;
    // A call may end at once, so we count the turns and leave the rest to the next task.
    for (let turn = 0; this.queue.length > 0 && !pausing.isOn; turn += 1) {
      if (turn >= MOST_TURNS) {
        this.wake();
        return;
      }
      // The trial call with a refused key goes alone; its end calls us again.
      if (!breaker.mayStart || this.isLost) return;
      const now = options.clock.elapsed();
      const waitMs = this.limiter.waitMs(now);
      if (waitMs > 0) {
        this.timer.in(waitMs);
        return;
      }
      const next = this.queue.next(pausing.running(now), this.isolation.isBlocked);
      if (typeof next === 'number') {
        this.timer.in(next);
        return;
      }
      if (!this.mayAsk(next, pausing.running(now))) return;
      const part = next.take(MAX_VARIABLES_PER_CALL);
      this.queue.dispatched(next);
      this.dispatch(next, part, now);
    }
  }

  /**
   * Whether the target's next call may leave now; if not, what is in its way has been dealt with.
   */
  private mayAsk(target: CallTarget, now: number): boolean {
    const { settler, options, admissionControl } = this.engine;
    const { refusal, scope } = this;
    if (refusal !== undefined) {
      settler.refuse(this.queue.takeAll(), refusal);
      return false;
    }
    if (!isCurrent(target, scope, options.clock)) {
      this.engine.onOutdated(this.queue.drain((each) => !isCurrent(each, scope, options.clock)));
      this.wake();
      return false;
    }
    const reason = admissionControl.reasonToHold(target, this.engine.queued);
    if (reason !== undefined) {
      this.engine.onHeld(reason);
      // Approved calls continue.
      if (this.queue.length > 0) this.wake();
      return false;
    }
    const delayMs = admissionControl.burstDelayMs(target, this.engine.queued, now);
    if (delayMs > 0) {
      admissionControl.looked(now);
      this.timer.in(delayMs);
      return false;
    }
    return true;
  }

  /** Takes a slot and sends the part, unless something forbids it. */
  private dispatch(target: CallTarget, part: Part<PendingQuestion>, now: number): void {
    const batch = this.worthSending(target, part.batch);
    if (part.isRejected === true) {
      // Without the names that are rejected everywhere, the rest may be accepted as a whole.
      const isWhole = batch.length === part.batch.length;
      this.ask(target, isWhole ? this.isolation.split(target, batch) : [alone(batch)]);
      return;
    }
    if (batch.length === 0) {
      this.ask(target, [afterOne(part)]);
      return;
    }
    const isNew = batch.some(({ sending }) => sending === undefined);
    const reserved = this.engine.admissionControl.reserve(target, isNew);
    const { limiter } = this.accounts.of(target);
    const sent = batch === part.batch ? part : { ...part, batch };
    const call = new Call(target, sent, limiter, limiter.started(now), reserved);
    const { claims, admission } = this.engine.options;
    if (claims === undefined && admission === undefined) this.send(call);
    else this.seekPermits(call);
  }

  /**
   * Ends the questions that the service rejects everywhere, and those whose deadline has passed.
   */
  private worthSending(
    target: CallTarget,
    batch: readonly PendingQuestion[],
  ): readonly PendingQuestion[] {
    const { rejectedNames } = this.accounts.of(target);
    const isLate = this.deadlines.dueIn(0);
    if (!rejectedNames.hasAny && !batch.some(isLate)) return batch;
    const isRejectedEverywhere = (pending: PendingQuestion): boolean =>
      rejectedNames.isRejectedEverywhere(pending.name);
    const asked = batch.filter((pending) => !isRejectedEverywhere(pending));
    this.engine.settler.fail(batch.filter(isRejectedEverywhere), REJECTED);
    this.end(asked.filter(isLate));
    return asked.filter((pending) => !isLate(pending));
  }

  private seekPermits(call: Call): void {
    const { options, admissionControl } = this.engine;
    // Approved calls do not count towards the threshold.
    const queued = admissionControl.isApproving ? 0 : this.engine.queued.atLeast;
    this.wait(call, options.callTimeoutMs);
    void call.seekPermits(options, queued).then((outcome) => {
      if (this.calls.delete(call)) this.onPermits(call, outcome);
      else call.giveUp();
      this.pump();
    });
  }

  private onPermits(call: Call, outcome: PermitOutcome): void {
    const { target, part } = call;
    if (outcome === 'permitted' && this.mayStillLeave(call)) {
      this.send(call);
      return;
    }
    call.giveUp();
    if (outcome === 'permitted') this.ask(target, [part]);
    else if (outcome === 'late') this.end(membersOf(part));
    else if (outcome.kind === 'taken') this.awaitOther(call, outcome);
    else if (outcome.isForAll) this.engine.onHeld(outcome.code, membersOf(part));
    else this.engine.settler.refuse(membersOf(part), outcome.code);
  }

  /**
   * Whether somebody still wants the call after the wait for its permits, and nothing forbids it.
   */
  private mayStillLeave({ target, part }: Call): boolean {
    if (part.batch.every(({ isAbandoned }) => isAbandoned)) return false;
    const { options, pausing, breaker } = this.engine;
    if (!breaker.mayStart || this.isLost) return false;
    if (this.refusal !== undefined || pausing.isOn) return false;
    return isCurrent(target, this.scope, options.clock);
  }

  /** Another window is asking. The slot is free while we wait; then we ask for what it did not. */
  private awaitOther(call: Call, { whenOver }: OtherClaim): void {
    this.wait(call, Number.POSITIVE_INFINITY);
    const { target, part } = call;
    const onOver = (failure?: SourceFailure): void => {
      if (!this.calls.delete(call)) return;
      if (failure === undefined) this.ask(target, [part]);
      else target.giveBack(part.batch);
      this.engine.onLearnt(target);
      if (failure === undefined) this.pump();
      else this.engine.settler.fail(target.takeAll(), withoutReply(failure));
    };
    whenOver.then(onOver, () => onOver());
  }

  private send(call: Call): void {
    const { options, settler, counter, breaker } = this.engine;
    const { ticket, part } = call;
    call.isProbe = breaker.started();
    // The call may have waited for its permits.
    ticket.startedAt = options.clock.elapsed();
    const timeoutMs = Math.min(options.callTimeoutMs, this.deadlines.sent(part));
    counter.callStarted(part.batch.length);
    call.send(options.source, settler.textsOf(part.batch), this.onEnd);
    this.wait(call, timeoutMs);
  }

  private wait(call: Call, timeoutMs: number): void {
    const now = this.engine.options.clock.elapsed();
    call.endsAt = now + timeoutMs;
    this.calls.add(call);
    this.checkIn(call, this.leftMs(call, now), now);
  }

  private checkIn(call: Call, leftMs: number, now: number): void {
    call.checkAt = now + leftMs;
    this.callTimer.in(leftMs);
  }

  private checkCalls(): void {
    const now = this.engine.options.clock.elapsed();
    for (const call of [...this.calls]) {
      const leftMs = call.checkAt > now ? call.checkAt - now : this.leftMs(call, now);
      if (leftMs > 0) this.checkIn(call, leftMs, now);
      else if (call.isSent) call.abort();
      else {
        this.calls.delete(call);
        call.giveUp();
        this.end(membersOf(call.part));
        this.wake();
      }
    }
  }

  /** How much longer a call may take. A score is not given up early: it may have been charged. */
  private leftMs({ limiter, ticket, part, endsAt, isSent }: Call, now: number): number {
    const leftMs = endsAt - now;
    if (!isSent) {
      // A pause, or a queue that moves, gives the questions more time than they had at first.
      const dueMs = this.deadlines.leftMs(membersOf(part));
      const isPaused = this.engine.pausing.isOn && dueMs > 0;
      return Math.min(leftMs, isPaused ? Math.max(dueMs, PAUSED_LOOK_MS) : dueMs);
    }
    if (this.kind === 'score' || leftMs <= 0) return leftMs;
    const replyTimeoutMs = limiter.replyTimeoutMs(ticket, attemptsOf(part.batch), now);
    // Another may go, to see whether it is answered.
    if (ticket.isHanging) this.wake();
    return Math.min(leftMs, replyTimeoutMs);
  }

  private readonly onEnd = (call: Call, end: CallEnd): void => {
    this.calls.delete(call);
    if (this.calls.size === 0) this.callTimer.stop();
    const cost = costOf(this.kind, end);
    this.engine.counter.callEnded(call.part.batch.length, cost);
    call.settle(cost === 'unknown' ? 'spent' : cost, end.kind === 'answered');
    if (end.kind === 'answered') this.answered(call, end);
    else this.failed(call, end);
    if (call.isProbe) for (const each of this.engine.eachScheduler) each.wake();
    call.release(end);
    this.pump();
  };

  private answered({ target, part, limiter, ticket, isProbe }: Call, reply: CallAnswer): void {
    const { settler, breaker, options } = this.engine;
    const now = options.clock.elapsed();
    limiter.accepted(ticket, now);
    breaker.letIn(target.scope, isProbe, now);
    this.deadlines.answered();
    this.accounts.of(target).rejectedNames.accept(part.batch);
    settler.answer(target, part.batch, reply);
    if (part.deferred.length > 0 || part.rest !== undefined) this.ask(target, afterAccepted(part));
  }

  private failed(call: Call, failure: SourceFailure): void {
    const { target, part, limiter, isProbe } = call;
    const { options, settler, breaker } = this.engine;
    const { code } = failure;
    const now = options.clock.elapsed();
    const all = membersOf(part);
    if (code !== 'rejected') this.isolation.failed(target);
    const retryAfterMs =
      failure.retryAfterMs === undefined
        ? undefined
        : Math.min(failure.retryAfterMs, options.maxRetryAfterMs);
    call.reportToLimiter(code, now, retryAfterMs);
    // A reply from an account that is no longer in use does not bind the current one.
    const isCurrentAccount = target.scope === this.scope;
    if (retryAfterMs !== undefined && isCurrentAccount) {
      for (const each of this.engine.eachScheduler) each.limiter.pause(now + retryAfterMs);
    }
    if (this.isLost) {
      limiter.lost(now);
      this.deadlines.failed({ ...failure, code: 'offline' });
    }

    if (!isCurrentAccount && NOT_LET_IN.has(code)) {
      breaker.failed(isProbe);
      target.giveBack(this.stillWanted(all));
      this.queue.remove(target);
      this.engine.onOutdated([target]);
      return;
    }
    if (code === 'key-refused') {
      settler.fail(all, failure);
      if (breaker.keyRefused(target.scope, isProbe, now)) this.engine.onStopped(code);
      return;
    }
    if (code === 'rejected') breaker.letIn(target.scope, isProbe, now);
    else breaker.failed(isProbe);
    if (code === 'out-of-credits') {
      settler.fail(all, failure);
      this.engine.onStopped(code);
    } else if (code === 'rejected') {
      this.rejected(target, part, failure);
    } else if (isRetryable(this.kind, failure)) {
      this.retryLater(call, failure, retryAfterMs);
    } else {
      settler.fail(all, withoutReply(failure));
    }
  }

  /** The service rejected the call (400). */
  private rejected(target: CallTarget, part: Part<PendingQuestion>, failure: SourceFailure): void {
    const { settler } = this.engine;
    const { batch } = part;
    if (batch.length > 1) {
      // The service is there and has replied: a part that it rejects is no failed attempt.
      for (const { sending } of membersOf(part)) if (sending !== undefined) sending.attempts = 0;
      this.ask(target, this.isolation.afterRejected(target, part));
    } else if (part.isPlaceTest === true && !target.isSound) {
      // Even a name that is good elsewhere was rejected: the place is at fault, for every name.
      settler.fail([...membersOf(part), ...target.takeAll()], failure);
      this.queue.remove(target);
    } else {
      const { rejectedNames } = this.accounts.of(target);
      if (target.isSound) for (const { name } of batch) rejectedNames.reject(name);
      settler.fail(batch, failure);
      this.ask(target, [afterOne(part)]);
    }
  }

  /** Asks again what may be asked again in time; the rest has failed. */
  private retryLater(
    { target, part, limiter, ticket }: Call,
    failure: SourceFailure,
    retryAfterMs: number | undefined,
  ): void {
    const { options, settler, counter } = this.engine;
    const { clock, random, maxAttempts } = options;
    const reason = this.deadlines.failed(failure, retryAfterMs);
    const isIdle = ticket.isHanging || limiter.isPaused(clock.elapsed());
    const isFree = isTurnedAway(failure, isIdle);
    if (isFree) this.deadlines.turnedAway(part.batch);
    const limits = isFree ? { ...options, backOffMs: TURNED_AWAY_MS } : options;
    const delayMs = retryAfterMs ?? backOffMs(Math.max(1, attemptsOf(part.batch)), random, limits);
    const isUnreadable = failure.code === 'unreadable-reply';
    const isLate = this.deadlines.dueIn(delayMs);
    const mayRetry = (pending: PendingQuestion): boolean =>
      !pending.isAbandoned &&
      counter.stoppedBy === undefined &&
      (pending.sending?.attempts ?? 0) < maxAttempts &&
      !(isUnreadable && pending.sending?.isAskedAnew === true) &&
      !isLate(pending);
    const all = membersOf(part);
    const again = all.filter(mayRetry);
    settler.fail(
      all.filter((pending) => !mayRetry(pending)),
      reason,
    );
    if (again.length === 0) return;
    for (const { sending } of again)
      if (sending !== undefined) sending.isAskedAnew ||= isUnreadable;
    target.giveBack(again);
    this.queue.delay(target);
    this.deadlines.watchAgain(again);
    clock.schedule(delayMs, () => {
      if (target.queueState !== 'delayed') return;
      // While nothing gets through, others are tried first: this question may be the reason.
      if (this.isLost && attemptsOf(again) === 0) this.queue.addLast(target);
      else this.queue.addUrgent(target);
      this.wake();
    });
  }

  /**
   * Asks these next, each part unchanged, without the questions that nobody waits for any longer.
   */
  private ask(target: CallTarget, parts: readonly Part<PendingQuestion>[]): void {
    for (const part of parts) {
      const wanted = this.stillWanted(membersOf(part));
      if (wanted.length === 0) continue;
      target.pin(part);
      this.deadlines.watchAgain(wanted);
      this.queue.addUrgent(target);
    }
  }

  /** Cancels the questions that everyone gave up while they were in flight; returns the rest. */
  private stillWanted(questions: readonly PendingQuestion[]): readonly PendingQuestion[] {
    const abandoned = questions.filter(({ isAbandoned }) => isAbandoned);
    if (abandoned.length === 0) return questions;
    this.engine.settler.refuse(abandoned, 'cancelled');
    return questions.filter(({ isAbandoned }) => !isAbandoned);
  }

  /** Ends questions for which no time is left. */
  private end(late: readonly PendingQuestion[]): void {
    const { settler, options } = this.engine;
    const code = this.limiter.isPaused(options.clock.elapsed()) ? 'throttled' : 'timed-out';
    // `offline`, even if a reply from before the outage has come since.
    const status = options.source.reachability?.failingStatus;
    const lost = { code: 'offline', ...(status !== undefined && { status }) } as const;
    settler.fail(late, this.isLost ? lost : (this.deadlines.latestFailure ?? { code }));
  }
}

/** During a pause, the time left stands still, however little it is. */
const PAUSED_LOOK_MS = 1000;

const REJECTED = { code: 'rejected', status: 400 } as const;

/** Far more than there are slots. */
const MOST_TURNS = 100;

const TURNED_AWAY_MS = 50;
