import type { Clock } from '../../async/clock';
import type { CompleteEngineOptions } from '../engine-options';
import type { Pause } from '../pause';
import { membersOf, type Part } from './call-part';
import type { CallTarget, PendingQuestion } from './pending-questions';
import { isSlowDown } from './retry';
import type { Queue } from './queue';
import type { SourceFailure } from '../source';

/**
 * Knows when every question must have ended, sent or not.
 *
 * A queue that moves does not hang: 10,000 rows take their time. So until a question is sent, its
 * time restarts with each answer that arrives. Once it is sent, its deadline is fixed. A person's
 * pause does not count either: all times here come from a clock that stops during a pause.
 */
export class Deadlines {
  private readonly timer: EarliestTimer;
  /** When the service last answered anything. */
  private answeredAt = Number.NEGATIVE_INFINITY;
  /** `answeredAt`, or when the service last said "not now", or until when it asked to wait. */
  private movedAt = Number.NEGATIVE_INFINITY;
  /** Why the service has answered nothing since. */
  latestFailure: SourceFailure | undefined;
  /** No later than the first deadline of anything that waits. */
  private lookAt = Number.POSITIVE_INFINITY;

  /** @param onDue a deadline of something that waits may have come. */
  constructor(
    private readonly options: Pick<CompleteEngineOptions, 'clock' | 'deadlineMs'>,
    private readonly pause: Pause,
    onDue: () => void,
  ) {
    this.timer = new EarliestTimer(options.clock, () => {
      this.lookAt = Number.POSITIVE_INFINITY;
      onDue();
    });
  }

  /** A name of this target has started to wait. */
  watch({ waitingSince }: CallTarget): void {
    this.look(Math.max(waitingSince, this.movedAt) + this.options.deadlineMs);
  }

  /** The pause has ended, or the deadline has changed. */
  goOn(): void {
    this.timer.in(0);
  }

  answered(): void {
    this.answeredAt = this.now();
    // What was under way when the service asked for a wait is answered during that wait.
    this.movedAt = Math.max(this.movedAt, this.answeredAt);
    this.latestFailure = undefined;
  }

  /** @returns the failure to report. After a slow-down, a time-out says nothing new. */
  failed(failure: SourceFailure, retryAfterMs = 0): SourceFailure {
    // A service that takes ten calls a minute throttles the eleventh for 59 s, which is no hang. It
    // counts as one once the service has answered nothing for a whole deadline.
    if (retryAfterMs > 0 || failure.code === 'throttled') {
      const until = Math.min(this.now() + retryAfterMs, this.answeredAt + this.options.deadlineMs);
      this.movedAt = Math.max(this.movedAt, until);
    }
    const { latestFailure } = this;
    if (
      latestFailure === undefined ||
      !isSlowDown(latestFailure.code) ||
      failure.code !== 'timed-out'
    ) {
      this.latestFailure = failure;
    }
    return this.latestFailure ?? failure;
  }

  /**
   * The questions are being sent, perhaps again. The first sending fixes their deadlines.
   *
   * @returns milliseconds until the first deadline among them and those deferred with them.
   */
  sent(part: Part<PendingQuestion>): number {
    for (const pending of part.batch) {
      const dueAt = this.dueAt(pending);
      const sending = (pending.sending ??= { dueAt, attempts: 0, isAskedAnew: false });
      sending.dueAt = dueAt;
      sending.attempts += 1;
    }
    return this.leftMs(membersOf(part));
  }

  /** The service did not take the call: the questions count as not sent, and as still waiting. */
  turnedAway(batch: readonly PendingQuestion[]): void {
    for (const { sending } of batch) if (sending !== undefined) sending.attempts -= 1;
  }

  /** Milliseconds until the first deadline among these, sent or not. */
  leftMs(questions: readonly PendingQuestion[]): number {
    return this.soonest(questions) - this.now();
  }

  /** @returns whether a question's deadline is at most that many milliseconds away. */
  dueIn(ms: number): (pending: PendingQuestion) => boolean {
    const at = this.now() + ms;
    return (pending) => this.dueAt(pending) <= at;
  }

  /** Questions that wait for a retry keep the deadline they have. */
  watchAgain(questions: readonly PendingQuestion[]): void {
    this.look(this.soonest(questions));
    // Questions that come back during a pause wait for its end, too.
    this.pause.watch();
  }

  /** Takes every question out of the queue whose deadline has passed. */
  takeLate(queue: Queue): PendingQuestion[] {
    const now = this.now();
    const late: PendingQuestion[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const target of queue.items()) {
      // A question never sent is due no sooner than this, so most targets need no closer look.
      const soonest = Math.max(target.waitingSince, this.movedAt) + this.options.deadlineMs;
      if (target.queueState === 'queued' && soonest > now) {
        next = Math.min(next, soonest);
        continue;
      }
      for (const pending of target.notSent) {
        const dueAt = this.dueAt(pending);
        if (dueAt > now) next = Math.min(next, dueAt);
        else if (target.takeOut(pending)) late.push(pending);
      }
      queue.drop(target);
    }
    if (next < Number.POSITIVE_INFINITY) this.look(next);
    return late;
  }

  private look(at: number): void {
    if (at >= this.lookAt) return;
    this.lookAt = at;
    this.timer.in(Math.max(0, at - this.now()));
  }

  private soonest(questions: readonly PendingQuestion[]): number {
    let soonest = Number.POSITIVE_INFINITY;
    for (const pending of questions) soonest = Math.min(soonest, this.dueAt(pending));
    return soonest;
  }

  private dueAt({ askedAt, sending }: PendingQuestion): number {
    if (sending !== undefined && sending.attempts > 0) return sending.dueAt;
    const dueAt = Math.max(askedAt, this.movedAt) + this.options.deadlineMs;
    return Math.max(sending?.dueAt ?? dueAt, dueAt);
  }

  private now(): number {
    return this.pause.running(this.options.clock.elapsed());
  }
}

/** One timer, which runs at the earliest of the times requested. */
export class EarliestTimer {
  private dueAt = Number.POSITIVE_INFINITY;
  private cancel: (() => void) | undefined = undefined;

  constructor(
    private readonly clock: Clock,
    private readonly run: () => void,
  ) {}

  get isSet(): boolean {
    return this.cancel !== undefined;
  }

  /** @param ms Infinity for never: something else will set it. */
  in(ms: number): void {
    const dueAt = this.clock.elapsed() + ms;
    if (dueAt >= this.dueAt) return;
    this.cancel?.();
    this.dueAt = dueAt;
    this.cancel = this.clock.schedule(ms, () => {
      this.cancel = undefined;
      this.dueAt = Number.POSITIVE_INFINITY;
      this.run();
    });
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.dueAt = Number.POSITIVE_INFINITY;
  }
}
