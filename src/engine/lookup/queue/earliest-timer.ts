import type { CancelScheduled, Clock } from '../../async/clock';

/** One timer, which runs at the earliest of the times requested. */
export class EarliestTimer {
  private dueAt = Number.POSITIVE_INFINITY;
  private cancel: CancelScheduled | undefined;

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
}
