import type { CancelScheduled, Clock } from './clock';

/**
 * A person's pause: nothing is sent, and the time it takes counts for no deadline. What waits does
 * not wait for ever: a pause that nobody ends is reported after so long, and again as long after
 * the next question that comes to wait in it.
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

  /** So many elapsed milliseconds, without those of pauses: what deadlines are measured in. */
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

  /** Something has come to wait. */
  watch(): void {
    if (!this.isOn || this.report !== undefined) return;
    this.report = this.clock.schedule(this.maxMs, () => {
      this.report = undefined;
      this.onTooLong();
    });
  }
}
