/**
 * How many calls at once, and how fast. Nobody publishes either, so both are found: more at once
 * while it goes well, half as many when the service says "slow down". From then on the speed is
 * searched for, between the fastest known to be taken and the slowest known to be refused, until
 * the two are close; after that only a rare, small step tells whether the service allows more.
 *
 * Times are elapsed milliseconds, speeds calls a second.
 */
export class Pace {
  inFlight = 0;
  private limit: number;
  private run = 0;
  private pausedUntil = 0;
  /** Infinity while no limit of speed is known. */
  private speed = Number.POSITIVE_INFINITY;
  private nextStartAt = 0;
  /** Calls that started before this say nothing new by being refused. */
  private learnedAt = -1;
  /** The fastest that was taken for a while, and the slowest that was refused. */
  private taken = 0;
  private refusedAt = Number.POSITIVE_INFINITY;
  /** The next step up where no upper bound is known; it doubles. */
  private step = SMALL_STEP;
  private holdUntil = 0;
  private holdMs = HOLD_MS;
  private acceptedAtSpeed = 0;
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
    const spacingMs = SECOND_MS / this.speed;
    this.nextStartAt = Math.max(this.nextStartAt, now - spacingMs) + spacingMs;
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
    this.acceptedAtSpeed += 1;
    const isTried = now >= this.holdUntil && this.acceptedAtSpeed >= TRIED_CALLS;
    if (this.speed < Number.POSITIVE_INFINITY && isTried) this.quicken(now);
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
    const trialMs = this.slowDown(now);
    // A limit counted by the second is whole again after a second; without a word from the
    // service that is the best guess, and it doubles while it proves wrong.
    if (retryAfterMs === undefined) {
      this.pause(now + Math.min(SECOND_MS * 2 ** (this.refusals - 1), MAX_PAUSE_MS));
    }
    this.holdUntil = this.pausedUntil + trialMs;
  }

  /** A person changed something: what was learned may no longer hold, waiting serves nobody. */
  reset(): void {
    this.pausedUntil = 0;
    this.nextStartAt = 0;
    this.speed = Number.POSITIVE_INFINITY;
    this.taken = 0;
    this.refusedAt = Number.POSITIVE_INFINITY;
    this.refusals = 0;
    this.holdMs = HOLD_MS;
  }

  pause(until: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, until);
    // No two at once when it ends: that alone is too fast for some.
    this.nextStartAt = Math.max(this.nextStartAt, this.pausedUntil);
  }

  /** @returns how long the new speed is to be tried. */
  private slowDown(now: number): number {
    if (this.speed === Number.POSITIVE_INFINITY) {
      const observed = this.acceptedSince(now - SECOND_MS);
      // A full second's worth is a measurement; a few calls are none.
      this.step = observed >= ENOUGH ? SMALL_STEP : LARGE_STEP;
      this.speed = Math.max(observed, 1) * HEADROOM;
      this.taken = 0;
    } else {
      this.refusedAt = this.speed;
      // It was a step up from there, or else even what was taken is too fast now.
      const isKnown = this.taken > 0 && this.taken < this.speed;
      this.speed = Math.max(MIN_SPEED, isKnown ? this.taken : this.speed / SLOWER);
      if (!isKnown) this.taken = 0;
      if (this.isFound) this.holdMs = Math.min(this.holdMs * 2, MAX_HOLD_MS);
    }
    this.acceptedAtSpeed = 0;
    return this.isFound ? this.holdMs : TRIAL_MS;
  }

  /** The bounds are close: what is left to gain is not worth a refusal every few seconds. */
  private get isFound(): boolean {
    return this.refusedAt <= this.taken * CLOSE;
  }

  private quicken(now: number): void {
    const wasFound = this.isFound;
    this.taken = this.speed;
    this.acceptedAtSpeed = 0;
    this.holdUntil = now + TRIAL_MS;
    if (this.isFound && !wasFound) {
      this.holdUntil = now + this.holdMs;
    } else if (this.isFound) {
      this.speed *= 1 + SMALL_STEP;
      this.refusedAt = Number.POSITIVE_INFINITY;
      this.step = SMALL_STEP * 2;
    } else if (this.refusedAt < Number.POSITIVE_INFINITY) {
      this.speed = Math.sqrt(this.taken * this.refusedAt);
    } else {
      this.speed *= 1 + this.step;
      this.step = Math.min(this.step * 2, MAX_STEP);
    }
    if (this.speed > MAX_SPEED) this.speed = Number.POSITIVE_INFINITY;
  }

  private acceptedSince(since: number): number {
    let count = 0;
    for (const at of this.accepted) if (at > since) count += 1;
    return count;
  }
}

const SECOND_MS = 1000;
/** Accepted calls remembered, to know the speed. */
const SAMPLES = 256;
/** How far below the speed last seen to work we stay. */
const HEADROOM = 0.95;
/** Calls in a second that tell a speed. */
const ENOUGH = 10;
const SMALL_STEP = 0.05;
const LARGE_STEP = 0.6;
const MAX_STEP = 1.5;
/** How much slower with each refusal that follows another. */
const SLOWER = 1.5;
/** Bounds so near each other are as good as one. */
const CLOSE = 1.06;
/** How long, and with how many calls, a speed is tried. */
const TRIAL_MS = 2000;
const TRIED_CALLS = 4;
const HOLD_MS = 30_000;
const MAX_HOLD_MS = 600_000;
const MIN_SPEED = 0.1;
const MAX_SPEED = 500;
const MAX_PAUSE_MS = 16_000;
