import type { Accounts } from '../account';
import type { RefusedCall } from '../admission';
import { makeCall } from './call';
import type { CallCompletion } from './call-completion';
import type { CircuitBreaker } from '../limits/circuit-breaker';
import type { TakenClaim } from '../claims';
import { CallPermits, UNSENT } from './call-permits';
import type { PermitOutcome, PermittedCall } from './call-permits';
import type { Deadlines } from './deadlines';
import type { CompleteEngineOptions } from '../engine-options';
import type { AdmissionControl, QueuedCalls } from '../limits/admission-control';
import type { HeldPlan } from '../spending';
import type { CallLimiter, Ticket } from '../limits/call-limiter';
import type { NameIsolation } from './name-isolation';
import type { Pause } from '../pause';
import { storeKey } from '../cache/tier-reader';
import { costOf, withoutReply } from './retry';
import type { QuestionSettler } from './question-settler';
import type { CallKind, SourceFailure } from '../source';
import { alone, membersOf } from './split';
import type { Part } from './split';
import { isCurrent } from '../question-target';
import type { CallTarget, PendingQuestion } from './call-target';
import type { ActivityCounter } from '../activity-counter';

export interface DispatcherParts {
  readonly options: CompleteEngineOptions;
  readonly kind: CallKind;
  readonly admissionControl: AdmissionControl;
  readonly pause: Pause;
  readonly settler: QuestionSettler;
  readonly counter: ActivityCounter;
  readonly breaker: CircuitBreaker;
  readonly accounts: Accounts;
  readonly deadlines: Deadlines;
  readonly isolation: NameIsolation;
  readonly completion: CallCompletion;
  /** Whether the service is unreachable, so that nothing is sent. */
  isLost(): boolean;
  /** The queued calls need a person's approval before they may leave. */
  onHeld(reason: HeldPlan['reason']): void;
  /** Calls queued in all schedulers. */
  queued(): QueuedCalls;
  /** Settles the questions that have been answered without a call of ours. */
  onLearnt(target: CallTarget): void;
  /** A call hangs: another may go, to see whether it is answered. */
  onStalled(): void;
  /** The next call may go. */
  onSlotFree(): void;
}

/** Sends what has been taken from the queue. */
export class Dispatcher {
  private readonly permits: CallPermits;
  /** Calls that wait for their permits, or for another window. */
  private readonly waiting = new Set<SoughtCall>();

  constructor(private readonly parts: DispatcherParts) {
    this.permits = new CallPermits(parts.options);
  }

  /** Takes a slot and sends the part, unless something forbids it. */
  dispatch(target: CallTarget, part: Part<PendingQuestion>, now: number): void {
    const { options, admissionControl } = this.parts;
    const { isolation } = this.parts;
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
    const isNew = batch.some(({ dueAt }) => dueAt < 0);
    const reserved = admissionControl.reserve(target, isNew);
    const { limiter } = this.parts.accounts.of(target);
    const ticket = limiter.started(now);
    const sought: SoughtCall = { limiter, ticket, target, part: { ...part, batch } };
    const { novelty } = reserved;
    // Approved calls do not count towards the threshold.
    const queued = admissionControl.isApproving ? 0 : this.parts.queued().atLeast;
    const timeoutMs = Math.min(options.callTimeoutMs, this.leftMs(sought));
    const known = batch.filter((pending) => pending.askers.length > 0);
    const askers = [...new Set(known.flatMap((pending) => pending.askers))];
    const call = { kind: this.parts.kind, target: storeKey(target), novelty, queued, askers };
    let isAtOnce = true;
    this.waiting.add(sought);
    this.permits.seek(call, timeoutMs, (cleared) => {
      const isTakenBack = !this.waiting.delete(sought);
      if (cleared.kind === 'cleared') {
        const settle: PermittedCall['settle'] = (use, isAnswered) => {
          reserved.settle(use);
          cleared.settle(use, isAnswered);
        };
        const permitted = { settle, release: cleared.release };
        if (isTakenBack) this.giveUp(sought, permitted);
        else if (isAtOnce || this.mayStillLeave(sought)) this.send(sought, permitted);
        else this.putBack(sought, permitted);
      } else {
        reserved.settle('unsent');
        limiter.unsent(ticket);
        if (!isTakenBack) this.goWithout(sought, cleared);
      }
      if (!isAtOnce) this.parts.onSlotFree();
    });
    isAtOnce = false;
  }

  /** Makes none of the calls that have not left yet; returns their targets. */
  takeBack(): CallTarget[] {
    const targets = [...this.waiting].map(({ target, part }) => {
      target.giveBack(membersOf(part));
      return target;
    });
    this.waiting.clear();
    return targets;
  }

  /** Whether somebody still wants the call after the wait for its permits, and nothing forbids it. */
  private mayStillLeave({ target, part }: SoughtCall): boolean {
    if (part.batch.every(({ isAbandoned }) => isAbandoned)) return false;
    const { options, counter, pause, breaker } = this.parts;
    const { source } = options;
    const { kind } = this.parts;
    if (!breaker.mayStart || this.parts.isLost()) return false;
    const isRefused = (counter.stoppedBy ?? source.refusal(kind)) !== undefined;
    return !isRefused && !pause.isOn && isCurrent(target, source.scope(kind), options.clock);
  }

  private send(sought: SoughtCall, { settle, release }: Permitted): void {
    const { ticket, target, part } = sought;
    const { options, settler, counter, breaker } = this.parts;
    const { batch } = part;
    const isProbe = breaker.started();
    // The call may have waited for its permits.
    ticket.startedAt = options.clock.elapsed();
    const leftMs = this.timeLeft(
      sought,
      ticket.startedAt + Math.min(options.callTimeoutMs, this.parts.deadlines.sent(part)),
    );
    counter.callStarted(batch.length);
    const names = settler.textsOf(batch);
    makeCall(options.source, options.clock, target, names, leftMs, (end) => {
      const cost = costOf(end);
      counter.callEnded(batch.length, cost);
      settle(cost === 'unknown' ? 'spent' : cost, end.kind === 'answered');
      this.parts.completion.ended({ isProbe, ...sought }, end);
      release(end);
      this.parts.onSlotFree();
    });
  }

  /** How much longer a call may take. A score is not given up early: it may have been charged. */
  private timeLeft({ limiter, ticket, part: { batch } }: SoughtCall, endsAt: number): () => number {
    const { options, kind, onStalled } = this.parts;
    const attempts = Math.max(...batch.map((pending) => pending.attempts));
    return () => {
      const now = options.clock.elapsed();
      const leftMs = endsAt - now;
      if (kind === 'score' || leftMs <= 0) return leftMs;
      const replyTimeoutMs = limiter.replyTimeoutMs(ticket, attempts, now);
      if (ticket.isHanging) onStalled();
      return Math.min(leftMs, replyTimeoutMs);
    };
  }

  /** The call is not made: its names wait again, in the same part. */
  private putBack(sought: SoughtCall, permitted: Permitted): void {
    this.giveUp(sought, permitted);
    this.parts.isolation.askInParts(sought.target, [sought.part]);
  }

  /** The call is not made. */
  private giveUp({ limiter, ticket }: SoughtCall, { settle, release }: Permitted): void {
    settle('unsent');
    release(UNSENT);
    limiter.unsent(ticket);
  }

  /** The call got no permit. */
  private goWithout(sought: SoughtCall, outcome: Exclude<PermitOutcome, PermittedCall>): void {
    if (outcome.kind === 'refused') this.refuse(sought, outcome);
    else if (outcome.kind === 'taken') this.awaitOther(sought, outcome);
    else this.end(sought);
  }

  private refuse({ target, part }: SoughtCall, { code, isForAll }: RefusedCall): void {
    const { settler, admissionControl, onHeld } = this.parts;
    const all = membersOf(part);
    settler.refuse(all, code, ({ name }) => {
      if (isForAll) admissionControl.hold(target, settler.textOf(name), code);
    });
    if (isForAll) onHeld(code);
  }

  /**
   * Another window is asking. We free the slot while we wait, and still end the questions in time.
   */
  private awaitOther(sought: SoughtCall, { whenOver }: TakenClaim): void {
    const { pause } = this.parts;
    const { clock } = this.parts.options;
    this.waiting.add(sought);
    const once = (run: () => void): void => {
      cancel();
      if (this.waiting.delete(sought)) run();
    };
    // A pause, or a queue that moves, gives the questions more time than they had at first.
    const look = (): void => {
      const leftMs = this.leftMs(sought);
      if (leftMs <= 0 || !this.waiting.has(sought)) once(() => this.end(sought));
      else cancel = clock.schedule(pause.isOn ? Math.max(leftMs, PAUSED_LOOK_MS) : leftMs, look);
    };
    let cancel = clock.schedule(this.leftMs(sought), look);
    const goOn = (failure?: SourceFailure): void => once(() => this.goOn(sought, failure));
    whenOver.then(goOn, () => goOn());
  }

  /** The other call is over and its answers are learnt. Asks for the rest, unless it failed. */
  private goOn({ target, part }: SoughtCall, failure: SourceFailure | undefined): void {
    const { isolation, settler, onLearnt, onSlotFree } = this.parts;
    if (failure === undefined) {
      isolation.askInParts(target, [part]);
      onLearnt(target);
      onSlotFree();
    } else {
      target.giveBack(part.batch);
      onLearnt(target);
      settler.fail(target.takeAll(), withoutReply(failure));
    }
  }

  /** No time is left for the call. */
  private end({ part }: SoughtCall): void {
    const { deadlines, options } = this.parts;
    deadlines.end(membersOf(part), options.clock.elapsed());
  }

  private leftMs({ part }: SoughtCall): number {
    return this.parts.deadlines.leftMs(membersOf(part));
  }

  /**
   * Ends the questions that the service refuses everywhere, and those whose deadline has passed.
   */
  private worthSending(
    target: CallTarget,
    batch: readonly PendingQuestion[],
    now: number,
  ): readonly PendingQuestion[] {
    const { settler, accounts } = this.parts;
    const { refusedNames } = accounts.of(target);
    const isRefusedEverywhere = (pending: PendingQuestion): boolean =>
      refusedNames.isRefusedEverywhere(pending.name);
    const isLate = this.parts.deadlines.dueIn(0);
    if (!batch.some((pending) => isRefusedEverywhere(pending) || isLate(pending))) return batch;
    const asked = batch.filter((pending) => !isRefusedEverywhere(pending));
    settler.fail(batch.filter(isRefusedEverywhere), REJECTED);
    this.parts.deadlines.end(asked.filter(isLate), now);
    return asked.filter((pending) => !isLate(pending));
  }
}

/** A call that was taken from the queue and has a slot, but has not been sent. */
interface SoughtCall {
  /** The limiter that gave the call its slot. */
  readonly limiter: CallLimiter;
  readonly ticket: Ticket;
  readonly target: CallTarget;
  readonly part: Part<PendingQuestion>;
}

type Permitted = Pick<PermittedCall, 'settle' | 'release'>;

/** During a pause, the time left stands still, however little it is. */
const PAUSED_LOOK_MS = 1000;

const REJECTED = { code: 'rejected', status: 400 } as const;
