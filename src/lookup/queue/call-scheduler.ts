import { MAX_VARIABLES_PER_CALL } from '../../contract/limits';
import { Accounts } from '../account';
import type { Account } from '../account';
import { Alarm } from './earliest-timer';
import { CallCompletion } from './call-completion';
import type { CircuitBreaker } from '../limits/circuit-breaker';
import { Deadlines } from './deadlines';
import { Dispatcher } from './dispatcher';
import type { CompleteEngineOptions } from '../engine-options';
import type { Gate, HeldPlan, QueuedCalls } from '../limits/admission-control';
import { NameIsolation } from './name-isolation';
import type { Pause } from '../pause';
import { callsFor } from '../plan';
import { Queue } from './queue';
import type { Settlement } from './question-completion';
import type { CallKind } from '../source';
import { isCurrent } from '../question-target';
import type { Subject } from './call-target';
import type { Tally } from '../activity-counter';
import type { Waiting } from './pending-question';

/** What a lane needs of the engine around it. */
export interface LaneParts {
  readonly options: CompleteEngineOptions;
  readonly gate: Gate;
  readonly pause: Pause;
  readonly settlement: Settlement;
  readonly tally: Tally;
  readonly breaker: CircuitBreaker;
  /** Nothing more may be sent until a person acts. */
  onStopped(code: 'key-refused' | 'out-of-credits'): void;
  /** The second look at a key is over. */
  onLooked(): void;
  /** The service wants to be left alone until then, in elapsed milliseconds. */
  onPaused(until: number): void;
  /** What is queued may not go unasked: held for a person's word. */
  onHeld(reason: HeldPlan['reason']): void;
  /** Calls queued in all lanes. */
  queued(): QueuedCalls;
  /** Asked for when another service or account would have answered, or on another day. */
  onOutdated(subjects: readonly Subject[]): void;
  /** Ends what has been answered meanwhile otherwise than by a call of ours. */
  onLearnt(subject: Subject): void;
}

/** One kind of call: who waits for it, and when the next may go. */
export class Lane {
  private readonly accounts: Accounts;
  private readonly queue: Queue;
  private readonly starter: Alarm;
  private readonly deadlines: Deadlines;
  private readonly isolation: NameIsolation;
  private readonly dispatcher: Dispatcher;

  constructor(
    readonly kind: CallKind,
    private readonly parts: LaneParts,
  ) {
    const { options } = parts;
    this.accounts = new Accounts(options);
    this.queue = new Queue(options.windowMs, options.maxWindowMs);
    this.starter = new Alarm(options.clock, () => this.pump());
    const { accounts, queue } = this;
    this.deadlines = new Deadlines({
      ...parts,
      queue,
      isPaused: (now) => this.account.pace.isPaused(now),
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
      ...{ kind, accounts, queue, deadlines, isolation },
      onRetryDue: () => this.starter.in(0),
    });
    this.dispatcher = new Dispatcher({
      ...parts,
      ...{ kind, accounts, deadlines, isolation, completion },
      onSlotFree: () => this.pump(),
    });
  }

  get callsLeft(): number {
    return this.queue.callsNeeded;
  }

  /** What waits and has never been sent. */
  get newSubjects(): number {
    return this.queue.newSubjects;
  }

  newCalls(isCounted?: (subject: Subject) => boolean): number {
    return this.queue.newCalls(isCounted);
  }

  /** A name has come to wait at this subject. */
  add(subject: Subject): void {
    this.queue.add(subject);
    if (!this.starter.isSet) this.starter.in(this.parts.options.windowMs);
    this.deadlines.watch(subject);
    this.parts.pause.watch();
  }

  /** Someone who has waited since then waits for it too. */
  backdate(waiting: Waiting, since: number): void {
    waiting.askedAt = since;
    const { subject } = waiting;
    subject.waitingSince = Math.min(subject.waitingSince, since);
    this.deadlines.watch(subject);
  }

  /** Nobody waits at this subject any longer. */
  drop(subject: Subject): void {
    if (!subject.hasUnsent) this.queue.remove(subject);
  }

  /** Takes out whatever has not left, or some of it. */
  drain(isMeant?: (subject: Subject) => boolean): Subject[] {
    return this.queue.drain(isMeant);
  }

  /** These numbers may come to stand for other names. */
  forgetNames(names: readonly number[]): void {
    this.accounts.forget(names);
  }

  /** Something that held calls back does so no longer. */
  wake(): void {
    this.starter.in(0);
  }

  resume(): void {
    this.accounts.reset(this.parts.options.clock.elapsed());
    this.starter.in(0);
  }

  /** The service wants to be left alone until then. */
  rest(until: number): void {
    this.account.pace.pause(until);
  }

  /** The pause is over. */
  goOn(): void {
    this.deadlines.goOn();
    this.starter.in(0);
  }

  /** The one that would answer now. */
  private get account(): Account {
    return this.accounts.of({ scope: this.parts.options.source.scope(this.kind) });
  }

  private pump(): void {
    const { gate, pause, options } = this.parts;
    const { clock } = options;
    // What is sent may come back at once, so the turns are counted; the rest goes in the next task.
    for (let turn = 0; this.queue.length > 0 && !pause.isOn; turn += 1) {
      if (turn >= MOST_TURNS) {
        this.starter.in(0);
        return;
      }
      const now = clock.elapsed();
      const { pace } = this.account;
      // A second look at the key goes alone, and its end brings us back.
      if (!this.parts.breaker.mayStart) return;
      const waitMs = pace.waitMs(now);
      if (waitMs > 0) {
        this.starter.in(waitMs);
        return;
      }
      this.isolation.goOn();
      const next = this.queue.next(pause.running(now), (subject) =>
        this.isolation.isBlocked(subject),
      );
      if (typeof next === 'number') {
        this.starter.in(next);
        return;
      }
      if (!this.mayAsk(next)) return;
      const patienceMs = gate.patienceMs(next, this.parts.queued(), pause.running(now));
      if (patienceMs > 0) {
        gate.looked(pause.running(now));
        this.starter.in(patienceMs);
        return;
      }
      const part = next.take(MAX_VARIABLES_PER_CALL);
      if (!next.hasUnsent) this.queue.remove(next);
      this.dispatcher.dispatch(next, part, now);
    }
  }

  private mayAsk(subject: Subject): boolean {
    const { settlement, options, tally, gate, onHeld, onOutdated } = this.parts;
    const refusal = tally.stoppedBy ?? options.source.refusal(this.kind);
    if (refusal !== undefined) {
      settlement.turnAway(
        this.drain().flatMap((each) => each.takeAll()),
        refusal,
      );
      return false;
    }
    const scope = options.source.scope(this.kind);
    if (!isCurrent(subject, scope, options.clock)) {
      onOutdated(this.drain((each) => !isCurrent(each, scope, options.clock)));
      this.starter.in(0);
      return false;
    }
    const objection = gate.objection(subject, this.parts.queued());
    if (objection !== undefined) {
      onHeld(objection);
      // What a person has approved goes on.
      if (this.queue.length > 0) this.starter.in(0);
      return false;
    }
    return true;
  }
}

/** @param waiting questions that have not been sent. */
export function queuedCalls(lanes: readonly Lane[], waiting: number): QueuedCalls {
  const atLeast = lanes.reduce((sum, lane) => sum + lane.newSubjects, 0);
  return {
    atLeast,
    // Full calls take 50 of what waits each, and every subject needs one more at most.
    atMost: atLeast + callsFor(waiting),
    count: (isCounted) => lanes.reduce((sum, lane) => sum + lane.newCalls(isCounted), 0),
  };
}

/** Far more than there are slots for. */
const MOST_TURNS = 100;
