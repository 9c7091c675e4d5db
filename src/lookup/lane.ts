import { MAX_VARIABLES_PER_CALL } from '../contract/limits';
import { Alarm } from './alarm';
import { makeCall } from './call';
import type { CallUse, ReservedCall } from './admission';
import { CallCompletion } from './call-completion';
import { Clearance } from './clearance';
import type { Cleared } from './clearance';
import { Deadlines } from './deadlines';
import type { CompleteEngineOptions } from './engine-options';
import type { Gate, HeldPlan, QueuedCalls } from './gate';
import { NameIsolation } from './name-isolation';
import { Pace } from './pace';
import type { Pause } from './pause';
import { Queue } from './queue';
import { isFree } from './retry';
import type { Settlement } from './settlement';
import type { CallKind } from './source';
import { halves } from './split';
import type { Part } from './split';
import type { Subject } from './subject';
import type { Tally } from './tally';
import type { Verdicts } from './verdicts';
import type { Waiting } from './waiting';

/** What a lane needs of the engine around it. */
export interface LaneParts {
  readonly options: CompleteEngineOptions;
  readonly gate: Gate;
  readonly pause: Pause;
  readonly settlement: Settlement;
  readonly tally: Tally;
  readonly verdicts: Verdicts;
  /** Nothing more may be sent until a person acts. */
  onStopped(code: 'key-refused' | 'out-of-credits'): void;
  /** The service wants to be left alone until then, in elapsed milliseconds. */
  onPaused(until: number): void;
  /** What is queued may not go unasked: held for a person's word. */
  onHeld(reason: HeldPlan['reason']): void;
  /** Calls queued in all lanes. */
  queued(): QueuedCalls;
  /** Another service or account would answer now than when these were asked for. */
  onScopeChanged(subjects: readonly Subject[]): void;
}

/** One kind of call: who waits for it, and when the next may go. */
export class Lane {
  readonly pace: Pace;
  private readonly queue: Queue;
  private readonly starter: Alarm;
  private readonly deadlines: Deadlines;
  private readonly isolation: NameIsolation;
  private readonly completion: CallCompletion;
  private readonly clearance: Clearance;

  constructor(
    readonly kind: CallKind,
    private readonly parts: LaneParts,
  ) {
    const { options } = parts;
    this.pace = new Pace(options.startConcurrency, options.maxConcurrency);
    this.queue = new Queue(options.windowMs, options.maxWindowMs);
    this.starter = new Alarm(options.clock, () => this.pump());
    const { pace, queue } = this;
    this.deadlines = new Deadlines({ ...parts, queue, pace });
    const { deadlines } = this;
    this.isolation = new NameIsolation({ ...parts, queue, deadlines });
    const { isolation } = this;
    this.completion = new CallCompletion({
      ...parts,
      ...{ kind, queue, pace, deadlines, isolation },
      onRetryDue: () => this.starter.in(0),
    });
    this.clearance = new Clearance(options);
  }

  get callsLeft(): number {
    return this.queue.callsNeeded;
  }

  /** What waits and has never been sent. */
  get newSubjects(): number {
    return this.queue.newSubjects;
  }

  get newCalls(): number {
    return this.queue.newCalls;
  }

  /** A name has come to wait at this subject. */
  add(subject: Subject): void {
    this.queue.add(subject);
    if (!this.starter.isSet) this.starter.in(this.parts.options.windowMs);
    this.deadlines.watch();
    this.parts.pause.watch();
  }

  /** Nobody waits at this subject any longer. */
  drop(subject: Subject): void {
    if (!subject.hasUnsent) this.queue.remove(subject);
  }

  /** Takes out whatever has not left. */
  drain(): Subject[] {
    return this.queue.drain();
  }

  resume(): void {
    this.pace.reset();
    this.starter.in(0);
  }

  /** The pause is over. */
  goOn(): void {
    this.deadlines.goOn();
    this.starter.in(0);
  }

  private pump(): void {
    const { gate, pause, options } = this.parts;
    const { clock } = options;
    while (this.queue.length > 0 && !pause.isOn) {
      const now = clock.elapsed();
      const waitMs = this.pace.waitMs(now);
      if (waitMs > 0) {
        this.starter.in(waitMs);
        return;
      }
      const next = this.queue.next(pause.running(now));
      if (typeof next === 'number') {
        this.starter.in(next);
        return;
      }
      if (!this.mayAsk(next)) return;
      const patienceMs = gate.patienceMs(this.parts.queued(), pause.running(now));
      if (patienceMs > 0) {
        this.starter.in(patienceMs);
        return;
      }
      const part = next.take(MAX_VARIABLES_PER_CALL);
      if (!next.hasUnsent) this.queue.remove(next);
      this.dispatch(next, part, now);
    }
  }

  private mayAsk(subject: Subject): boolean {
    const { settlement, options, tally, gate, onHeld, onScopeChanged } = this.parts;
    const refusal = tally.stoppedBy ?? options.source.refusal(this.kind);
    if (refusal !== undefined) {
      settlement.turnAway(
        this.drain().flatMap((each) => each.takeAll()),
        refusal,
      );
      return false;
    }
    if (options.source.scope(this.kind) !== subject.scope) {
      onScopeChanged(this.drain());
      return false;
    }
    const objection = gate.objection(this.parts.queued());
    if (objection !== undefined) {
      onHeld(objection);
      return false;
    }
    return true;
  }

  private dispatch(subject: Subject, part: Part<Waiting>, now: number): void {
    const { options, gate } = this.parts;
    const batch = this.worthSending(part.batch, now);
    if (batch.length === 0) {
      this.isolation.askInParts(subject, halves(part.heldBack));
      return;
    }
    const isNew = batch.some(({ dueAt }) => dueAt < 0);
    const reserved = gate.reserve(isNew);
    this.pace.started(now);
    const call: DepartingCall = {
      subject,
      part: { batch, heldBack: part.heldBack },
      settle: (use) => reserved.settle(use),
    };
    const { standing } = reserved;
    const queued = this.parts.queued().atLeast;
    const timeoutMs = Math.min(options.callTimeoutMs, this.deadlines.leftMs(batch));
    let isAtOnce = true;
    this.clearance.seek({ kind: this.kind, standing, queued }, timeoutMs, (cleared) => {
      if (cleared.kind === 'reserved') {
        const settle = (use: CallUse): void => {
          reserved.settle(use);
          cleared.settle(use);
        };
        if (isAtOnce || this.mayStillLeave(subject)) this.send({ ...call, settle });
        else this.putBack({ ...call, settle });
      } else {
        this.stay(call, cleared);
      }
      if (!isAtOnce) this.pump();
    });
    isAtOnce = false;
  }

  /** Nothing has happened to forbid it while it was waited for. */
  private mayStillLeave(subject: Subject): boolean {
    const { options, tally, pause } = this.parts;
    const { source } = options;
    const isRefused = (tally.stoppedBy ?? source.refusal(this.kind)) !== undefined;
    return !isRefused && !pause.isOn && source.scope(this.kind) === subject.scope;
  }

  private send({ subject, part, settle }: DepartingCall): void {
    const { options, settlement, tally } = this.parts;
    const { batch } = part;
    const startedAt = options.clock.elapsed();
    const timeoutMs = Math.min(options.callTimeoutMs, this.deadlines.sent(batch));
    tally.callStarted(batch.length);
    const names = settlement.textsOf(batch);
    makeCall(options.source, options.clock, subject, names, timeoutMs, (end) => {
      const wasFree = end.kind === 'failed' && isFree(end.code);
      tally.callEnded(batch.length, wasFree);
      settle(wasFree ? 'free' : 'spent');
      this.completion.ended({ subject, part, startedAt }, end);
      this.pump();
    });
  }

  /** The call is not made: it waits again, just so. */
  private putBack({ subject, part, settle }: DepartingCall): void {
    settle('unsent');
    this.pace.ended();
    this.isolation.askInParts(subject, [part]);
  }

  /** The call may not be made. */
  private stay({ part, settle }: DepartingCall, cleared: Exclude<Cleared, ReservedCall>): void {
    const { options, settlement, gate, onHeld } = this.parts;
    settle('unsent');
    this.pace.ended();
    const all = [...part.batch, ...part.heldBack];
    if (cleared.kind === 'late') {
      this.deadlines.end(all, options.clock.elapsed());
      return;
    }
    const { code, isForAll } = cleared;
    settlement.turnAway(all, code, (each) => isForAll && gate.hold(each, code));
    if (isForAll) onHeld(code);
  }

  /** Ends what the service refuses wherever it is asked, and what an answer would reach too late. */
  private worthSending(batch: readonly Waiting[], now: number): readonly Waiting[] {
    const { settlement, verdicts } = this.parts;
    const isCondemned = (waiting: Waiting): boolean => verdicts.isCondemned(waiting.name);
    const isLate = this.deadlines.dueIn(0);
    if (!batch.some((waiting) => isCondemned(waiting) || isLate(waiting))) return batch;
    const asked = batch.filter((waiting) => !isCondemned(waiting));
    settlement.fail(batch.filter(isCondemned), REJECTED);
    this.deadlines.end(asked.filter(isLate), now);
    return asked.filter((waiting) => !isLate(waiting));
  }
}

/** Taken from the queue, with a slot; not sent yet. */
interface DepartingCall {
  readonly subject: Subject;
  readonly part: Part<Waiting>;
  settle(use: CallUse): void;
}

const REJECTED = { code: 'rejected', status: 400 } as const;
