import { ListenerSet } from '../async/listener-set';
import type { CompleteEngineOptions } from './engine-options';
import type { LookupErrorCode, Origin } from './outcome';
import type { Pause } from './pause';
import type { CallCost } from './queue/retry';

/** Shows people what the engine is doing. Listeners are notified at most 10 times a second. */
export interface Activity {
  snapshot(): ActivitySnapshot;
  /** @returns a function that stops listening. */
  subscribe(listener: (snapshot: ActivitySnapshot) => void): () => void;
}

/** What the engine is doing. Counts are of questions, except where a name says calls. */
export interface ActivitySnapshot {
  /** Not yet sent. */
  readonly waiting: number;
  /** Sent, without a reply so far. */
  readonly inFlight: number;
  /** Ended with a value or a definite "no value". A question counts each time it is asked. */
  readonly done: number;
  readonly doneByOrigin: Readonly<Record<Origin, number>>;
  /** Failed or refused when last asked. Asking such a question again removes it from this count. */
  readonly failed: number;
  readonly failedByCode: Readonly<Partial<Record<LookupErrorCode, number>>>;
  /**
   * Counts of the present run, which begins with the first question after the engine was idle.
   * While the engine is idle, the counts of the last run.
   */
  readonly run: RunCounts;
  /** Calls sent, except those that certainly never reached the service. */
  readonly callsMade: number;
  readonly callsInFlight: number;
  /** Calls that have ended with a reply, except those that the service certainly did not take. */
  readonly callsSpent: number;
  /** Calls that have ended without a reply. They may have reached the service and been charged. */
  readonly callsUnanswered: number;
  /**
   * Answers that the service gave, "no value here" included. Each answer counts once, however many
   * cells asked for it.
   */
  readonly valuesReceived: number;
  /**
   * How many calls Locus has saved, compared with one call for each cell. Calls that the service
   * did not take are not counted as made.
   */
  readonly callsSaved: number;
  /**
   * The estimated time until all questions have ended, at the rate so far. Undefined if there is no
   * rate yet, and while the engine is idle, paused or stalled.
   */
  readonly timeLeftMs: number | undefined;
  /** Whether the service has taken no call for several seconds. Waiting questions are retried. */
  readonly isStalled: boolean;
  /** What stops all calls until a person acts; undefined if nothing does. */
  readonly stoppedBy: 'key-refused' | 'out-of-credits' | undefined;
  /** Whether the service can't be reached. Waiting questions continue once it can. */
  readonly isUnreachable: boolean;
  /** The HTTP status of every call's reply, if that is why the service counts as unreachable. */
  readonly failingStatus: number | undefined;
  /** Whether a person has paused the engine. Nothing is sent until they continue. */
  readonly isPaused: boolean;
}

/**
 * The values that a run is to get. Each value counts once, however many cells ask for it and how
 * often. A value that Locus already has does not count. Only people change the total: they write or
 * delete formulas, or cancel.
 */
export interface RunCounts {
  /** Done, failed, held, over budget, waiting or in flight. */
  readonly total: number;
  readonly done: number;
  /** Failed or refused. Values that are held or over budget count neither as failed nor as done. */
  readonly failed: number;
}

/** Counts what the engine does and tells its listeners, at most 10 times a second. */
export class ActivityCounter implements Activity {
  stoppedBy: ActivitySnapshot['stoppedBy'];
  private openQuestions = 0;
  private readonly ownCounts = {
    inFlight: 0,
    done: 0,
    callsMade: 0,
    callsInFlight: 0,
    callsSpent: 0,
    callsUnanswered: 0,
    valuesReceived: 0,
  };

  /** When it began, the calls taken, when the last was taken, and the calls not taken since. */
  private currentBurst = burstAt(0);
  private readonly doneByOrigin: Record<Origin, number> = {
    service: 0,
    gateway: 0,
    memory: 0,
    device: 0,
    workbook: 0,
  };

  private readonly failures = new EndsByKey<LookupErrorCode>();
  private runDone = 0;
  /** Of this run: a question among them that is asked again is counted no second time. */
  private readonly runUnanswered = new EndsByKey<LookupErrorCode | 'stale'>();
  private readonly listeners = new ListenerSet<[snapshot: ActivitySnapshot]>();
  readonly subscribe = this.listeners.subscribe;
  private isNotificationDue = false;

  constructor(
    private readonly outside: Pick<CompleteEngineOptions, 'clock' | 'source'>,
    private readonly pause: Pause,
    private readonly callsLeft: () => number,
  ) {
    outside.source.reachability?.subscribe(() => this.changed());
  }

  /** Questions that have not been sent. */
  get waiting(): number {
    return this.openQuestions - this.ownCounts.inFlight;
  }

  get isIdle(): boolean {
    return this.openQuestions === 0;
  }

  /** A question that has no answer yet has been asked. */
  began(): void {
    if (this.isIdle) {
      this.currentBurst = burstAt(this.now());
      this.runDone = 0;
      this.runUnanswered.clear();
    }
    this.openQuestions += 1;
    this.changed();
  }

  /** One of them has ended, with or without an answer. */
  ended(): void {
    this.openQuestions -= 1;
    this.changed();
  }

  callStarted(questions: number): void {
    const counts = this.ownCounts;
    counts.callsMade += 1;
    counts.callsInFlight += 1;
    counts.inFlight += questions;
    this.changed();
  }

  callEnded(questions: number, cost: CallCost): void {
    const counts = this.ownCounts;
    const burst = this.currentBurst;
    counts.callsInFlight -= 1;
    counts.inFlight -= questions;
    burst.untaken += 1;
    if (cost === 'unsent') counts.callsMade -= 1;
    else if (cost === 'unknown') counts.callsUnanswered += 1;
    else if (cost === 'spent') {
      counts.callsSpent += 1;
      burst.taken += 1;
      burst.takenAt = this.now();
      burst.untaken = 0;
    }
  }

  done(origin: Origin, askings: number): void {
    const counts = this.ownCounts;
    counts.done += askings;
    if (origin === 'service') counts.valuesReceived += 1;
    this.doneByOrigin[origin] += askings;
    this.changed();
  }

  /** A question of this run has its answer. */
  answered(): void {
    this.runDone += 1;
  }

  /**
   * A question of this run shows its last good answer; asked once more, it would be sent again.
   *
   * @param end why it has none, where it was to be had anew.
   */
  shownStale(key: number, end: LookupErrorCode | 'stale'): void {
    this.runUnanswered.put(key, end);
  }

  failed(key: number, code: LookupErrorCode): void {
    this.failures.put(key, code);
    this.runUnanswered.put(key, code);
    this.changed();
  }

  get hasUnanswered(): boolean {
    return this.failures.size + this.runUnanswered.size > 0;
  }

  askedAgain(key: number): void {
    this.failures.remove(key);
    this.runUnanswered.remove(key);
  }

  changed(): void {
    if (this.listeners.size === 0 || this.isNotificationDue) return;
    this.isNotificationDue = true;
    this.outside.clock.schedule(INTERVAL_MS, () => {
      this.isNotificationDue = false;
      this.listeners.notify(this.snapshot());
    });
  }

  snapshot(): ActivitySnapshot {
    const counts = this.ownCounts;
    return {
      waiting: this.waiting,
      doneByOrigin: { ...this.doneByOrigin },
      failed: this.failures.size,
      failedByCode: { ...this.failures.byEnd },
      run: this.runCounts(),
      ...counts,
      callsSaved: Math.max(0, counts.done - counts.callsSpent - counts.callsUnanswered),
      timeLeftMs: this.estimateLeftMs(),
      isStalled: this.takesNothing,
      stoppedBy: this.stoppedBy,
      isPaused: this.pause.isOn,
      isUnreachable: this.outside.source.reachability?.isLost === true,
      failingStatus: this.outside.source.reachability?.failingStatus,
    };
  }

  private runCounts(): RunCounts {
    const { size, byEnd } = this.runUnanswered;
    const { stale = 0, cancelled = 0, held = 0 } = byEnd;
    const overBudget = byEnd['over-budget'] ?? 0;
    return {
      total: this.openQuestions + this.runDone + size - cancelled,
      done: this.runDone + stale,
      failed: size - stale - cancelled - held - overBudget,
    };
  }

  private now(): number {
    return this.pause.running(this.outside.clock.elapsed());
  }

  private get takesNothing(): boolean {
    const { untaken, takenAt } = this.currentBurst;
    // A call refused now and then is no stall, nor is a short wait for a limit.
    return !this.isIdle && untaken > 2 && this.now() - takenAt >= STALL_MS;
  }

  private estimateLeftMs(): number | undefined {
    const { at, taken } = this.currentBurst;
    if (taken === 0 || this.isIdle || this.pause.isOn || this.takesNothing) return undefined;
    const callsLeft = this.callsLeft() + this.ownCounts.callsInFlight;
    return Math.round((callsLeft * (this.now() - at)) / taken);
  }
}

/** How questions ended, by their `failureKey`; counted by how. */
class EndsByKey<End extends string> {
  readonly byEnd: Partial<Record<End, number>> = {};
  private readonly ends = new Map<number, End>();

  get size(): number {
    return this.ends.size;
  }

  put(key: number, end: End): void {
    this.remove(key);
    if (this.size >= MOST_FAILURES) this.forgetOlderHalf();
    this.ends.set(key, end);
    this.byEnd[end] = (this.byEnd[end] ?? 0) + 1;
  }

  remove(key: number): void {
    const end = this.ends.get(key);
    if (end === undefined) return;
    this.ends.delete(key);
    const left = (this.byEnd[end] as number) - 1;
    if (left > 0) this.byEnd[end] = left;
    else delete this.byEnd[end];
  }

  clear(): void {
    for (const key of [...this.ends.keys()]) this.remove(key);
  }

  /** To bound memory. They are no longer counted. */
  private forgetOlderHalf(): void {
    // All at once: deleting a Map's first key again and again makes each search for it slower.
    const older = [...this.ends.keys()].slice(0, MOST_FAILURES / 2);
    for (const key of older) this.remove(key);
  }
}

function burstAt(at: number) {
  return { at, taken: 0, takenAt: at, untaken: 0 };
}

const MOST_FAILURES = 100_000;
const INTERVAL_MS = 100;
const STALL_MS = 5_000;
