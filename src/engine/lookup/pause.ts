import type { CancelScheduled, Clock } from '../async/clock';

/**
 * A person's pause: nothing is sent, and its time counts towards no deadline. If nobody ends the
 * pause, `onTooLong` runs after `maxMs`, and again `maxMs` after the next question starts to wait.
 */
export class Pause {
  private since: number | undefined;
  private pausedMs = 0;
  private report: CancelScheduled | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly maxMs: number,
    private readonly onTooLong: () => void,
  ) {}

  get isOn(): boolean {
    return this.since !== undefined;
  }

  /** Elapsed milliseconds without pauses; deadlines are measured in these. */
  running(elapsed: number): number {
    return (this.since ?? elapsed) - this.pausedMs;
  }

  begin(): void {
    this.since = this.clock.elapsed();
    this.watch();
  }

  end(): void {
    const elapsed = this.clock.elapsed();
    this.pausedMs = elapsed - this.running(elapsed);
    this.since = undefined;
    this.report?.();
    this.report = undefined;
  }

  /** A question has started to wait. */
  watch(): void {
    if (!this.isOn || this.report !== undefined) return;
    this.report = this.clock.schedule(this.maxMs, () => {
      this.report = undefined;
      this.onTooLong();
    });
  }
}
