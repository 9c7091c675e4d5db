import { AnswerMemory } from './cache/answer-memory';
import { type Activity, ActivityCounter } from './activity';
import type { StoredAnswer } from './cache/answer-store';
import type { AskOptions, Engine, RememberedAnswer } from './engine';
import { createCancellation } from '../async/cancellation';
import { CircuitBreaker } from './limits/circuit-breaker';
import {
  checkedOptions,
  completeEngineOptions,
  type AdjustableOptions,
  type CompleteEngineOptions,
  type EngineOptions,
} from './engine-options';
import { AdmissionControl } from './limits/admission-control';
import type { HeldPlan, Spending } from './spending';
import { isFresh, originOf, toOutcome, type CacheEntry } from './cache/cache-entry';
import { CallScheduler } from './queue/call-scheduler';
import { AllQueuedCalls } from './queue/queue';
import type { SchedulerOwner } from './queue/scheduler-owner';
import { createCollectedNames, type Names } from './cache/name-ids';
import type { LookupErrorCode, Outcome, Refused } from './outcome';
import { Pause } from './pause';
import type { Question } from './question';
import { kindOf, modelOf, nameOf, questionOf, targetKey } from './question-target';
import { storeKey, type SoughtTarget, type Tier, TierReader } from './cache/tier-reader';
import { CallTarget, ONE_TENANT, PendingQuestion } from './queue/pending-questions';
import { notify, type OutcomeListener, type WhenEnded } from './queue/askers';
import { QuestionSettler, failureKey, maySubstituteStale, refused } from './queue/question-settler';
import { TimeSlicer } from '../async/time-slicer';
import type { CallKind } from './source';

/**
 * Creates an engine.
 *
 * @throws RangeError for an option that is below its minimum or not finite.
 */
export function createEngine(options: EngineOptions): Engine {
  return new LookupEngine(completeEngineOptions(options));
}

class LookupEngine implements Engine, SchedulerOwner {
  readonly activity: Activity;
  readonly spending: Spending;
  readonly counter: ActivityCounter;
  private readonly slicer: TimeSlicer;
  readonly names: Names;
  readonly memory: AnswerMemory;
  readonly settler: QuestionSettler;
  readonly tierReader: TierReader;
  readonly admissionControl: AdmissionControl;
  readonly pausing: Pause;
  readonly breaker = new CircuitBreaker();
  private readonly schedulers: Readonly<Record<CallKind, CallScheduler>>;
  readonly queued: AllQueuedCalls;
  private turnAt: number | undefined;

  constructor(readonly options: CompleteEngineOptions) {
    const { clock } = options;
    this.memory = new AnswerMemory(options.maxRemembered, ({ target }) => {
      this.counter.ended();
      this.schedulers[target.kind].queue.drop(target);
    });
    this.names = createCollectedNames({
      clock,
      memory: this.memory,
      onReleased: (names) => this.eachScheduler.forEach(({ accounts }) => accounts.forget(names)),
    });
    this.slicer = new TimeSlicer(clock);
    this.pausing = new Pause(clock, options.maxPauseMs, () => this.cancelWaiting());
    this.activity = this.counter = new ActivityCounter(options, this.pausing, () =>
      this.eachScheduler.reduce((calls, { queue }) => calls + queue.callsNeeded, 0),
    );
    this.spending = this.admissionControl = new AdmissionControl(options, this.pausing, () => {
      options.admission?.decided?.();
      this.counter.changed();
    });
    this.tierReader = new TierReader({
      ...options,
      names: this.names,
      slicer: this.slicer,
      find: (scope, key) => this.memory.find(scope, key),
      lacksAnswer: (target) => target.lacksAnswer((entry) => this.isFresh(entry)),
      onRecalled: (target) => this.onRecalled(target),
    });
    const { names, counter, slicer, tierReader } = this;
    this.settler = new QuestionSettler(clock, names, counter, slicer, tierReader);
    this.queued = new AllQueuedCalls(this);
    this.schedulers = {
      lookup: new CallScheduler('lookup', this),
      score: new CallScheduler('score', this),
    };
  }

  peek(question: Question, isShown = true): Outcome | undefined {
    const kind = kindOf(question);
    const target = this.memory.find(this.options.source.scope(kind), targetKey(this, question));
    const entry = target?.find(this.names.find(nameOf(question)));
    if (entry === undefined || entry instanceof PendingQuestion || !this.isFresh(entry))
      return undefined;
    if (isShown) {
      this.admissionControl.expectedCame();
      this.admissionControl.known(1, this.turnStart());
      this.counter.done(originOf(entry), 1);
    }
    return toOutcome(entry);
  }

  knows(questions: readonly Question[]): Promise<readonly boolean[]> {
    return new CostEstimator(this).knows(questions);
  }

  ask(question: Question, options: AskOptions = {}): Promise<Outcome> {
    return new Promise((resolve) => this.enter(question, resolve, options, this.turnStart()));
  }

  request(question: Question, listener: OutcomeListener, options: AskOptions = {}): void {
    this.enter(question, listener, options, this.turnStart());
  }

  /** @param since when it was first asked: asking again gives a question no extra time. */
  private enter(
    question: Question,
    whenEnded: WhenEnded,
    { signal, asker, newerThan = 0, tenant = ONE_TENANT }: AskOptions,
    since: number,
  ): void {
    const kind = kindOf(question);
    const scope = this.options.source.scope(kind);
    const key = targetKey(this, question);
    const name = this.names.idOf(nameOf(question));
    const scheduler = this.schedulers[kind];
    let target = this.memory.find(scope, key);
    const entry = target?.find(name);
    this.admissionControl.expectedCame();
    const isAnswered = entry !== undefined && !(entry instanceof PendingQuestion);
    if (isAnswered && entry.at >= newerThan && this.isFresh(entry)) {
      this.admissionControl.known(1, this.turnStart());
      this.giveKnown(whenEnded, entry);
      return;
    }
    if (signal?.aborted === true) {
      notify(whenEnded, refused('cancelled'));
      return;
    }
    if (entry instanceof PendingQuestion) {
      if (since < entry.askedAt) scheduler.backdate(entry, since);
      scheduler.queue.share(entry.target, tenant);
      // One that was sent gets its answer later than now.
      entry.join({ whenEnded, signal, asker, newerThan });
      return;
    }
    if (this.counter.hasUnanswered) this.counter.askedAgain(failureKey({ key }, nameOf(question)));
    const mayRecall = this.tierReader.isNeeded(target, this.turnStart());
    const { refusal } = scheduler;
    if (refusal !== undefined && !mayRecall) {
      if (isAnswered && (newerThan > 0 || maySubstituteStale(refusal))) {
        this.giveKnown(whenEnded, entry, refused(refusal));
        return;
      }
      this.counter.failed(failureKey({ key }, nameOf(question)), refusal);
      notify(whenEnded, refused(refusal));
      return;
    }
    target ??= this.addTarget(scope, key, question);
    this.admissionControl.needsCall(key, question, this.counter.isIdle, this.turnStart());
    this.counter.began();
    scheduler.queue.share(target, tenant);
    if (mayRecall) this.tierReader.add(target, this.turnStart());
    target.want(name, entry, since, { whenEnded, signal, asker, newerThan });
    if (!mayRecall) scheduler.add(target);
  }

  learn(question: Question, answers: readonly StoredAnswer[], tier: Tier): void {
    const scope = this.options.source.scope(kindOf(question));
    const key = targetKey(this, question);
    const target = this.memory.find(scope, key) ?? this.addTarget(scope, key, question);
    this.tierReader.learnNow(target, answers, tier);
  }

  private addTarget(scope: string, key: string, question: Question): CallTarget {
    const model = modelOf(this, question);
    const target = new CallTarget(scope, key, question.place, model, this.memory);
    this.memory.add(target);
    return target;
  }

  private giveKnown(whenEnded: WhenEnded, entry: CacheEntry, unrenewed?: Refused): void {
    this.counter.done(originOf(entry), 1);
    notify(whenEnded, toOutcome(entry, unrenewed));
  }

  resume(): void {
    this.counter.stoppedBy = undefined;
    for (const scheduler of this.eachScheduler) scheduler.resume();
    this.counter.changed();
  }

  pause(): void {
    if (this.pausing.isOn) return;
    this.pausing.begin();
    this.counter.changed();
  }

  goOn(): void {
    if (!this.pausing.isOn) return;
    this.pausing.end();
    for (const scheduler of this.eachScheduler) scheduler.goOn();
    this.counter.changed();
  }

  adjust(change: AdjustableOptions): void {
    Object.assign(this.options, checkedOptions(change));
    for (const scheduler of this.eachScheduler) scheduler.goOn();
  }

  forget(isForGood = false): void {
    this.memory.clear(isForGood);
    this.tierReader.forget();
  }

  forgetWhere(isGone: (answer: RememberedAnswer) => boolean): number {
    this.tierReader.forget();
    return this.memory.forgetWhere((target, name, { at }) =>
      isGone({ name: this.names.textOf(name), model: target.model?.model, at }),
    );
  }

  cancelWaiting(): void {
    for (const scheduler of this.eachScheduler) scheduler.takeBack();
    this.turnAwayAll('cancelled');
  }

  /** The local day, which is part of every score question without a date. */
  today(): string {
    return this.options.clock.today();
  }

  onStopped(code: 'key-refused' | 'out-of-credits'): void {
    this.counter.stoppedBy = code;
    this.turnAwayAll(code);
  }

  get eachScheduler(): readonly CallScheduler[] {
    return [this.schedulers.lookup, this.schedulers.score];
  }

  /**
   * One reading of the clock for everything asked in one turn. In a browser, 100,000 readings take
   * longer than all the rest here.
   */
  private turnStart(): number {
    if (this.turnAt === undefined) {
      this.turnAt = this.pausing.running(this.options.clock.elapsed());
      void Promise.resolve().then(() => (this.turnAt = undefined));
    }
    return this.turnAt;
  }

  private isFresh(entry: CacheEntry): boolean {
    return isFresh(entry, this.options.clock.now(), this.options);
  }

  private turnAwayAll(code: LookupErrorCode): void {
    this.settler.refuse(
      this.eachScheduler.flatMap(({ queue }) => queue.takeAll()),
      code,
    );
    if (code !== 'cancelled') return;
    this.settler.refuse(
      this.tierReader.targets.flatMap((target) => target.takeAll()),
      code,
    );
  }

  onLearnt(target: CallTarget): void {
    const answered = target.takeAnswered((entry) => this.isFresh(entry));
    if (answered.length > 0) this.admissionControl.known(answered.length, this.turnStart());
    this.settler.recalled(answered);
    this.schedulers[target.kind].queue.drop(target);
  }

  private onRecalled(target: CallTarget): void {
    this.onLearnt(target);
    if (!target.hasUnsent) return;
    const scheduler = this.schedulers[target.kind];
    const { refusal } = scheduler;
    if (refusal === undefined) scheduler.add(target);
    else this.settler.refuse(target.takeAll(), refusal);
  }

  onHeld(reason: HeldPlan['reason'], also: readonly PendingQuestion[] = []): void {
    const { admissionControl, names, settler } = this;
    const hold = ({ target, name }: PendingQuestion): void =>
      admissionControl.hold(target, names.textOf(name), reason);
    // First, since it may end the approval of others.
    settler.refuse(also, reason, hold);
    const pending = this.eachScheduler.flatMap(({ queue }) =>
      queue.takeAll((target) => !admissionControl.isApproved(target)),
    );
    settler.refuse(pending, reason, hold);
  }

  /** Asks again what was asked under another account or day; a withdrawal carries over. */
  onOutdated(targets: readonly CallTarget[]): void {
    for (const target of targets) {
      for (const pending of target.takeAll()) {
        target.conclude(pending, undefined);
        this.counter.ended();
        const question = questionOf(target, this.names.textOf(pending.name));
        const [asker] = pending.askers;
        const anew = createCancellation();
        pending.onWithdrawn = () => void (pending.isAbandoned && anew.cancel());
        const { tenant } = target;
        const { newerThan } = pending;
        const options = { asker, tenant, newerThan, signal: anew.signal };
        const whenEnded = (outcome: Outcome): void =>
          void pending.settle(outcome, this.slicer.later);
        this.enter(question, whenEnded, options, pending.askedAt);
      }
    }
  }
}

interface CostEstimatorParts {
  readonly options: Pick<
    CompleteEngineOptions,
    'clock' | 'source' | 'freshMs' | 'negativeFreshMs' | 'tiers'
  >;
  readonly memory: AnswerMemory;
  readonly names: Names;
  readonly tierReader: TierReader;
}

/** Estimates what asking would cost. Nothing is asked, and nothing counts as asked. */
class CostEstimator {
  constructor(private readonly parts: CostEstimatorParts) {}

  /** For each question, whether it needs no call of its own: it is answered, or on its way. */
  async knows(questions: readonly Question[]): Promise<readonly boolean[]> {
    const { tierReader, options } = this.parts;
    const findings = questions.map((question) => this.recollect(question));
    const unsure = findings.filter((finding) => typeof finding === 'object');
    const kept = await tierReader.look(unsure, (entry) =>
      isFresh(entry, options.clock.now(), options),
    );
    return findings.map((finding, index) => {
      if (typeof finding !== 'object') return finding;
      return kept.get(storeKey(finding))?.has(nameOf(questions[index] as Question)) === true;
    });
  }

  /** Whether memory knows the answer; or the target to look for, if a tier may know more. */
  private recollect(question: Question): boolean | SoughtTarget {
    const { options, memory, names, tierReader } = this.parts;
    const scope = options.source.scope(kindOf(question));
    const key = targetKey(options.clock, question);
    const target = memory.find(scope, key);
    const entry = target?.find(names.find(nameOf(question)));
    if (entry instanceof PendingQuestion) return true;
    if (entry !== undefined && isFresh(entry, options.clock.now(), options)) return true;
    const mayRecall = target === undefined || tierReader.isNeeded(target, options.clock.elapsed());
    return mayRecall && { scope, key, model: modelOf(options.clock, question) };
  }
}
