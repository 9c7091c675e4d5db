import { MAX_VARIABLES_PER_CALL } from '../../contract/limits';
import { Accounts } from '../account';
import type { Account } from '../account';
import { EarliestTimer } from './earliest-timer';
import { CallCompletion } from './call-completion';
import type { CircuitBreaker } from '../limits/circuit-breaker';
import { Deadlines } from './deadlines';
import { Dispatcher } from './dispatcher';
import type { CompleteEngineOptions } from '../engine-options';
import type { AdmissionControl, QueuedCalls } from '../limits/admission-control';
import type { HeldPlan } from '../spending';
import { NameIsolation } from './name-isolation';
import type { Pause } from '../pause';
import { callsFor } from '../plan';
import { Queue } from './queue';
import type { CallTarget, Lane, PendingQuestion } from './call-target';
import type { QuestionSettler } from './question-settler';
import type { CallKind } from '../source';
import { isCurrent } from '../question-target';
import type { ActivityCounter } from '../activity-counter';

/** What a scheduler needs from the engine. */
export interface CallSchedulerParts {
  readonly options: CompleteEngineOptions;
  readonly admissionControl: AdmissionControl;
  readonly pause: Pause;
  readonly settler: QuestionSettler;
  readonly counter: ActivityCounter;
  readonly breaker: CircuitBreaker;
  /** Nothing more may be sent until a person acts. */
  onStopped(code: 'key-refused' | 'out-of-credits'): void;
  /** The trial call with a refused key has ended. */
  onProbed(): void;
  /** The service asked for no calls until then, in elapsed milliseconds. */
  onPaused(until: number): void;
  /** The queued calls need a person's approval before they may leave. */
  onHeld(reason: HeldPlan['reason']): void;
  /** Calls queued in all schedulers. */
  queued(): QueuedCalls;
  /** These targets were asked under a service, an account or a day that is no longer current. */
  onOutdated(targets: readonly CallTarget[]): void;
  /** Settles the questions that have been answered without a call of ours. */
  onLearnt(target: CallTarget): void;
}

/** One kind of call: what waits for it, and when the next may go. */
export class CallScheduler {
  private readonly accounts: Accounts;
  private readonly queue: Queue;
  private readonly starter: EarliestTimer;
  private readonly deadlines: Deadlines;
  private readonly isolation: NameIsolation;
  private readonly dispatcher: Dispatcher;

  constructor(
    readonly kind: CallKind,
    private readonly parts: CallSchedulerParts,
  ) {
    const { options } = parts;
    const { source } = options;
    source.reachability?.subscribe(() => this.wake());
    this.accounts = new Accounts({ options, limiter: () => source.limiter?.(kind) });
    this.queue = new Queue(options.windowMs, options.maxWindowMs);
    this.starter = new EarliestTimer(options.clock, () => this.pump());
    const { accounts, queue } = this;
    const isLost = (): boolean => this.isLost;
    this.deadlines = new Deadlines({
      ...parts,
      queue,
      isPaused: (now) => this.account.limiter.isPaused(now),
      isLost,
    });
    const { deadlines } = this;
    const isolation = (this.isolation = new NameIsolation({
      ...parts,
      accounts,
      queue,
      deadlines,
    }));
    const completion = new CallCompletion({
      ...parts,
      ...{ kind, accounts, queue, deadlines, isolation, isLost },
      onRetryDue: () => this.starter.in(0),
    });
    this.dispatcher = new Dispatcher({
      ...parts,
      ...{ kind, accounts, deadlines, isolation, completion, isLost },
      onStalled: () => this.wake(),
      onSlotFree: () => this.pump(),
    });
  }

  get callsLeft(): number {
    return this.queue.callsNeeded;
  }

  /** Targets that wait and have never been sent. */
  get newSubjects(): number {
    return this.queue.newSubjects;
  }

  newCalls(isCounted?: (target: CallTarget) => boolean): number {
    return this.queue.newCalls(isCounted);
  }

  /** A name of this target has started to wait. */
  add(target: CallTarget): void {
    this.queue.add(target);
    if (!this.starter.isSet) this.starter.in(this.parts.options.windowMs);
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

  /** What waits for its permits, or for another window, waits in the queue again. */
  takeBack(): void {
    for (const target of this.dispatcher.takeBack()) this.queue.add(target);
  }

  /** Takes out the targets that have not been sent: all, or those that `isMeant` selects. */
  drain(isMeant?: (target: CallTarget) => boolean): CallTarget[] {
    return this.queue.drain(isMeant);
  }

  /** These ids are free again and may be given to other names. */
  forgetNames(names: readonly number[]): void {
    this.accounts.forget(names);
  }

  /** Something that held calls back no longer does. */
  wake(): void {
    this.starter.in(0);
  }

  resume(): void {
    // A probe with the previous key may still be in flight.
    this.parts.breaker.failed(true);
    this.accounts.reset(this.parts.options.clock.elapsed());
    this.parts.options.source.reachability?.retry();
    this.starter.in(0);
  }

  /** The service asked for no calls until then. */
  rest(until: number): void {
    this.account.limiter.pause(until);
  }

  /** The pause has ended, or the concurrency or the deadline has changed. */
  goOn(): void {
    this.deadlines.goOn();
    this.starter.in(0);
  }

  /** The service can't be reached, and nothing is sent. */
  private get isLost(): boolean {
    return this.parts.options.source.reachability?.mayCall(this.kind) === false;
  }

  /** The account that would answer now. */
  private get account(): Account {
    return this.accounts.of({ scope: this.parts.options.source.scope(this.kind) });
  }

  private pump(): void {
    const { admissionControl, pause, options } = this.parts;
    const { clock } = options;
    // A call may end at once, so we count the turns and leave the rest to the next task.
    for (let turn = 0; this.queue.length > 0 && !pause.isOn; turn += 1) {
      if (turn >= MOST_TURNS) {
        this.starter.in(0);
        return;
      }
      const now = clock.elapsed();
      const { limiter } = this.account;
      // The trial call with a refused key goes alone; its end calls us again.
      if (!this.parts.breaker.mayStart) return;
      if (this.isLost) return;
      const waitMs = limiter.waitMs(now);
      if (waitMs > 0) {
        this.starter.in(waitMs);
        return;
      }
      this.isolation.goOn();
      const next = this.queue.next(pause.running(now), (target) =>
        this.isolation.isBlocked(target),
      );
      if (typeof next === 'number') {
        this.starter.in(next);
        return;
      }
      if (!this.mayAsk(next)) return;
      const delayMs = admissionControl.burstDelayMs(next, this.parts.queued(), pause.running(now));
      if (delayMs > 0) {
        admissionControl.looked(pause.running(now));
        this.starter.in(delayMs);
        return;
      }
      const part = next.take(MAX_VARIABLES_PER_CALL);
      this.queue.took(next);
      this.dispatcher.dispatch(next, part, now);
    }
  }

  private mayAsk(target: CallTarget): boolean {
    const { settler, options, counter, admissionControl, onHeld, onOutdated } = this.parts;
    const refusal = counter.stoppedBy ?? options.source.refusal(this.kind);
    if (refusal !== undefined) {
      settler.refuse(
        this.drain().flatMap((each) => each.takeAll()),
        refusal,
      );
      return false;
    }
    const scope = options.source.scope(this.kind);
    if (!isCurrent(target, scope, options.clock)) {
      onOutdated(this.drain((each) => !isCurrent(each, scope, options.clock)));
      this.starter.in(0);
      return false;
    }
    const objection = admissionControl.objection(target, this.parts.queued());
    if (objection !== undefined) {
      onHeld(objection);
      // Approved calls continue.
      if (this.queue.length > 0) this.starter.in(0);
      return false;
    }
    return true;
  }
}

/**
 * @param waiting questions that have not been sent.
 * @param recalling targets that the tiers have not answered.
 */
export function queuedCalls(
  schedulers: readonly CallScheduler[],
  waiting: number,
  recalling: number,
): QueuedCalls {
  const atLeast = schedulers.reduce((sum, scheduler) => sum + scheduler.newSubjects, 0);
  return {
    atLeast,
    // Full calls take 50 of the waiting names each, and every target needs at most one more.
    atMost: atLeast + recalling + callsFor(waiting),
    recalling,
    count: (isCounted) =>
      schedulers.reduce((sum, scheduler) => sum + scheduler.newCalls(isCounted), 0),
  };
}

/** Far more than there are slots. */
const MOST_TURNS = 100;
