import { AnswerMemory } from './answer-memory';
import type { Activity } from './activity';
import type { AskOptions, Engine } from './engine';
import { completeEngineOptions } from './engine-options';
import type { EngineOptions } from './engine-options';
import { isFresh, toOutcome } from './known';
import type { Known } from './known';
import { Lane } from './lane';
import type { LaneParts } from './lane';
import type { LookupErrorCode } from './lookup-error';
import { Names } from './names';
import type { Outcome } from './outcome';
import { customVariablesKey } from './question';
import type { Question } from './question';
import { Settlement, failureKey } from './settlement';
import { Slices } from './slices';
import type { CallKind } from './source';
import { Subject } from './subject';
import type { ModelQuestion, SubjectOwner } from './subject';
import { Tally } from './tally';
import { Verdicts } from './verdicts';
import { Waiting } from './waiting';

/** @throws RangeError for options that no engine could work with. */
export function createEngine(options: EngineOptions): Engine {
  return new LookupEngine(completeEngineOptions(options));
}

class LookupEngine implements Engine, SubjectOwner {
  readonly activity: Activity;
  private readonly tally: Tally;
  private readonly slices: Slices;
  private readonly names = new Names();
  private readonly verdicts = new Verdicts();
  private readonly memory: AnswerMemory;
  private readonly settlement: Settlement;
  private readonly lanes: Readonly<Record<CallKind, Lane>>;

  constructor(private readonly options: Required<EngineOptions>) {
    const { clock } = options;
    this.memory = new AnswerMemory(options.maxRemembered);
    this.slices = new Slices(clock);
    this.activity = this.tally = new Tally(clock, () =>
      this.eachLane.reduce((calls, lane) => calls + lane.callsLeft, 0),
    );
    this.settlement = new Settlement(clock, this.names, this.tally, this.slices);
    const parts: LaneParts = {
      options,
      settlement: this.settlement,
      tally: this.tally,
      verdicts: this.verdicts,
      onStopped: (code) => {
        this.tally.stoppedBy = code;
        this.turnAwayAll(code);
      },
      onPaused: (until) => this.eachLane.forEach((lane) => lane.pace.pause(until)),
      onScopeChanged: (subjects) => this.askAnew(subjects),
    };
    this.lanes = { lookup: new Lane('lookup', parts), score: new Lane('score', parts) };
  }

  peek(question: Question): Outcome | undefined {
    const kind = kindOf(question);
    const subject = this.memory.find(this.options.source.scope(kind), subjectKey(this, question));
    const entry = subject?.find(this.names.idOf(nameOf(question)));
    if (entry === undefined || entry instanceof Waiting || !this.isFresh(entry)) return undefined;
    this.tally.done(entry.origin, 1);
    return toOutcome(entry, entry.origin, false);
  }

  ask(question: Question, { signal }: AskOptions = {}): Promise<Outcome> {
    const kind = kindOf(question);
    const scope = this.options.source.scope(kind);
    const key = subjectKey(this, question);
    const name = this.names.idOf(nameOf(question));
    let subject = this.memory.find(scope, key);
    const entry = subject?.find(name);
    if (entry instanceof Waiting) {
      return signal?.aborted === true ? refused('cancelled') : entry.join(signal);
    }
    if (entry !== undefined && this.isFresh(entry)) {
      this.tally.done(entry.origin, 1);
      return Promise.resolve(toOutcome(entry, entry.origin, false));
    }
    if (signal?.aborted === true) return refused('cancelled');
    if (this.tally.hasFailures) this.tally.askedAgain(failureKey({ key }, nameOf(question)));
    const refusal = this.tally.stoppedBy ?? this.options.source.refusal(kind);
    if (refusal !== undefined) {
      this.tally.failed(failureKey({ key }, nameOf(question)), refusal);
      return refused(refusal);
    }
    if (subject === undefined) {
      subject = new Subject(scope, key, question.place, modelOf(question), this);
      this.memory.add(subject);
    }
    this.tally.began();
    const promise = subject.want(name, Math.round(this.options.clock.elapsed()), signal);
    this.lanes[kind].add(subject);
    return promise;
  }

  resume(): void {
    this.tally.stoppedBy = undefined;
    this.verdicts.pardon();
    for (const lane of this.eachLane) lane.resume();
    this.tally.changed();
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
    this.lanes[waiting.subject.model === undefined ? 'lookup' : 'score'].drop(waiting.subject);
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

  private isFresh(known: Known): boolean {
    return isFresh(known, this.options.clock.now(), this.options);
  }

  private turnAwayAll(code: LookupErrorCode): void {
    const subjects = this.eachLane.flatMap((lane) => lane.drain());
    this.settlement.turnAway(
      subjects.flatMap((subject) => subject.takeAll()),
      code,
    );
  }

  /** What was asked under another account is asked of the one that would answer now. */
  private askAnew(subjects: readonly Subject[]): void {
    for (const subject of subjects) {
      for (const waiting of subject.takeAll()) {
        subject.conclude(waiting, undefined);
        this.tally.ended(1);
        const question = questionOf(subject, this.names.textOf(waiting.name));
        void this.ask(question).then((outcome) => waiting.settle(outcome, this.slices.later));
      }
    }
  }
}

function refused(code: LookupErrorCode): Promise<Outcome> {
  return Promise.resolve({ kind: 'refused', error: { code } });
}

function kindOf(question: Question): CallKind {
  return question.kind === 'attribute' ? 'lookup' : 'score';
}

/** A score is one value: it needs no name beside its subject. */
function nameOf(question: Question): string {
  return question.kind === 'attribute' ? question.name : '';
}

function modelOf(question: Question): ModelQuestion | undefined {
  if (question.kind === 'attribute') return undefined;
  const { model, date, customVariables } = question;
  return { model, date, customVariables };
}

function subjectKey(clock: { today(): string }, question: Question): string {
  if (question.kind === 'attribute') return question.place.key;
  const { place, model, date, customVariables } = question;
  const day = date === undefined ? ['today', clock.today()] : ['date', date];
  return JSON.stringify([place.key, model, ...day, customVariablesKey(customVariables)]);
}

function questionOf(subject: Subject, name: string): Question {
  const { place, model } = subject;
  if (model === undefined) return { kind: 'attribute', place, name };
  return {
    kind: 'score',
    place,
    model: model.model,
    ...(model.date === undefined ? {} : { date: model.date }),
    ...(model.customVariables === undefined ? {} : { customVariables: model.customVariables }),
  };
}
