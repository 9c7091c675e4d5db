/**
 * Whether other clients share the limit: then calls are refused at a rate that went through before.
 * Once that stops, the others have left room.
 *
 * Times are elapsed milliseconds.
 */
export class Contention {
  private refusedAt = Number.NEGATIVE_INFINITY;
  private foundAt = Number.NEGATIVE_INFINITY;

  /** @param isUnprovoked the rate was neither new nor higher than before. */
  refused(now: number, isUnprovoked: boolean): void {
    this.refusedAt = now;
    if (isUnprovoked) this.foundAt = now;
  }

  isFound(now: number): boolean {
    return now < this.foundAt + FOUND_MS;
  }

  /** Nothing has been refused for a while, counted from `since` at the earliest. */
  isQuiet(now: number, since: number): boolean {
    return now >= Math.max(this.refusedAt, since) + QUIET_MS;
  }
}

const FOUND_MS = 60_000;
const QUIET_MS = 3000;
