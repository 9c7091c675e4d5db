import { Alarm } from './alarm';
import type { CompleteEngineOptions } from './engine-options';
import type { Pace } from './pace';
import type { Queue } from './queue';
import type { Settlement } from './settlement';
import type { SourceFailureCode } from './source';
import type { Subject } from './subject';
import type { Waiting } from './waiting';

export interface DeadlineParts {
  readonly options: CompleteEngineOptions;
  readonly settlement: Settlement;
  readonly queue: Queue;
  readonly pace: Pace;
}

/**
 * Sees to it that no question outlives its deadline, sent or not.
 *
 * A queue that moves is not a hang: 10,000 rows take their time, so until a question is sent its
 * clock starts anew with each answer that arrives. From then on its deadline stands.
 */
export class Deadlines {
  private readonly alarm: Alarm;
  /** Elapsed milliseconds at which the service last answered anything. */
  private answeredAt = Number.NEGATIVE_INFINITY;
  /** Why the service has answered nothing since. */
  private trouble: SourceFailureCode | undefined;

  constructor(private readonly parts: DeadlineParts) {
    this.alarm = new Alarm(parts.options.clock, () => this.expire());
  }

  /** Something has come to wait. */
  watch(): void {
    if (!this.alarm.isSet) this.alarm.in(this.parts.options.deadlineMs);
  }

  answered(now: number): void {
    this.answeredAt = now;
    this.trouble = undefined;
  }

  failed(code: SourceFailureCode): void {
    this.trouble = code;
  }

  dueAt({ dueAt, askedAt }: Waiting): number {
    if (dueAt >= 0) return dueAt;
    return Math.round(Math.max(askedAt, this.answeredAt) + this.parts.options.deadlineMs);
  }

  /** What was sent once and waits again has what is left of its deadline, and no longer. */
  watchAgain(subject: Subject, questions: readonly Waiting[]): void {
    const { options, queue } = this.parts;
    const now = options.clock.elapsed();
    const dueAt = Math.min(...questions.map((waiting) => this.dueAt(waiting)));
    options.clock.schedule(Math.max(0, dueAt - now), () => {
      const late = questions.filter((waiting) => subject.takeOut(waiting));
      if (!subject.hasUnsent) queue.remove(subject);
      this.end(late, dueAt);
    });
  }

  /** Ends what has been taken out of the queue too late to be sent. */
  end(late: readonly Waiting[], now: number): void {
    const { settlement, pace } = this.parts;
    const code = this.trouble ?? (pace.isPaused(now) ? 'throttled' : 'timed-out');
    settlement.fail(late, { kind: 'failed', code });
  }

  /** Ends what has waited too long to be sent, those who have waited longest first. */
  private expire(): void {
    const { options, queue } = this.parts;
    const now = options.clock.elapsed();
    const late: Waiting[] = [];
    for (;;) {
      const subject = queue.longestWaiting;
      if (subject === undefined) break;
      const dueAt = Math.max(subject.waitingSince, this.answeredAt) + options.deadlineMs;
      if (dueAt > now) {
        this.alarm.in(dueAt - now);
        break;
      }
      queue.remove(subject);
      const all = subject.takeAll();
      late.push(...all.filter((waiting) => this.dueAt(waiting) <= now));
      const young = all.filter((waiting) => this.dueAt(waiting) > now);
      if (young.length > 0) {
        subject.giveBack(young);
        queue.add(subject);
      }
    }
    this.end(late, now);
  }
}
