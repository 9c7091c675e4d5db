/**
 * Whether going slower is of no use: as many calls are refused at a lower rate as before. Then no
 * limit refuses them but chance, and a limit that was found earlier has been lifted.
 */
export class FruitlessCuts {
  /** The rate from which it was lowered, calls a second; 0 while it is not lowered. */
  private from = 0;
  /** Counted since then. */
  private calls = 0;
  private refusals = 0;
  /** From which rate it was lowered in vain the last time, until it is lowered again. */
  private foundAt = 0;
  private enough = ENOUGH;

  /** A call at the present rate has ended: not one that tried a higher rate. */
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
   * @param pairs of the calls refused of late, the share that came right after another.
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
/** Refusals that tell. Of a larger share more, for that may also be what others leave of a limit. */
const ENOUGH = 4;
const EACH = 100;
/** More than that is a service whose limit has fallen. */
const MOST = 0.12;
/** A limit refuses several calls one after the other. */
const PAIRS = 0.12;
/** A rate so much higher that goes through has proven that there was no limit. */
const PROVEN = 1.5;
