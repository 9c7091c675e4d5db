/**
 * How long to wait for a reply, judged by the replies so far: their mean plus four times their mean
 * deviation, as TCP computes its retransmission time-out. Milliseconds.
 */
export class ReplyTimeout {
  private meanMs: number | undefined;
  private deviationMs = 0;

  answered(ms: number): void {
    if (this.meanMs === undefined) {
      this.meanMs = ms;
      this.deviationMs = ms / 2;
      return;
    }
    const error = ms - this.meanMs;
    this.meanMs += error / 8;
    this.deviationMs += (Math.abs(error) - this.deviationMs) / 4;
  }

  /** A longer silence is worth another call, but no reason to give up the first. */
  get unusualMs(): number {
    if (this.meanMs === undefined) return UNKNOWN_MS;
    return Math.ceil(Math.max(LEAST_MS, this.meanMs + 4 * this.deviationMs));
  }

  /** Most calls that nobody has answered for this long may be given up. */
  get lostMs(): number {
    return this.meanMs === undefined ? UNKNOWN_LOST_MS : 3 * this.unusualMs;
  }

  /** A single call may take this long while others are answered. */
  get loneMs(): number {
    return Math.max(UNKNOWN_LOST_MS, 4 * this.unusualMs);
  }
}

const LEAST_MS = 1000;
const UNKNOWN_MS = 2000;
const UNKNOWN_LOST_MS = 10_000;
