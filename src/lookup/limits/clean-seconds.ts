/** Rates that went through for a whole second without a refusal; calls a second. */
export class CleanSeconds {
  /** The highest recent rate. */
  private best = 0;
  private bestAt = Number.NEGATIVE_INFINITY;
  private begunAt = 0;
  private calls = 0;
  private refusals = 0;

  /** Starts the second over: no call was made for a while, so its count says nothing. */
  begin(now: number): void {
    this.begunAt = now;
    this.calls = this.refusals = 0;
  }

  /** @returns whether this call completes a clean second. */
  took(now: number, allowedRate: number): boolean {
    this.calls += 1;
    const ms = now - this.begunAt;
    if (ms < 1000) return false;
    const { calls, refusals } = this;
    this.begin(now);
    if (refusals > 0 || calls < 2) return false;
    const rate = Math.min(allowedRate, (1000 * calls) / ms);
    if (rate >= this.best || this.lately(now) === 0) {
      this.best = rate;
      this.bestAt = now;
    }
    return true;
  }

  refused(): void {
    this.refusals += 1;
  }

  /** The highest rate; 0 if that was long ago. */
  lately(now: number): number {
    return now < this.bestAt + LATELY_MS ? this.best : 0;
  }
}

const LATELY_MS = 10_000;
