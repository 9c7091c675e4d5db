import type { Configuration } from './configuration';
import type { SpentBudget } from '../engine/contract/spent-budget';
import {
  createCancellation,
  createEngine,
  isOfTheFuture,
  targetKey,
  type AnswerStore,
  type AskOptions,
  type Clock,
  type Engine,
  type Outcome,
  type Question,
  type ScoreCall,
  type Source,
  type SourceFailure,
  type Tier,
} from '../engine/lookup';
import { isScoreAnswered, ScorePermits } from '../node/score-permits';
import { CallAdmission, scorePrice, type Asker } from './call-admission';
import { ForgottenAnswers, type Forgetting } from './forgotten-answers';
import { spentBudget } from './about-me';
import type { Payer } from './state/call-ledger';
import type { SharedState } from './state/shared-state';
import { DAY_MS } from '../node/calendar';

/** `probeMs`: the wait before a refused key is tried again, which doubles each time. */
type Settings =
  | 'prices'
  | 'upstreamConcurrency'
  | 'windowMs'
  | 'keepAnswersMs'
  | 'staleMs'
  | 'answerWithinMs'
  | 'maxAnswersInMemory'
  | 'probeMs';

export interface TeamEngineOptions extends Pick<Configuration, Settings> {
  readonly source: Source;
  readonly state: SharedState;
  readonly clock: Clock;
  readonly random: () => number;
  /** How long a call to the service may take. Its answer is kept even if the client has left. */
  readonly callTimeoutMs: number;
}

/** An answer from the store. */
export interface StoredOutcome {
  readonly outcome: Outcome;
  /** Whether the answer is stale: it may be given only while it is asked for again. */
  readonly isStale: boolean;
  /** When the service gave it, in epoch milliseconds. */
  readonly at: number;
}

/** The engine for the provider's account, which all people share. */
export class TeamEngine {
  readonly engine: Engine;
  private readonly lookups = new Set<string>();
  /** When each call in flight left, the oldest first. */
  private readonly sent = new Set<{ readonly at: number }>();
  private readonly permits: ScorePermits;
  private readonly refreshes: Refreshes;
  private readonly admission: CallAdmission;
  private readonly forgotten: ForgottenAnswers;
  private readonly answers: AnswerStore;
  private readonly tier: Tier;
  private troubleAt = Number.NEGATIVE_INFINITY;
  private probeMs: number;
  private cancelProbe: (() => void) | undefined;
  private readonly groups = new Set<QuestionGroup>();
  private answeredAt = Number.NEGATIVE_INFINITY;
  private isGivenUp = false;
  private isStopped = false;

  readonly clock: Clock;
  /** Whether the last call got no reply. */
  isUnreachable = false;

  private readonly onTrouble = (): void => void (this.troubleAt = this.clock.elapsed());

  constructor(private readonly options: TeamEngineOptions) {
    this.clock = options.clock;
    const { state, prices, clock, callTimeoutMs, keepAnswersMs: freshMs } = options;
    const { upstreamConcurrency: maxConcurrency } = options;
    const { onTrouble } = this;
    const counter = {
      countScore: (model: string, settlement: 'charged' | 'booked') =>
        state.ledger.countScore(model, settlement, scorePrice(prices, model)),
    };
    const { lookups } = state;
    this.forgotten = new ForgottenAnswers(state.records, options.keepAnswersMs + options.staleMs);
    this.answers = this.forgotten.within(state.answers);
    const { answers: store } = this;
    const fresh = { freshMs, negativeFreshMs: NEGATIVE_FRESH_MS };
    this.tier = {
      origin: 'device',
      store: this.forgotten.within(lookups?.tier ?? state.answers),
      isWritable: true,
    };
    this.permits = new ScorePermits(
      state.claims,
      counter,
      onTrouble,
      // Only other gateways could have answered.
      lookups &&
        ((target, newerThan) =>
          isScoreAnswered(target, newerThan, { store, now: clock.now, ...fresh })),
    );
    this.admission = new CallAdmission(state.ledger, prices, onTrouble);
    this.probeMs = options.probeMs;
    this.engine = createEngine({
      source: this.watched(lookups?.merged(options.source) ?? options.source),
      clock,
      random: options.random,
      windowMs: options.windowMs,
      maxWindowMs: 4 * options.windowMs,
      // An administrator has said how many: the limiter need not find out.
      startConcurrency: maxConcurrency,
      maxConcurrency,
      deadlineMs: callTimeoutMs,
      callTimeoutMs,
      ...fresh,
      maxRemembered: options.maxAnswersInMemory,
      tiers: [this.tier],
      admission: this.admission,
      claims: {
        claim: (kind, target, newerThan) =>
          kind === 'score' || lookups === undefined
            ? this.permits.claim(kind, target, newerThan)
            : lookups.claim(target, newerThan).catch((error: unknown) => {
                onTrouble();
                throw error;
              }),
      },
    });
    this.refreshes = new Refreshes(clock, (payer) => this.begin(payer));
    this.engine.activity.subscribe(({ stoppedBy }) => {
      if (stoppedBy !== undefined && this.cancelProbe === undefined) this.planProbe();
    });
  }

  /** Whether the store is down, or was down a moment ago when a call was to be reserved. */
  get isStoreDown(): boolean {
    const { state, clock } = this.options;
    return state.isDown || clock.elapsed() - this.troubleAt < TROUBLE_MS;
  }

  get hasForgotten(): boolean {
    return this.options.state.hasForgotten;
  }

  get oldestCallMs(): number {
    const [oldest] = this.sent;
    return oldest === undefined ? 0 : this.clock.elapsed() - oldest.at;
  }

  /** Whether the service accepts calls and answers none. */
  get isServiceSilent(): boolean {
    return this.oldestCallMs > SILENT_MS;
  }

  /** Whether asking again may give another answer than at that time, in epoch milliseconds. */
  canChange(question: Question, at: number): boolean {
    return canChange(question, this.options.state.ledger.calendar.dayOf(at));
  }

  get servesStale(): boolean {
    return this.options.staleMs > 0;
  }

  isBeingAsked(question: Question): boolean {
    const { clock } = this.options;
    return question.kind === 'score'
      ? this.permits.isBeingAsked(targetKey(clock, question))
      : this.lookups.has(lookupKey(question.place.key, question.name));
  }

  /** Finds, by name, the stored answers for this question's target that may still be given. */
  async stored(
    question: Question,
  ): Promise<((name: string) => StoredOutcome | undefined) | undefined> {
    const { clock, keepAnswersMs: freshMs, staleMs } = this.options;
    const key = this.storeKey(question);
    // If the store fails, the engine is asked next and reports it.
    const found = await this.answers.read([key]).catch(() => undefined);
    const answers = found?.get(key);
    if (answers === undefined || answers.length === 0) return undefined;
    // A folder of our own is always there, and nearly as fast as memory.
    if (this.options.state.lookups !== undefined) this.engine.learn(question, answers, this.tier);
    const now = clock.now();
    return (name) => {
      const answer = answers.find((each) => each.name === name);
      if (answer === undefined) return undefined;
      const { value, at } = answer;
      if (isOfTheFuture(answer, now)) return undefined;
      const staleAfterMs = value === null ? NEGATIVE_FRESH_MS : freshMs;
      if (now - at > staleAfterMs + staleMs) return undefined;
      const isStale = now - at > staleAfterMs;
      const outcome: Outcome =
        value === null
          ? { kind: 'missing', at, origin: 'device' }
          : { kind: 'found', value, at, origin: 'device', isStale };
      return { outcome, isStale, at };
    };
  }

  /** Asks again, once, for stale answers that were given. No request waits for it. */
  refresh(questions: readonly Question[], payer: Payer): void {
    this.refreshes.ask(questions, payer);
  }

  /** Returns the budget that is used up, for a payer who was just refused. */
  spentBudget(payer: Payer): Promise<SpentBudget | undefined> {
    return spentBudget(payer, this.options.state.ledger, true).catch(() => undefined);
  }

  /** Returns the budget that has nothing left at all; undefined if there is none. */
  emptyBudget(payer: Payer): Promise<SpentBudget | undefined> {
    return spentBudget(payer, this.options.state.ledger, false).catch(() => undefined);
  }

  /**
   * Forgets these answers.
   *
   * @returns how many of them were in this gateway's memory; undefined if that is a rule too many.
   */
  async forgetAnswers(forgetting: Forgetting): Promise<number | undefined> {
    return (await this.forgotten.add(forgetting)) ? this.dropForgotten() : undefined;
  }

  /** Drops the answers that other gateways were told to forget. */
  async readForgotten(): Promise<void> {
    if (await this.forgotten.load(this.clock.now())) this.dropForgotten();
  }

  private dropForgotten(): number {
    return this.engine.forgetWhere((answer) => this.forgotten.isForgotten(answer));
  }

  begin(payer: Payer, withinMs = this.options.answerWithinMs): QuestionGroup {
    const ask: Engine['ask'] = (question, options) => this.ask(question, options);
    const onEnd = (ended: QuestionGroup): void => void this.groups.delete(ended);
    const group = new QuestionGroup({ ask }, this.clock, payer, withinMs, onEnd);
    this.groups.add(group);
    return group;
  }

  /** Lets the next call try again, because an administrator has acted, for example on the key. */
  tryAgain(): void {
    this.cancelProbe?.();
    this.cancelProbe = undefined;
    this.probeMs = this.options.probeMs;
    this.options.state.ledger.rest?.(0);
    this.resume();
  }

  /**
   * Call it while the gateway ends. Once the service has answered nothing for a while, everyone who
   * waits is answered without it, and the gateway no longer waits for calls.
   *
   * @param onSilent is called then.
   */
  watchSilence(onSilent: () => void): void {
    const { clock } = this.options;
    const beganAt = clock.elapsed();
    const look = (): void => {
      const isQuiet = clock.elapsed() - Math.max(beganAt, this.answeredAt) >= GIVEN_UP_MS;
      if (this.isStopped) return;
      if (!isQuiet || this.sent.size === 0) return void clock.schedule(LOOK_MS, look);
      this.isGivenUp = true;
      for (const group of this.groups) group.giveUp();
      onSilent();
    };
    look();
  }

  /** Settles when no call is in flight, or when the time is up. */
  async settled(withinMs: number): Promise<void> {
    this.engine.cancelWaiting();
    const { clock } = this.options;
    const until = clock.elapsed() + withinMs;
    const isWaiting = (): boolean => !this.isGivenUp && clock.elapsed() < until;
    while (this.engine.activity.snapshot().callsInFlight > 0 && isWaiting()) {
      await new Promise<void>((resolve) => clock.schedule(LOOK_MS, resolve));
    }
  }

  stop(): void {
    this.isStopped = true;
    this.cancelProbe?.();
  }

  /** Lets other gateways know which names are wanted here. */
  private ask(question: Question, options: AskOptions | undefined): Promise<Outcome> {
    const { lookups } = this.options.state;
    if (lookups === undefined || question.kind === 'score') {
      return this.engine.ask(question, options);
    }
    const end = lookups.want(this.storeKey(question), question.name);
    return this.engine.ask(question, options).finally(end);
  }

  /** The key under which the question's answer is stored. */
  private storeKey(question: Question): string {
    const { clock, source } = this.options;
    const kind = question.kind === 'score' ? 'score' : 'lookup';
    return `${source.scope(kind)}\n${kind}\n${targetKey(clock, question)}`;
  }

  /** Whether this gateway still holds its claim, which it may have lost while it was stopped. */
  private async mayLeave(call: ScoreCall): Promise<boolean> {
    try {
      return (
        (await this.options.state.claims.mayLeave?.(this.storeKey({ kind: 'score', ...call }))) ??
        true
      );
    } catch {
      this.onTrouble();
      return false;
    }
  }

  /** The source, but it lists the lookups in flight and holds back scores that may not leave. */
  private watched(source: Source): Source {
    return {
      ...source,
      lookup: async (call, signal) => {
        const keys = call.names.map((name) => lookupKey(call.place.key, name));
        for (const key of keys) this.lookups.add(key);
        try {
          return await this.timed(() => source.lookup(call, signal));
        } finally {
          for (const key of keys) this.lookups.delete(key);
        }
      },
      score: async (call, signal) =>
        (await this.mayLeave(call)) ? this.timed(() => source.score(call, signal)) : UNSENT,
    };
  }

  private async timed<T extends { readonly kind: 'answered' } | SourceFailure>(
    call: () => Promise<T>,
  ): Promise<T> {
    const own = { at: this.clock.elapsed() };
    this.sent.add(own);
    try {
      const reply = await call();
      this.isUnreachable = reply.kind === 'failed' && reply.code === 'offline';
      return reply;
    } finally {
      this.sent.delete(own);
      this.answeredAt = this.clock.elapsed();
    }
  }

  /** The service refused the key: after a while one call tries it again, while others wait. */
  private planProbe(): void {
    this.cancelProbe = this.options.clock.schedule(this.probeMs, () => {
      this.cancelProbe = undefined;
      this.probeMs = Math.min(MAX_PROBE_MS, 2 * this.probeMs);
      this.resume();
    });
  }

  private resume(): void {
    this.admission.tryOne(() => (this.probeMs = this.options.probeMs));
    this.engine.resume();
  }
}

function lookupKey(place: string, name: string): string {
  return `${name}\n${place}`;
}

/** The engine asks again, if it may. */
const UNSENT: SourceFailure = { kind: 'failed', code: 'offline', isUnsent: true };
const LOOK_MS = 20;
/** Longer than a slow answer takes; with what follows, shorter than Docker waits: ten seconds. */
const GIVEN_UP_MS = 8000;
/** Longer than a slow answer takes, and shorter than people wait. */
const SILENT_MS = 15_000;
export const NEGATIVE_FRESH_MS = DAY_MS;
const TROUBLE_MS = 5000;
const MAX_PROBE_MS = 60_000;

/** The questions of one request. They end together when its time is up or its client leaves. */
export class QuestionGroup {
  private readonly cancellation = createCancellation();
  private readonly asker: Asker;
  /** One object for all questions, because there may be thousands. */
  private readonly options: AskOptions;
  private cancelTimer: () => void;
  /** In epoch milliseconds. */
  readonly begunAt: number;

  constructor(
    private readonly engine: Pick<Engine, 'ask'>,
    clock: Pick<Clock, 'now' | 'schedule'>,
    readonly payer: Payer,
    /** Must be under 30 s, after which the add-in gives up. */
    timeoutMs: number,
    private readonly onEnd: (group: QuestionGroup) => void = () => {},
  ) {
    this.begunAt = clock.now();
    this.asker = { hasLeft: false, couldNotPay: false, ...payer };
    this.options = {
      signal: this.cancellation.signal,
      asker: this.asker,
      // People without a team take turns as one team.
      tenant: { group: payer.team ?? '', member: payer.person, weight: payer.weight },
    };
    this.cancelTimer = clock.schedule(timeoutMs, () => this.cancellation.cancel());
  }

  /** @param newerThan is for a renewal: an answer from before this time does not count. */
  ask(question: Question, newerThan = 0): Promise<Outcome> {
    const options = newerThan === 0 ? this.options : { ...this.options, newerThan };
    return this.engine.ask(question, options).then((given) => {
      // A renewal that fails says why. The old answer stays known.
      const outcome = newerThan === 0 ? given : (unrenewed(given) ?? given);
      const isOverBudget = outcome.kind === 'refused' && outcome.error.code === 'over-budget';
      // The question joined a call that other askers could not pay for. This asker still may.
      return isOverBudget && !this.asker.couldNotPay ? this.ask(question, newerThan) : outcome;
    });
  }

  /** Withdraws what has not been sent, because the client has left. */
  leave(): void {
    this.asker.hasLeft = true;
    this.cancellation.cancel();
  }

  /** Ends the questions as if the request's time were up. */
  giveUp(): void {
    this.cancellation.cancel();
  }

  end(): void {
    this.cancelTimer();
    this.onEnd(this);
  }
}

function unrenewed(outcome: Outcome): Outcome | undefined {
  return 'unrenewed' in outcome ? outcome.unrenewed : undefined;
}

/** Asks again for answers that were given although they are stale. No request waits for it. */
export class Refreshes {
  /** The targets and names that are being asked for, or whose refresh failed a moment ago. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly clock: Clock,
    private readonly begin: (payer: Payer) => QuestionGroup,
  ) {}

  /** Asks for each answer once at a time, or for none if too many are in flight. */
  ask(questions: readonly Question[], payer: Payer): void {
    const due = questions.filter((question) => !this.asked.has(this.keyOf(question)));
    if (due.length === 0 || this.asked.size + due.length > MOST_REFRESHED) return;
    const asking = this.begin(payer);
    const all = due.map(async (question) => {
      const key = this.keyOf(question);
      this.asked.add(key);
      const outcome = await asking.ask(question).catch(() => undefined);
      const isAnswered = outcome?.kind === 'found' || outcome?.kind === 'missing';
      if (isAnswered) this.asked.delete(key);
      // Not every request should ask a service that is down.
      else this.clock.schedule(AGAIN_MS, () => this.asked.delete(key));
    });
    void Promise.all(all).then(() => asking.end());
  }

  private keyOf(question: Question): string {
    return `${targetKey(this.clock, question)}\n${question.kind === 'score' ? '' : question.name}`;
  }
}

/** Whether asking again may help. A score for a date before the day it was given never changes. */
export function canChange(question: Question, givenOn: string): boolean {
  if (question.kind !== 'score' || question.date === undefined) return true;
  const date = DAY.exec(question.date.trim());
  return date === null || date.slice(1).join('-') >= givenOn;
}

/** Dates that begin with the year; any other text may mean any day. */
const DAY = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})$/;
const MOST_REFRESHED = 1000;
const AGAIN_MS = 10_000;
