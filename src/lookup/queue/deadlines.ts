import { EarliestTimer } from './earliest-timer';
import type { CompleteEngineOptions } from '../engine-options';
import type { Pause } from '../pause';
import type { Queue } from './queue';
import { isSlowDown } from './retry';
import type { QuestionSettler } from './question-settler';
import type { SourceFailure } from '../source';
import { membersOf } from './split';
import type { Part } from './split';
import type { CallTarget } from './call-target';
import type { PendingQuestion } from './pending-question';

export interface DeadlineParts {
  readonly options: CompleteEngineOptions;
  readonly settler: QuestionSettler;
  readonly queue: Queue;
  readonly pause: Pause;
  /** The service wants to be left alone, at that time in elapsed milliseconds. */
  isPaused(now: number): boolean;
}

/**
 * Sees to it that no question outlives its deadline, sent or not.
 *
 * A queue that moves is not a hang: 10,000 rows take their time, so until a question is sent its
 * clock starts anew with each answer that arrives. From then on its deadline stands. A person's
 * pause is no hang either: all times here are those of a clock that stands still in it.
 */
export class Deadlines {
  private readonly alarm: EarliestTimer;
  /** When the service last answered anything, and until when it has asked to be left alone since. */
  private answeredAt = Number.NEGATIVE_INFINITY;
  private movedAt = Number.NEGATIVE_INFINITY;
  /** Why the service has answered nothing since. */
  private trouble: SourceFailure | undefined;
  /** Not after anything that waits is due. */
  private lookAt = Number.POSITIVE_INFINITY;

  constructor(private readonly parts: DeadlineParts) {
    this.alarm = new EarliestTimer(parts.options.clock, () => this.expire());
  }

  /** A name has come to wait at this target. */
  watch({ waitingSince }: CallTarget): void {
    this.look(Math.max(waitingSince, this.movedAt) + this.parts.options.deadlineMs);
  }

  /** The pause is over. */
  goOn(): void {
    this.alarm.in(0);
  }

  answered(): void {
    this.answeredAt = this.movedAt = this.now();
    this.trouble = undefined;
  }

  /** @returns what to say of it: where none was taken, one that ran out of time is no news. */
  failed(failure: SourceFailure, retryAfterMs = 0): SourceFailure {
    // What it asks for after it has answered is no hang, unless that takes a whole deadline.
    const until = Math.min(
      this.now() + retryAfterMs,
      this.answeredAt + this.parts.options.deadlineMs,
    );
    if (retryAfterMs > 0) this.movedAt = Math.max(this.movedAt, until);
    const { trouble } = this;
    if (trouble === undefined || !isSlowDown(trouble.code) || failure.code !== 'timed-out') {
      this.trouble = failure;
    }
    return this.trouble ?? failure;
  }

  /**
   * They are sent, once more perhaps: from the first time on their deadlines stand.
   *
   * @returns milliseconds until the first of them is due, or of those whose turn comes after them.
   */
  sent(part: Part<PendingQuestion>): number {
    for (const pending of part.batch) {
      pending.dueAt = this.dueAt(pending);
      pending.attempts += 1;
    }
    return this.soonest(membersOf(part)) - this.now();
  }

  /** The service would not take them: as if they had waited all the time, and were not sent. */
  turnedAway(batch: readonly PendingQuestion[]): void {
    for (const pending of batch) pending.attempts -= 1;
  }

  /** Milliseconds until the first of these is due, sent or not. */
  leftMs(questions: readonly PendingQuestion[]): number {
    return Math.min(...questions.map((pending) => this.dueAt(pending))) - this.now();
  }

  /** Tells whose time is up so many milliseconds from now. */
  dueIn(ms: number): (pending: PendingQuestion) => boolean {
    const at = this.now() + ms;
    return (pending) => this.dueAt(pending) <= at;
  }

  /** What was sent once and waits again has what is left of its deadline, and no longer. */
  watchAgain(questions: readonly PendingQuestion[]): void {
    this.look(this.soonest(questions));
  }

  /**
   * Ends what has been taken out of the queue too late to be sent.
   *
   * @param now in elapsed milliseconds, as the pace counts.
   */
  end(late: readonly PendingQuestion[], now: number): void {
    const { settler, isPaused } = this.parts;
    const code = isPaused(now) ? 'throttled' : 'timed-out';
    settler.fail(late, this.trouble ?? { code });
  }

  private look(at: number): void {
    if (at >= this.lookAt) return;
    this.lookAt = at;
    this.alarm.in(Math.max(0, at - this.now()));
  }

  /** Ends what has waited too long to be sent, wherever in the queue it stands. */
  private expire(): void {
    const { options, queue, pause } = this.parts;
    this.lookAt = Number.POSITIVE_INFINITY;
    if (pause.isOn) return;
    const now = this.now();
    const late: PendingQuestion[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const target of queue.items()) {
      // What has never left is due no sooner than this: most need no closer look.
      const soonest = Math.max(target.waitingSince, this.movedAt) + options.deadlineMs;
      if (target.queueState === 'queued' && soonest > now) {
        next = Math.min(next, soonest);
        continue;
      }
      for (const pending of target.notSent) {
        const dueAt = this.dueAt(pending);
        if (dueAt > now) next = Math.min(next, dueAt);
        else if (target.takeOut(pending)) late.push(pending);
      }
      if (!target.hasUnsent) queue.remove(target);
    }
    if (next < Number.POSITIVE_INFINITY) this.look(next);
    this.end(late, options.clock.elapsed());
  }

  private soonest(questions: readonly PendingQuestion[]): number {
    return questions.reduce(
      (at, pending) => Math.min(at, this.dueAt(pending)),
      Number.POSITIVE_INFINITY,
    );
  }

  private dueAt({ dueAt, askedAt, attempts }: PendingQuestion): number {
    if (dueAt >= 0 && attempts > 0) return dueAt;
    return Math.max(dueAt, Math.max(askedAt, this.movedAt) + this.parts.options.deadlineMs);
  }

  private now(): number {
    return this.parts.pause.running(this.parts.options.clock.elapsed());
  }
}
