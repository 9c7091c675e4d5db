/** When a limit that was found is doubted altogether: ever later, as often as that was wrong. */
export class AnewSchedule {
  private at = 0;
  private afterMs = SOONEST_MS;

  constructor(private readonly random: () => number) {}

  plan(now: number): void {
    this.at = now + this.afterMs * (0.5 + this.random());
  }

  isDue(now: number): boolean {
    return now >= this.at;
  }

  searched(): void {
    this.afterMs = Math.min(LATEST_MS, this.afterMs * 4);
  }

  /** One call after the other was refused: that is hardly ever chance. */
  limitCertain(now: number): void {
    this.afterMs = Math.max(this.afterMs, CERTAIN_MS);
    this.plan(now);
  }

  /** There was no limit. */
  wasRight(): void {
    this.afterMs = SOONEST_MS;
  }
}

const SOONEST_MS = 3000;
const CERTAIN_MS = 150_000;
const LATEST_MS = 1_000_000;
