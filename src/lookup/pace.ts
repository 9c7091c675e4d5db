/**
 * How many calls at once, and how fast. Nobody publishes either, so both are found: more at once
 * while it goes well, half as many when the service says "slow down", and from then on no faster
 * than the speed at which it had still said yes.
 *
 * Times are elapsed milliseconds.
 */
export class Pace {
  inFlight = 0;
  private limit: number;
  private run = 0;
  private pausedUntil = 0;
  /** Milliseconds between two starts; 0 while no limit of speed is known. */
  private spacingMs = 0;
  private nextStartAt = 0;
  /** Calls that started before this say nothing new by being refused. */
  private learnedAt = -1;
  /** The speed that was too fast, and how long we stay clear of it. */
  private ceilingSpacingMs = 0;
  private holdUntil = 0;
  private holdMs = HOLD_MS;
  private refusals = 0;
  private readonly accepted: number[] = [];

  constructor(
    start: number,
    private readonly max: number,
  ) {
    this.limit = Math.min(start, max);
  }

  /** Milliseconds until a call may start; Infinity while every slot is taken. */
  waitMs(now: number): number {
    if (this.inFlight >= this.limit) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.pausedUntil - now, this.nextStartAt - now);
  }

  isPaused(now: number): boolean {
    return this.pausedUntil > now;
  }

  started(now: number): void {
    this.inFlight += 1;
    // From when it was due, not from when it happened: a late timer must not slow the pace, nor
    // may a pause be followed by a rush.
    const due = Math.max(this.nextStartAt, now - this.spacingMs);
    this.nextStartAt = due + this.spacingMs;
  }

  ended(): void {
    this.inFlight -= 1;
  }

  /** The service took the call, whatever it answered. */
  took(now: number): void {
    this.refusals = 0;
    this.accepted.push(now);
    if (this.accepted.length > SAMPLES) this.accepted.splice(0, this.accepted.length - SAMPLES);
    this.run += 1;
    if (this.run >= this.limit && this.limit < this.max) {
      this.limit += 1;
      this.run = 0;
    }
    if (this.spacingMs > 0 && now >= this.holdUntil) this.quicken(now);
  }

  /**
   * The service said "slow down" to a call that started then.
   *
   * @param retryAfterMs for how long it wants to be left alone, where it said so.
   */
  refused(startedAt: number, now: number, retryAfterMs: number | undefined): void {
    this.run = 0;
    if (retryAfterMs !== undefined) this.pause(now + retryAfterMs);
    if (startedAt <= this.learnedAt) return;
    this.learnedAt = now;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
    this.refusals += 1;
    this.spacingMs = Math.min(this.slower(now), MAX_SPACING_MS);
    this.ceilingSpacingMs = this.spacingMs;
    this.holdUntil = now + this.holdMs;
    // A limit counted by the second is whole again after a second; without a word from the
    // service that is the best guess, and it doubles while it proves wrong.
    if (retryAfterMs === undefined) {
      this.pause(now + Math.min(SECOND_MS * 2 ** (this.refusals - 1), MAX_PAUSE_MS));
    }
  }

  /** A person changed something: what was learned may no longer hold, waiting serves nobody. */
  reset(): void {
    this.pausedUntil = 0;
    this.nextStartAt = 0;
    this.spacingMs = 0;
    this.refusals = 0;
    this.holdMs = HOLD_MS;
  }

  pause(until: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, until);
  }

  /** The spacing to go on with, and how long to keep to it. */
  private slower(now: number): number {
    // A step too far: back to where it went well, for twice as long.
    if (this.spacingMs < this.ceilingSpacingMs && this.spacingMs > 0) {
      this.holdMs = Math.min(this.holdMs * 2, MAX_HOLD_MS);
      return this.ceilingSpacingMs;
    }
    this.holdMs = HOLD_MS;
    const taken = Math.max(1, this.acceptedSince(now - SECOND_MS));
    const observed = SECOND_MS / (taken * HEADROOM);
    if (this.spacingMs === 0) return observed;
    // What a second saw is a rough measure: it sways the spacing, within bounds.
    const factor = this.refusals > 1 ? MUCH_SLOWER : SLOWER;
    return Math.max(this.spacingMs * factor, Math.min(observed, this.spacingMs * MUCH_SLOWER));
  }

  private acceptedSince(since: number): number {
    let count = 0;
    for (const at of this.accepted) if (at > since) count += 1;
    return count;
  }

  private quicken(now: number): void {
    this.spacingMs *= QUICKER;
    this.holdUntil = now + HOLD_MS / 2;
    if (this.spacingMs < MIN_SPACING_MS) this.spacingMs = 0;
  }
}

const SECOND_MS = 1000;
/** Accepted calls remembered, to know the speed. */
const SAMPLES = 256;
/** How far below the speed last seen to work we stay. */
const HEADROOM = 0.95;
/** How much the spacing grows with a refusal, and with one that follows another. */
const SLOWER = 1.1;
const MUCH_SLOWER = 1.5;
/** One cautious step towards more speed. */
const QUICKER = 0.95;
const HOLD_MS = 30_000;
const MAX_HOLD_MS = 600_000;
const MAX_SPACING_MS = 10_000;
const MIN_SPACING_MS = 2;
const MAX_PAUSE_MS = 16_000;
