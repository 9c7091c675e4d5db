/**
 * Whether slowing down does not help: as many calls are refused at a lower rate as before. Then
 * chance refuses them, not a limit, and a limit that was found earlier has been lifted.
 */
export class FruitlessCuts {
  /** The rate before it was lowered, in calls a second; 0 while it is not lowered. */
  private from = 0;
  /** Calls and refusals since then. */
  private calls = 0;
  private refusals = 0;
  /** The rate before the last cut that did not help; 0 once the rate is lowered again. */
  private foundAt = 0;
  private enough = ENOUGH;

  /** A call at the present rate has ended. Probes of a higher rate do not count. */
  ended(isRefused: boolean): void {
    this.calls += 1;
    if (isRefused) this.refusals += 1;
  }

  /** The rate is lowered from this. */
  lowered(rate: number): void {
    if (this.foundAt > 0) {
      const wasLimit = rate < PROVEN * this.foundAt;
      this.enough = wasLimit ? 2 * this.enough : ENOUGH;
      this.foundAt = 0;
    }
    if (rate > this.from) this.begin(rate);
  }

  /**
   * @param pairs the share of recent refusals that came right after another.
   * @returns the share refused by chance, and the rate to go back to; undefined while it may be a
   * limit after all.
   */
  found(
    rate: number,
    pairs: number,
  ): { readonly share: number; readonly rate: number } | undefined {
    const { from } = this;
    const share = this.refusals / Math.max(1, this.calls);
    if (rate > LOWER * from || this.refusals < this.enough + EACH * share) return undefined;
    if (share > MOST || pairs >= PAIRS) return undefined;
    this.foundAt = from;
    this.begin(0);
    return { share, rate: from };
  }

  private begin(from: number): void {
    this.from = from;
    this.calls = this.refusals = 0;
  }
}

const LOWER = 0.75;
/** Refusals needed to decide. A larger share needs more: sharing a limit may cause it, too. */
const ENOUGH = 4;
const EACH = 100;
/** A larger share means that the service's limit has fallen. */
const MOST = 0.12;
/** A limit refuses several calls one after the other. */
const PAIRS = 0.12;
/** A rate this many times higher that goes through proves that there was no limit. */
const PROVEN = 1.5;
