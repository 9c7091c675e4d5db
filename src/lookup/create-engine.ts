import { AnswerMemory } from './cache/answer-memory';
import type { Activity } from './activity';
import type { CancelSignal } from './cancellation';
import type { AskOptions, Engine } from './engine';
import { CircuitBreaker } from './limits/circuit-breaker';
import { completeEngineOptions } from './engine-options';
import type { CompleteEngineOptions, EngineOptions } from './engine-options';
import { Foresight } from './cost-estimator';
import { Gate } from './limits/admission-control';
import type { HeldPlan, Spending } from './limits/admission-control';
import { isFresh, originOf, toOutcome } from './cache/cache-entry';
import type { Known } from './cache/cache-entry';
import { Lane, queuedCalls } from './queue/call-scheduler';
import type { LaneParts } from './queue/call-scheduler';
import type { LookupErrorCode } from './lookup-error';
import { createCollectedNames } from './cache/name-collector';
import type { Names } from './cache/names';
import type { Outcome } from './outcome';
import { Pause } from './pause';
import type { Question } from './question';
import { kindOf, modelOf, nameOf, questionOf, subjectKey } from './question-target';
import { Recall } from './cache/tier-reader';
import { Settlement, failureKey, standsIn } from './queue/question-completion';
import { Slices } from './time-slicer';
import type { CallKind } from './source';
import { Subject } from './queue/call-target';
import type { SubjectOwner } from './queue/call-target';
import { Tally } from './activity-counter';
import { Waiting } from './queue/pending-question';

/** @throws RangeError for options that no engine could work with. */
export function createEngine(options: EngineOptions): Engine {
  return new LookupEngine(completeEngineOptions(options));
}

class LookupEngine implements Engine, SubjectOwner {
  readonly activity: Activity;
  readonly spending: Spending;
  private readonly tally: Tally;
  private readonly slices: Slices;
  private readonly names: Names;
  private readonly memory: AnswerMemory;
  private readonly settlement: Settlement;
  private readonly recall: Recall;
  private readonly foresight: Foresight;
  private readonly gate: Gate;
  private readonly pausing: Pause;
  private readonly lanes: Readonly<Record<CallKind, Lane>>;
  private turnAt: number | undefined;

  constructor(private readonly options: CompleteEngineOptions) {
    const { clock } = options;
    this.memory = new AnswerMemory(options.maxRemembered);
    this.names = createCollectedNames({
      clock,
      memory: this.memory,
      onReleased: (names) => this.eachLane.forEach((lane) => lane.forgetNames(names)),
    });
    this.slices = new Slices(clock);
    this.pausing = new Pause(clock, options.maxPauseMs, () => this.cancelWaiting());
    this.activity = this.tally = new Tally(clock, this.pausing, () =>
      this.eachLane.reduce((calls, lane) => calls + lane.callsLeft, 0),
    );
    this.spending = this.gate = new Gate(options, this.pausing, () => this.tally.changed());
    const recall = new Recall({
      ...options,
      names: this.names,
      slices: this.slices,
      find: (scope, key) => this.memory.find(scope, key),
      lacksAnswer: (subject) => subject.lacksAnswer((known) => this.isFresh(known)),
      onRecalled: (subject) => this.onRecalled(subject),
    });
    this.recall = recall;
    const { memory, names } = this;
    this.foresight = new Foresight({ options, memory, names, recall });
    this.settlement = new Settlement(
      clock,
      this.names,
      this.tally,
      this.slices,
      options.tiers.some((tier) => tier.isWritable)
        ? (subject, answers) => recall.keep(subject, answers)
        : undefined,
    );
    const parts: LaneParts = {
      options,
      settlement: this.settlement,
      tally: this.tally,
      gate: this.gate,
      pause: this.pausing,
      breaker: new CircuitBreaker(),
      onLooked: () => this.eachLane.forEach((lane) => lane.wake()),
      onStopped: (code) => {
        this.tally.stoppedBy = code;
        this.turnAwayAll(code);
      },
      onPaused: (until) => this.eachLane.forEach((lane) => lane.rest(until)),
      onHeld: (reason) => this.hold(reason),
      queued: () => queuedCalls(this.eachLane, this.tally.waiting),
      onOutdated: (subjects) => this.askAnew(subjects),
      onLearnt: (subject) => this.onLearnt(subject),
    };
    this.lanes = { lookup: new Lane('lookup', parts), score: new Lane('score', parts) };
  }

  peek(question: Question, isShown = true): Outcome | undefined {
    const kind = kindOf(question);
    const subject = this.memory.find(this.options.source.scope(kind), subjectKey(this, question));
    const entry = subject?.find(this.names.find(nameOf(question)));
    if (entry === undefined || entry instanceof Waiting || !this.isFresh(entry)) return undefined;
    if (isShown) {
      this.gate.asked();
      this.gate.known(1, this.turnStart());
      this.tally.done(originOf(entry), 1);
    }
    return toOutcome(entry, false);
  }

  knows(questions: readonly Question[]): Promise<readonly boolean[]> {
    return this.foresight.knows(questions);
  }

  ask(question: Question, { signal }: AskOptions = {}): Promise<Outcome> {
    return this.enter(question, signal, this.turnStart());
  }

  /** @param since when it was asked first: what is asked anew has no more time than it had. */
  private enter(
    question: Question,
    signal: CancelSignal | undefined,
    since: number,
  ): Promise<Outcome> {
    const kind = kindOf(question);
    const scope = this.options.source.scope(kind);
    const key = subjectKey(this, question);
    const name = this.names.idOf(nameOf(question));
    let subject = this.memory.find(scope, key);
    const entry = subject?.find(name);
    this.gate.asked();
    if (entry instanceof Waiting) {
      if (signal?.aborted === true) return refused('cancelled');
      if (since < entry.askedAt) this.lanes[kind].backdate(entry, since);
      return entry.join(signal);
    }
    if (entry !== undefined && this.isFresh(entry)) {
      this.gate.known(1, this.turnStart());
      this.tally.done(originOf(entry), 1);
      return Promise.resolve(toOutcome(entry, false));
    }
    if (signal?.aborted === true) return refused('cancelled');
    if (this.tally.hasFailures) this.tally.askedAgain(failureKey({ key }, nameOf(question)));
    const mayRecall = this.recall.isNeeded(subject, this.turnStart());
    const refusal = this.tally.stoppedBy ?? this.options.source.refusal(kind);
    if (refusal !== undefined && !mayRecall) {
      if (entry !== undefined && standsIn(refusal)) {
        this.tally.done(originOf(entry), 1);
        return Promise.resolve(toOutcome(entry, true));
      }
      this.tally.failed(failureKey({ key }, nameOf(question)), refusal);
      return refused(refusal);
    }
    if (subject === undefined) {
      subject = new Subject(scope, key, question.place, modelOf(this, question), this);
      this.memory.add(subject);
    }
    this.gate.wanted(key, nameOf(question), this.tally.isIdle, this.turnStart());
    this.tally.began();
    const promise = subject.want(name, entry, since, signal);
    if (mayRecall) this.recall.add(subject);
    else this.lanes[kind].add(subject);
    return promise;
  }

  resume(): void {
    this.tally.stoppedBy = undefined;
    for (const lane of this.eachLane) lane.resume();
    this.tally.changed();
  }

  pause(): void {
    if (this.pausing.isOn) return;
    this.pausing.begin();
    this.tally.changed();
  }

  goOn(): void {
    if (!this.pausing.isOn) return;
    this.pausing.end();
    for (const lane of this.eachLane) lane.goOn();
    this.tally.changed();
  }

  forget(isForGood = false): void {
    this.memory.clear(isForGood);
    this.recall.forget();
  }

  cancelWaiting(): void {
    this.turnAwayAll('cancelled');
  }

  /** The local day, part of every score's question that names no date. */
  today(): string {
    return this.options.clock.today();
  }

  onAbandoned(waiting: Waiting): void {
    this.tally.ended(1);
    this.lanes[waiting.subject.kind].drop(waiting.subject);
  }

  onKnownChanged(change: number): void {
    this.memory.onKnownChanged(change);
  }

  onEmpty(subject: Subject): void {
    this.memory.remove(subject);
  }

  private get eachLane(): readonly Lane[] {
    return [this.lanes.lookup, this.lanes.score];
  }

  /**
   * One reading of the clock for all that is asked in one turn: in a browser 100,000 readings take
   * longer than all else here.
   */
  private turnStart(): number {
    if (this.turnAt === undefined) {
      this.turnAt = this.pausing.running(this.options.clock.elapsed());
      void Promise.resolve().then(() => (this.turnAt = undefined));
    }
    return this.turnAt;
  }

  private isFresh(known: Known): boolean {
    return isFresh(known, this.options.clock.now(), this.options);
  }

  private turnAwayAll(code: LookupErrorCode): void {
    const queued = this.eachLane.flatMap((lane) => lane.drain());
    const subjects = code === 'cancelled' ? [...queued, ...this.recall.subjects] : queued;
    this.settlement.turnAway(
      subjects.flatMap((subject) => subject.takeAll()),
      code,
    );
  }

  private onLearnt(subject: Subject): void {
    const answered = subject.takeAnswered((known) => this.isFresh(known));
    if (answered.length > 0) this.gate.known(answered.length, this.turnStart());
    this.settlement.recalled(answered);
    this.lanes[subject.kind].drop(subject);
  }

  private onRecalled(subject: Subject): void {
    this.onLearnt(subject);
    if (!subject.hasUnsent) return;
    const { kind } = subject;
    const refusal = this.tally.stoppedBy ?? this.options.source.refusal(kind);
    if (refusal === undefined) this.lanes[kind].add(subject);
    else this.settlement.turnAway(subject.takeAll(), refusal);
  }

  private hold(reason: HeldPlan['reason']): void {
    const { gate, names } = this;
    const waiting = this.eachLane
      .flatMap((lane) => lane.drain((subject) => !gate.isApproved(subject)))
      .flatMap((subject) => subject.takeAll());
    this.settlement.turnAway(waiting, reason, ({ subject, name }) =>
      gate.hold(subject, names.textOf(name), reason),
    );
  }

  /** What was asked under another account, or on another day, is asked as it would be now. */
  private askAnew(subjects: readonly Subject[]): void {
    for (const subject of subjects) {
      for (const waiting of subject.takeAll()) {
        subject.conclude(waiting, undefined);
        this.tally.ended(1);
        const question = questionOf(subject, this.names.textOf(waiting.name));
        void this.enter(question, undefined, waiting.askedAt).then((outcome) =>
          waiting.settle(outcome, this.slices.later),
        );
      }
    }
  }
}

function refused(code: LookupErrorCode): Promise<Outcome> {
  return Promise.resolve({ kind: 'refused', error: { code } });
}
