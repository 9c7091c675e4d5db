import { Alarm } from './alarm';
import type { CompleteEngineOptions } from './engine-options';
import type { Pace } from './pace';
import type { Pause } from './pause';
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
  readonly pause: Pause;
}

/**
 * Sees to it that no question outlives its deadline, sent or not.
 *
 * A queue that moves is not a hang: 10,000 rows take their time, so until a question is sent its
 * clock starts anew with each answer that arrives. From then on its deadline stands. A person's
 * pause is no hang either: all times here are those of a clock that stands still in it.
 */
export class Deadlines {
  private readonly alarm: Alarm;
  /** When the service last answered anything. */
  private answeredAt = Number.NEGATIVE_INFINITY;
  /** Why the service has answered nothing since. */
  private trouble: SourceFailureCode | undefined;
  /** What fell due in a pause is looked at after it. */
  private putOff: (() => void)[] = [];

  constructor(private readonly parts: DeadlineParts) {
    this.alarm = new Alarm(parts.options.clock, () => this.expire());
  }

  /** Something has come to wait. */
  watch(): void {
    if (!this.alarm.isSet) this.alarm.in(this.parts.options.deadlineMs);
  }

  /** The pause is over. */
  goOn(): void {
    const looks = this.putOff;
    this.putOff = [];
    for (const look of looks) look();
    this.alarm.in(0);
  }

  answered(): void {
    this.answeredAt = this.now();
    this.trouble = undefined;
  }

  failed(code: SourceFailureCode): void {
    this.trouble = code;
  }

  /**
   * They are sent, once more perhaps: from the first time on their deadlines stand.
   *
   * @returns milliseconds until the first of them is due.
   */
  sent(batch: readonly Waiting[]): number {
    let dueAt = Number.POSITIVE_INFINITY;
    for (const waiting of batch) {
      waiting.attempts += 1;
      waiting.dueAt = this.dueAt(waiting);
      dueAt = Math.min(dueAt, waiting.dueAt);
    }
    return dueAt - this.now();
  }

  /** Milliseconds until the first of these is due, sent or not. */
  leftMs(questions: readonly Waiting[]): number {
    return Math.min(...questions.map((waiting) => this.dueAt(waiting))) - this.now();
  }

  /** Tells whose time is up so many milliseconds from now. */
  dueIn(ms: number): (waiting: Waiting) => boolean {
    const at = this.now() + ms;
    return (waiting) => this.dueAt(waiting) <= at;
  }

  /** What was sent once and waits again has what is left of its deadline, and no longer. */
  watchAgain(subject: Subject, questions: readonly Waiting[]): void {
    const { options, pause } = this.parts;
    const dueAt = Math.min(...questions.map((waiting) => this.dueAt(waiting)));
    const look = (): void => {
      const leftMs = dueAt - this.now();
      if (pause.isOn) {
        this.putOff.push(look);
        return;
      }
      if (leftMs >= 1) {
        options.clock.schedule(leftMs, look);
        return;
      }
      const isLate = (waiting: Waiting): boolean => this.dueAt(waiting) <= dueAt;
      const late = questions.filter((waiting) => isLate(waiting) && subject.takeOut(waiting));
      this.end(late, options.clock.elapsed() + leftMs);
      const young = questions.filter((waiting) => !isLate(waiting));
      if (young.length > 0) this.watchAgain(subject, young);
    };
    options.clock.schedule(Math.max(0, dueAt - this.now()), look);
  }

  /**
   * Ends what has been taken out of the queue too late to be sent.
   *
   * @param now in elapsed milliseconds, as the pace counts.
   */
  end(late: readonly Waiting[], now: number): void {
    const { settlement, pace } = this.parts;
    const code = this.trouble ?? (pace.isPaused(now) ? 'throttled' : 'timed-out');
    settlement.fail(late, { code });
  }

  /** Ends what has waited too long to be sent, those who have waited longest first. */
  private expire(): void {
    const { options, queue, pause } = this.parts;
    if (pause.isOn) return;
    const now = this.now();
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
    this.end(late, options.clock.elapsed());
  }

  private dueAt({ dueAt, askedAt }: Waiting): number {
    if (dueAt >= 0) return dueAt;
    return Math.round(Math.max(askedAt, this.answeredAt) + this.parts.options.deadlineMs);
  }

  private now(): number {
    return this.parts.pause.running(this.parts.options.clock.elapsed());
  }
}
