import { MAX_VARIABLES_PER_CALL } from '../../contract/limits';
import type { RefusedCall } from '../admission';
import type { TakenClaim } from '../claims';
import { storeKey } from '../cache/tier-reader';
import { isCurrent } from '../question-target';
import type { CallKind, SourceFailure } from '../source';
import { Accounts } from './accounts';
import { Call, type CallEnd } from './call';
import { CallCompletion } from './call-completion';
import { alone, membersOf, type Part } from './call-part';
import { CallPermits, type PermitOutcome } from './call-permits';
import { attemptsOf, type CallTarget, type Lane, type PendingQuestion } from './pending-questions';
import { Deadlines } from './deadlines';
import { NameIsolation } from './name-isolation';
import { Queue } from './queue';
import { costOf, withoutReply } from './retry';
import { EarliestTimer, type SchedulerContext, type SchedulerParts } from './scheduler-context';

/** One kind of call: what waits for it, when the next may go, and what it needs before it leaves. */
export class CallScheduler {
  readonly queue: Queue;
  private readonly accounts: Accounts;
  private readonly timer: EarliestTimer;
  private readonly deadlines: Deadlines;
  private readonly isolation: NameIsolation;
  private readonly completion: CallCompletion;
  /** Undefined if nobody else shares the budget or asks the same. */
  private readonly permits: CallPermits | undefined;
  /** Calls that wait for their permits, or for another window. */
  private readonly waiting = new Set<Call>();
  private readonly inFlight = new Set<Call>();
  /** Runs when a call in flight may have taken too long. */
  private readonly replyTimer: EarliestTimer;

  constructor(
    readonly kind: CallKind,
    private readonly parts: SchedulerParts,
  ) {
    const { options } = parts;
    const { source } = options;
    source.reachability?.subscribe(() => this.wake());
    this.accounts = new Accounts({ options, limiter: () => source.limiter?.(kind) });
    this.queue = new Queue(options.windowMs, options.maxWindowMs);
    this.timer = new EarliestTimer(options.clock, () => this.pump());
    this.replyTimer = new EarliestTimer(options.clock, () => this.checkReplies());
    const context: SchedulerContext = {
      ...parts,
      kind,
      queue: this.queue,
      accounts: this.accounts,
      isLost: () => this.isLost,
      wake: () => this.wake(),
    };
    this.deadlines = new Deadlines(context);
    this.isolation = new NameIsolation(context, this.deadlines);
    this.completion = new CallCompletion(context, this.deadlines, this.isolation);
    const isAlone = options.admission === undefined && options.claims === undefined;
    this.permits = isAlone ? undefined : new CallPermits(options);
  }

  /** A name of this target has started to wait. */
  add(target: CallTarget): void {
    this.queue.add(target);
    if (!this.timer.isSet) this.timer.in(this.parts.options.windowMs);
    this.deadlines.watch(target);
    this.parts.pause.watch();
  }

  /** Somebody in this lane is about to wait for the target. */
  share(target: CallTarget, lane: Lane): void {
    this.queue.share(target, lane);
  }

  /** An asker who has waited since `since` joins the question. */
  backdate(pending: PendingQuestion, since: number): void {
    pending.askedAt = since;
    const { target } = pending;
    target.waitingSince = Math.min(target.waitingSince, since);
    this.deadlines.watch(target);
  }

  /** Removes a target that nobody waits for. */
  drop(target: CallTarget): void {
    if (!target.hasUnsent) this.queue.remove(target);
  }

  /** Takes out the targets that have not been sent: all, or those that `isMeant` selects. */
  drain(isMeant?: (target: CallTarget) => boolean): CallTarget[] {
    return this.queue.drain(isMeant);
  }

  /** What waits for its permits, or for another window, waits in the queue again. */
  takeBack(): void {
    for (const { target, part } of this.waiting) {
      target.giveBack(membersOf(part));
      this.queue.add(target);
    }
    this.waiting.clear();
  }

  /** These ids are free again and may be given to other names. */
  forgetNames(names: readonly number[]): void {
    this.accounts.forget(names);
  }

  /** Something that held calls back no longer does. */
  wake(): void {
    this.timer.in(0);
  }

  resume(): void {
    // A probe with the previous key may still be in flight.
    this.parts.breaker.failed(true);
    this.accounts.reset(this.parts.options.clock.elapsed());
    this.parts.options.source.reachability?.retry();
    this.wake();
  }

  /** The service asked for no calls until then. */
  rest(until: number): void {
    this.accounts.of({ scope: this.scope }).limiter.pause(until);
  }

  /** The pause has ended, or the concurrency or the deadline has changed. */
  goOn(): void {
    this.deadlines.goOn();
    this.wake();
  }

  /** The account that would answer now. */
  private get scope(): string {
    return this.parts.options.source.scope(this.kind);
  }

  /** The service can't be reached, and nothing is sent. */
  private get isLost(): boolean {
    return this.parts.options.source.reachability?.mayCall(this.kind) === false;
  }

  private pump(): void {
    const { pause, options, breaker } = this.parts;
    // A call may end at once, so we count the turns and leave the rest to the next task.
    for (let turn = 0; this.queue.length > 0 && !pause.isOn; turn += 1) {
      if (turn >= MOST_TURNS) {
        this.wake();
        return;
      }
      // The trial call with a refused key goes alone; its end calls us again.
      if (!breaker.mayStart || this.isLost) return;
      const now = options.clock.elapsed();
      const scope = this.scope;
      const waitMs = this.accounts.of({ scope }).limiter.waitMs(now);
      if (waitMs > 0) {
        this.timer.in(waitMs);
        return;
      }
      this.isolation.goOn();
      const next = this.queue.next(pause.running(now), this.isolation.isBlocked);
      if (typeof next === 'number') {
        this.timer.in(next);
        return;
      }
      if (!this.mayAsk(next, scope, pause.running(now))) return;
      const part = next.take(MAX_VARIABLES_PER_CALL);
      this.queue.took(next);
      this.dispatch(next, part, now);
    }
  }

  /** Whether the target's next call may leave now; if not, what is in its way has been dealt with. */
  private mayAsk(target: CallTarget, scope: string, now: number): boolean {
    const { settler, options, admissionControl, engine } = this.parts;
    const { refusal } = this;
    if (refusal !== undefined) {
      settler.refuse(
        this.drain().flatMap((each) => each.takeAll()),
        refusal,
      );
      return false;
    }
    if (!isCurrent(target, scope, options.clock)) {
      engine.onOutdated(this.drain((each) => !isCurrent(each, scope, options.clock)));
      this.wake();
      return false;
    }
    const objection = admissionControl.objection(target, engine.queued);
    if (objection !== undefined) {
      engine.onHeld(objection);
      // Approved calls continue.
      if (this.queue.length > 0) this.wake();
      return false;
    }
    const delayMs = admissionControl.burstDelayMs(target, engine.queued, now);
    if (delayMs > 0) {
      admissionControl.looked(now);
      this.timer.in(delayMs);
      return false;
    }
    return true;
  }

  /** Why nothing may be asked at all. */
  private get refusal() {
    return this.parts.counter.stoppedBy ?? this.parts.options.source.refusal(this.kind);
  }

  /** Takes a slot and sends the part, unless something forbids it. */
  private dispatch(target: CallTarget, part: Part<PendingQuestion>, now: number): void {
    const { isolation } = this;
    const batch = this.worthSending(target, part.batch, now);
    if (part.isRefused === true) {
      // Without the names that are refused everywhere, the rest may be accepted as a whole.
      if (batch.length === part.batch.length) isolation.split(target, batch);
      else isolation.askInParts(target, [alone(batch)]);
      return;
    }
    if (batch.length === 0) {
      isolation.dropped(target, part);
      return;
    }
    const isNew = batch.some(({ sending }) => sending === undefined);
    const reserved = this.parts.admissionControl.reserve(target, isNew);
    const { limiter } = this.accounts.of(target);
    const sent = batch === part.batch ? part : { ...part, batch };
    const call = new Call(target, sent, limiter, limiter.started(now), reserved);
    if (this.permits === undefined) this.send(call);
    else this.seekPermits(call, this.permits);
  }

  /**
   * Ends the questions that the service refuses everywhere, and those whose deadline has passed.
   */
  private worthSending(
    target: CallTarget,
    batch: readonly PendingQuestion[],
    now: number,
  ): readonly PendingQuestion[] {
    const { refusedNames } = this.accounts.of(target);
    const isLate = this.deadlines.dueIn(0);
    if (!refusedNames.hasAny && !batch.some(isLate)) return batch;
    const isRefusedEverywhere = (pending: PendingQuestion): boolean =>
      refusedNames.isRefusedEverywhere(pending.name);
    const asked = batch.filter((pending) => !isRefusedEverywhere(pending));
    this.parts.settler.fail(batch.filter(isRefusedEverywhere), REJECTED);
    this.deadlines.end(asked.filter(isLate), now);
    return asked.filter((pending) => !isLate(pending));
  }

  private seekPermits(call: Call, permits: CallPermits): void {
    const { options, admissionControl, engine } = this.parts;
    const { target, part, novelty, askers } = call;
    const proposed = {
      kind: this.kind,
      target: storeKey(target),
      novelty,
      // Approved calls do not count towards the threshold.
      queued: admissionControl.isApproving ? 0 : engine.queued.atLeast,
      askers,
    };
    const timeoutMs = Math.min(options.callTimeoutMs, this.deadlines.leftMs(membersOf(part)));
    const outcome = permits.seek(proposed, timeoutMs);
    if (!(outcome instanceof Promise)) {
      this.onPermits(call, outcome, true);
      return;
    }
    this.waiting.add(call);
    void outcome.then((given) => {
      const isTakenBack = !this.waiting.delete(call);
      if (given.kind === 'permitted') call.permit = given;
      if (isTakenBack) call.giveUp();
      else this.onPermits(call, given, this.mayStillLeave(call));
      this.pump();
    });
  }

  private onPermits(call: Call, outcome: PermitOutcome, mayLeave: boolean): void {
    const { target, part } = call;
    if (outcome.kind === 'permitted') {
      call.permit = outcome;
      if (mayLeave) {
        this.send(call);
      } else {
        call.giveUp();
        this.isolation.askInParts(target, [part]);
      }
      return;
    }
    call.giveUp();
    if (outcome.kind === 'refused') this.refuse(call, outcome);
    else if (outcome.kind === 'taken') this.awaitOther(call, outcome);
    else this.end(call);
  }

  /** Whether somebody still wants the call after the wait for its permits, and nothing forbids it. */
  private mayStillLeave({ target, part }: Call): boolean {
    if (part.batch.every(({ isAbandoned }) => isAbandoned)) return false;
    const { options, pause, breaker } = this.parts;
    if (!breaker.mayStart || this.isLost) return false;
    const isRefused = this.refusal !== undefined;
    return !isRefused && !pause.isOn && isCurrent(target, this.scope, options.clock);
  }

  private refuse({ target, part }: Call, { code, isForAll }: RefusedCall): void {
    const { settler, admissionControl, engine } = this.parts;
    settler.refuse(membersOf(part), code, ({ name }) => {
      if (isForAll) admissionControl.hold(target, settler.textOf(name), code);
    });
    if (isForAll) engine.onHeld(code);
  }

  /**
   * Another window is asking. We free the slot while we wait, and still end the questions in time.
   */
  private awaitOther(call: Call, { whenOver }: TakenClaim): void {
    const { pause, options } = this.parts;
    const { clock } = options;
    const members = membersOf(call.part);
    this.waiting.add(call);
    const once = (run: () => void): void => {
      cancel();
      if (this.waiting.delete(call)) run();
    };
    // A pause, or a queue that moves, gives the questions more time than they had at first.
    const look = (): void => {
      const leftMs = this.deadlines.leftMs(members);
      if (leftMs <= 0 || !this.waiting.has(call)) once(() => this.end(call));
      else cancel = clock.schedule(pause.isOn ? Math.max(leftMs, PAUSED_LOOK_MS) : leftMs, look);
    };
    let cancel = clock.schedule(this.deadlines.leftMs(members), look);
    const onOver = (failure?: SourceFailure): void => once(() => this.onOtherOver(call, failure));
    whenOver.then(onOver, () => onOver());
  }

  /** The other call is over and its answers are learnt. Asks for the rest, unless it failed. */
  private onOtherOver({ target, part }: Call, failure: SourceFailure | undefined): void {
    const { settler, engine } = this.parts;
    if (failure === undefined) {
      this.isolation.askInParts(target, [part]);
      engine.onLearnt(target);
      this.pump();
    } else {
      target.giveBack(part.batch);
      engine.onLearnt(target);
      settler.fail(target.takeAll(), withoutReply(failure));
    }
  }

  /** No time is left for the call. */
  private end({ part }: Call): void {
    this.deadlines.end(membersOf(part), this.parts.options.clock.elapsed());
  }

  private send(call: Call): void {
    const { options, settler, counter, breaker } = this.parts;
    const { ticket, part } = call;
    call.isProbe = breaker.started();
    // The call may have waited for its permits.
    ticket.startedAt = options.clock.elapsed();
    call.endsAt = ticket.startedAt + Math.min(options.callTimeoutMs, this.deadlines.sent(part));
    counter.callStarted(part.batch.length);
    this.inFlight.add(call);
    this.checkSoon(call);
    call.send(options.source, settler.textsOf(part.batch), this.onEnd);
  }

  private checkSoon(call: Call): void {
    const leftMs = this.leftMs(call);
    call.checkAt = this.parts.options.clock.elapsed() + leftMs;
    this.replyTimer.in(leftMs);
  }

  private checkReplies(): void {
    const now = this.parts.options.clock.elapsed();
    for (const call of [...this.inFlight]) {
      if (call.checkAt > now) this.replyTimer.in(call.checkAt - now);
      else if (this.leftMs(call) > 0) this.checkSoon(call);
      else call.abort();
    }
  }

  /** How much longer a call may take. A score is not given up early: it may have been charged. */
  private leftMs({ limiter, ticket, part, endsAt }: Call): number {
    const now = this.parts.options.clock.elapsed();
    const leftMs = endsAt - now;
    if (this.kind === 'score' || leftMs <= 0) return leftMs;
    const replyTimeoutMs = limiter.replyTimeoutMs(ticket, attemptsOf(part.batch), now);
    // Another may go, to see whether it is answered.
    if (ticket.isHanging) this.wake();
    return Math.min(leftMs, replyTimeoutMs);
  }

  private readonly onEnd = (call: Call, end: CallEnd): void => {
    this.inFlight.delete(call);
    if (this.inFlight.size === 0) this.replyTimer.stop();
    const cost = costOf(end);
    this.parts.counter.callEnded(call.part.batch.length, cost);
    call.settle(cost === 'unknown' ? 'spent' : cost, end.kind === 'answered');
    this.completion.ended(call, end);
    call.release(end);
    this.pump();
  };
}

/** During a pause, the time left stands still, however little it is. */
const PAUSED_LOOK_MS = 1000;

const REJECTED = { code: 'rejected', status: 400 } as const;

/** Far more than there are slots. */
const MOST_TURNS = 100;
