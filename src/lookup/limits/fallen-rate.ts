/** A rate that fell to less than half of what it was: the old limit may soon return. */
export class FallenRate {
  private best = 0;
  /** How long the lower rate is kept before a higher one is due. Milliseconds. */
  private keptMs = 0;

  lowered(from: number, to: number): void {
    if (to >= from / 2) return;
    this.best = Math.max(this.best, from);
    this.keptMs = KEPT_MS;
  }

  is(rate: number): boolean {
    return this.keptMs > 0 && rate < this.best / 2;
  }

  /** @param sinceMs how long the rate has been in use. */
  isDue(rate: number, sinceMs: number): boolean {
    return this.is(rate) && sinceMs >= this.keptMs;
  }

  /** A higher rate failed: the next one is tried later. */
  probeFailed(): void {
    this.keptMs *= 1.3;
  }
}

const KEPT_MS = 1500;
