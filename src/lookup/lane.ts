import { MAX_VARIABLES_PER_CALL } from '../contract/limits';
import { Alarm } from './alarm';
import { makeCall } from './call';
import type { CallEnd } from './call';
import { Deadlines } from './deadlines';
import type { CompleteEngineOptions } from './engine-options';
import type { Gate, HeldPlan, QueuedCalls } from './gate';
import { Pace } from './pace';
import type { Pause } from './pause';
import { Queue } from './queue';
import { backOffMs, isFree, isRetryable, isSlowDown } from './retry';
import type { Settlement } from './settlement';
import type { CallKind, SourceFailure } from './source';
import { halves, splitRefused } from './split';
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

/** One kind of call: who waits for it, how fast it may go, and what becomes of each. */
export class Lane {
  readonly pace: Pace;
  private readonly queue: Queue;
  private readonly starter: Alarm;
  private readonly deadlines: Deadlines;

  constructor(
    readonly kind: CallKind,
    private readonly parts: LaneParts,
  ) {
    const { options } = parts;
    this.pace = new Pace(options.startConcurrency, options.maxConcurrency);
    this.queue = new Queue(options.windowMs, options.maxWindowMs);
    this.starter = new Alarm(options.clock, () => this.pump());
    this.deadlines = new Deadlines({ ...parts, queue: this.queue, pace: this.pace });
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
    const { options, settlement, tally, gate } = this.parts;
    const batch = this.worthSending(part.batch, now);
    if (batch.length === 0) {
      this.askInParts(subject, halves(part.heldBack));
      return;
    }
    const isNew = batch.some(({ dueAt }) => dueAt < 0);
    const timeoutMs = Math.min(options.callTimeoutMs, this.deadlines.sent(batch));
    tally.callStarted(batch.length);
    const tellGate = gate.callStarted(isNew);
    this.pace.started(now);
    const names = settlement.textsOf(batch);
    makeCall(options.source, options.clock, subject, names, timeoutMs, (end) => {
      const wasFree = end.kind === 'failed' && isFree(end.code);
      tally.callEnded(batch.length, wasFree);
      tellGate(wasFree);
      this.onEnd(subject, { batch, heldBack: part.heldBack }, now, end);
    });
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

  private onEnd(subject: Subject, part: Part<Waiting>, startedAt: number, end: CallEnd): void {
    const { settlement, verdicts, options } = this.parts;
    const now = options.clock.elapsed();
    this.pace.ended();
    if (end.kind === 'answered') {
      this.pace.took(now);
      this.deadlines.answered();
      subject.isSound = true;
      verdicts.accept(part.batch);
      settlement.answer(subject, part.batch, end.valueOf);
      this.askInParts(subject, halves(part.heldBack));
    } else {
      this.onFailure(subject, part, startedAt, end, now);
    }
    this.pump();
  }

  private onFailure(
    subject: Subject,
    part: Part<Waiting>,
    startedAt: number,
    failure: SourceFailure,
    now: number,
  ): void {
    const { options, settlement, onStopped, onPaused } = this.parts;
    const { code } = failure;
    const all = [...part.batch, ...part.heldBack];
    const retryAfterMs =
      failure.retryAfterMs === undefined
        ? undefined
        : Math.min(failure.retryAfterMs, options.maxRetryAfterMs);
    if (retryAfterMs !== undefined) onPaused(now + retryAfterMs);
    if (isSlowDown(code)) this.pace.refused(startedAt, now, retryAfterMs);

    if (code === 'key-refused' || code === 'out-of-credits') {
      settlement.fail(all, failure);
      onStopped(code);
    } else if (code === 'rejected') {
      this.pace.took(now);
      this.onRejected(subject, part, failure);
    } else if (isRetryable(this.kind, failure)) {
      this.deadlines.failed(code);
      const attempts = Math.max(...part.batch.map((waiting) => waiting.attempts));
      const delayMs = retryAfterMs ?? backOffMs(attempts, options.random, options);
      this.retry(subject, all, failure, delayMs);
    } else {
      settlement.fail(all, failure);
    }
  }

  private onRejected(subject: Subject, part: Part<Waiting>, failure: SourceFailure): void {
    const { settlement, verdicts } = this.parts;
    if (part.batch.length > 1) {
      // The service is there, and has answered: what it refuses in parts is no attempt in vain.
      for (const waiting of [...part.batch, ...part.heldBack]) waiting.attempts = 0;
      const isProven = (name: number): boolean => verdicts.isProven(name);
      this.askInParts(subject, splitRefused(part.batch, isProven, subject.isSound));
    } else if (part.heldBack.length > 0) {
      // Even a name that is good elsewhere: the place is at fault, whatever else waits there.
      settlement.fail([...part.batch, ...part.heldBack, ...subject.takeAll()], failure);
      this.queue.remove(subject);
    } else {
      if (subject.isSound) for (const { name } of part.batch) verdicts.refuse(name);
      settlement.fail(part.batch, failure);
    }
  }

  private askInParts(subject: Subject, parts: readonly Part<Waiting>[]): void {
    for (const part of parts) {
      const batch = this.stillWanted(part.batch);
      const heldBack = this.stillWanted(part.heldBack);
      const all = [...batch, ...heldBack];
      if (all.length === 0) continue;
      subject.pin([{ batch, heldBack }]);
      this.queue.addUrgent(subject);
      this.deadlines.watchAgain(subject, all);
    }
  }

  /** Without those whom everyone gave up while they were out. */
  private stillWanted(questions: readonly Waiting[]): readonly Waiting[] {
    const abandoned = questions.filter(({ isAbandoned }) => isAbandoned);
    if (abandoned.length === 0) return questions;
    this.parts.settlement.turnAway(abandoned, 'cancelled');
    return questions.filter(({ isAbandoned }) => !isAbandoned);
  }

  private retry(
    subject: Subject,
    all: readonly Waiting[],
    failure: SourceFailure,
    delayMs: number,
  ): void {
    const { options, settlement, tally } = this.parts;
    const isLate = this.deadlines.dueIn(delayMs);
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
    this.queue.delay(subject);
    this.deadlines.watchAgain(subject, again);
    options.clock.schedule(delayMs, () => {
      if (subject.standing !== 'delayed') return;
      this.queue.addUrgent(subject);
      this.starter.in(0);
    });
  }
}

const REJECTED = { code: 'rejected', status: 400 } as const;
