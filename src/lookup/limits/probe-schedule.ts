/** When to try a higher rate, and how much higher: steps double on success, halve on failure. */
export class ProbeSchedule {
  /** The fraction by which a probe raises the rate. */
  step = LARGE_STEP;
  /** Calls from one probe to the next. */
  calls = FEWEST_CALLS;

  succeeded(): void {
    this.step = Math.min(1, this.step * 2);
    this.calls = Math.min(this.calls, Math.max(FEWEST_CALLS, this.calls / 2));
  }

  failed(rate: number, isContended: boolean): void {
    this.smaller(rate, isContended);
    this.calls = Math.min(MOST_CALLS, this.calls * 1.5);
  }

  /** Halves the step; a probe must still tell in ten seconds, in five if others share the limit. */
  smaller(rate: number, isContended: boolean): void {
    const least = (isContended ? 0.44 : 0.22) / rate;
    this.step = Math.max(Math.min(1, Math.max(SMALL_STEP, least)), this.step / 2);
  }

  /** The rate is little more than a guess: it is doubled soon. */
  hurry(): void {
    this.step = this.calls = 1;
  }

  /** The rate was much higher once. */
  enlarge(): void {
    this.step = Math.max(this.step, LARGE_STEP);
  }

  begin(): void {
    this.step = LARGE_STEP;
    this.calls = FEWEST_CALLS;
  }
}

const FEWEST_CALLS = 10;
const MOST_CALLS = 150;
const LARGE_STEP = 0.4;
const SMALL_STEP = 0.04;
