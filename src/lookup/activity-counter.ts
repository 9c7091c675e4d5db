import type { Activity, ActivitySnapshot } from './activity';
import type { CancelScheduled } from './clock';
import type { CompleteEngineOptions } from './engine-options';
import type { LookupErrorCode } from './lookup-error';
import type { Origin } from './outcome';
import type { Pause } from './pause';
import type { CallCost } from './queue/retry';

/** Counts what the engine does and tells its listeners, at most 10 times a second. */
export class ActivityCounter implements Activity {
  stoppedBy: ActivitySnapshot['stoppedBy'];
  private outstanding = 0;
  private inFlight = 0;
  private callsMade = 0;
  private callsInFlight = 0;
  private callsSpent = 0;
  private callsUnanswered = 0;
  private valuesReceived = 0;
  private burst = { at: 0, callsEnded: 0 };
  private readonly doneByOrigin: Record<Origin, number> = {
    service: 0,
    memory: 0,
    device: 0,
    workbook: 0,
  };

  private readonly failedByCode: Partial<Record<LookupErrorCode, number>> = {};
  /** By the failed question's key. */
  private readonly failures = new Map<number, LookupErrorCode>();
  private readonly listeners = new Set<(snapshot: ActivitySnapshot) => void>();
  private pending: CancelScheduled | undefined;

  constructor(
    private readonly outside: Pick<CompleteEngineOptions, 'clock' | 'source'>,
    private readonly pause: Pause,
    private readonly callsLeft: () => number,
  ) {
    outside.source.reachability?.subscribe(() => this.changed());
  }

  /** Questions that have not been sent. */
  get waiting(): number {
    return this.outstanding - this.inFlight;
  }

  get isIdle(): boolean {
    return this.outstanding === 0;
  }

  /** A question without an answer has been asked. */
  began(): void {
    if (this.isIdle) this.burst = { at: this.now(), callsEnded: 0 };
    this.outstanding += 1;
    this.changed();
  }

  /** That many of them have ended, in whatever way. */
  ended(questions: number): void {
    this.outstanding -= questions;
    this.changed();
  }

  callStarted(questions: number): void {
    this.callsMade += 1;
    this.callsInFlight += 1;
    this.inFlight += questions;
    this.changed();
  }

  callEnded(questions: number, cost: CallCost): void {
    this.callsInFlight -= 1;
    if (cost === 'unsent') this.callsMade -= 1;
    else if (cost === 'spent') this.callsSpent += 1;
    else if (cost === 'unknown') this.callsUnanswered += 1;
    this.inFlight -= questions;
    this.burst.callsEnded += 1;
  }

  done(origin: Origin, askings: number): void {
    if (origin === 'service') this.valuesReceived += 1;
    this.doneByOrigin[origin] += askings;
    this.changed();
  }

  failed(key: number, code: LookupErrorCode): void {
    this.askedAgain(key);
    if (this.failures.size >= MOST_FAILURES) this.forgetFailures();
    this.failures.set(key, code);
    this.failedByCode[code] = (this.failedByCode[code] ?? 0) + 1;
    this.changed();
  }

  get hasFailures(): boolean {
    return this.failures.size > 0;
  }

  askedAgain(key: number): void {
    const code = this.failures.get(key);
    if (code === undefined) return;
    this.failures.delete(key);
    const left = (this.failedByCode[code] as number) - 1;
    if (left > 0) this.failedByCode[code] = left;
    else delete this.failedByCode[code];
  }

  /** Forgets the older half of the failures: too many to keep apart. They are no longer counted. */
  private forgetFailures(): void {
    // All at once: deleting a Map's first key again and again makes each search for it slower.
    const first = [...this.failures.keys()].slice(0, MOST_FAILURES / 2);
    for (const key of first) this.askedAgain(key);
  }

  changed(): void {
    if (this.listeners.size === 0 || this.pending !== undefined) return;
    this.pending = this.outside.clock.schedule(INTERVAL_MS, () => {
      this.pending = undefined;
      const snapshot = this.snapshot();
      for (const listener of [...this.listeners]) listener(snapshot);
    });
  }

  snapshot(): ActivitySnapshot {
    const done = Object.values(this.doneByOrigin).reduce((sum, count) => sum + count, 0);
    return {
      waiting: this.waiting,
      inFlight: this.inFlight,
      done,
      doneByOrigin: { ...this.doneByOrigin },
      failed: this.failures.size,
      failedByCode: { ...this.failedByCode },
      callsMade: this.callsMade,
      callsInFlight: this.callsInFlight,
      callsSpent: this.callsSpent,
      callsUnanswered: this.callsUnanswered,
      valuesReceived: this.valuesReceived,
      callsSaved: Math.max(0, done - this.callsMade),
      timeLeftMs: this.timeLeftMs(),
      stoppedBy: this.stoppedBy,
      isUnreachable: this.outside.source.reachability?.isLost === true,
      isPaused: this.pause.isOn,
    };
  }

  subscribe(listener: (snapshot: ActivitySnapshot) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.pending?.();
      this.pending = undefined;
    };
  }

  private now(): number {
    return this.pause.running(this.outside.clock.elapsed());
  }

  private timeLeftMs(): number | undefined {
    if (this.isIdle || this.pause.isOn) return undefined;
    if (this.burst.callsEnded === 0) return undefined;
    const perCallMs = (this.now() - this.burst.at) / this.burst.callsEnded;
    return Math.round(perCallMs * (this.callsLeft() + this.callsInFlight));
  }
}

const MOST_FAILURES = 100_000;
const INTERVAL_MS = 100;
