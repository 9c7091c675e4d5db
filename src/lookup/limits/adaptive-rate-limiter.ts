import type { CallLimiter, RateLimiterOptions, Ticket } from './call-limiter';
import { RateSearch } from './rate-search';
import { ReplyTimeout } from './reply-timeout';
import { UsefulConcurrency } from './useful-concurrency';

/**
 * Decides how many calls run at once (the useful number) and how fast they leave (the rate that the
 * service takes). While the service takes none at all, one call at a time tests whether it does
 * again.
 *
 * Times are elapsed milliseconds.
 */
export class AdaptiveRateLimiter implements CallLimiter {
  inFlight = 0;
  private readonly useful: UsefulConcurrency;
  private readonly search: RateSearch;
  private readonly timeout = new ReplyTimeout();
  private latencyMs = 100;
  private nextAt = 0;
  private pausedUntil = 0;

  /** Calls refused in a row, and when the last of them started. */
  private run = 0;
  private refusedAt = Number.NEGATIVE_INFINITY;
  /** The share of recent refusals that came right after another. */
  private pairs = 0;
  /** Since when only one call at a time leaves, to test whether the service takes any. */
  private heldSince: number | undefined;
  /** Held because nothing is answered, or for an apparent outage: neither concerns the rate. */
  private isSilent = false;
  private isOutage = false;
  private readonly hanging = new Set<Ticket>();
  private givenUp = 0;
  /** The latest start of any call that was taken. */
  private takenAt = Number.NEGATIVE_INFINITY;
  private wasOpen = true;
  private holds = 0;
  private releasedAt = Number.NEGATIVE_INFINITY;
  /** How many calls may run at once after a hold; grows with each call taken. */
  private ramp: number;

  /** Calls that left between a refused call and the pause it caused: a limit refuses them all. */
  private readonly volley = { from: Number.POSITIVE_INFINITY, to: 0, refused: 0, taken: 0 };
  private volleys = 0;

  constructor(private readonly options: RateLimiterOptions) {
    const { startConcurrency, maxConcurrency, random } = options;
    this.useful = new UsefulConcurrency(startConcurrency, () => this.max);
    this.search = new RateSearch(() => (1000 * this.max) / this.latencyMs, random);
    this.ramp = maxConcurrency;
  }

  private get max(): number {
    return this.options.maxConcurrency;
  }

  waitMs(now: number): number {
    const isHeld = this.heldSince !== undefined;
    const most = isHeld ? 1 + this.hanging.size : Math.min(this.ramp, this.useful.limit);
    if (this.inFlight >= Math.min(most, this.max)) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.pausedUntil - now, this.nextAt - now);
  }

  isPaused(now: number): boolean {
    return this.pausedUntil > now || (this.heldSince !== undefined && !this.isSilent);
  }

  started(now: number): Ticket {
    this.inFlight += 1;
    const ticket = this.search.started(now, this.inFlight);
    const { spacingMs } = this.search;
    // Counted from when the call was due, not from when it left, since a late timer must not slow
    // the pace; but not from long before, since no rush may follow a pause or a sleep.
    this.nextAt = Math.max(this.nextAt, now - Math.max(spacingMs, LATE_MS)) + spacingMs;
    return ticket;
  }

  /**
   * While no call is answered, further calls leave one after the other to test for a reply. Hanging
   * calls are given up if their room is needed; half of them stay, since the service may only have
   * become slow. A call that later calls have overtaken gets more time, twice as much with each
   * attempt.
   */
  replyTimeoutMs(ticket: Ticket, attempts: number, now: number): number {
    const { timeout, hanging, max } = this;
    const ms = now - ticket.startedAt;
    if (ms < timeout.unusualMs) return timeout.unusualMs - ms;
    const isOvertaken = this.takenAt > ticket.startedAt;
    if (isOvertaken && !ticket.isHanging) {
      return Math.max(0, timeout.loneMs * 2 ** (attempts - 1) - ms);
    }
    if (!ticket.isHanging) this.fallSilent(ticket, now);
    const isFull = hanging.size >= max && [...hanging].indexOf(ticket) >= Math.floor(max / 2);
    const lostMs = timeout.lostMs * (max > 1 ? 1 : 2 ** this.givenUp);
    if (!(isOvertaken || isFull) || ms < lostMs) return LOOK_MS;
    this.givenUp += 1;
    return 0;
  }

  unsent(ticket: Ticket): void {
    this.ended(ticket);
  }

  took(ticket: Ticket, now: number): void {
    this.ended(ticket);
    this.takenAt = Math.max(this.takenAt, ticket.startedAt);
    this.givenUp = 0;
    const ms = now - ticket.startedAt;
    this.latencyMs += (Math.max(1, ms) - this.latencyMs) / 10;
    this.timeout.answered(ms);
    this.useful.answered(ticket.level, ms);
    if (this.isInVolley(ticket)) this.volley.taken += 1;
    if (this.ramp < this.max) this.ramp += 1;
    if (this.heldSince !== undefined) {
      if (ticket.startedAt < this.heldSince && !this.isSilent) return;
      this.release(ticket.startedAt - this.heldSince, now);
    }
    this.run = 0;
    this.search.took(ticket, now);
  }

  refused(ticket: Ticket, now: number, retryAfterMs = 0, isOutage = false): void {
    this.ended(ticket);
    ticket.isRefused = true;
    // It hung while nothing was answered, which says nothing about the rate.
    if (ticket.isHanging) return;
    const isApart = ticket.startedAt > this.refusedAt + 2 * this.latencyMs + 50;
    if (this.heldSince === undefined && isApart) this.run = 0;
    this.refusedAt = Math.max(this.refusedAt, ticket.startedAt);
    this.pairs += ((this.run > 0 ? 1 : 0) - this.pairs) / 6;
    this.run += 1;
    if (this.isInVolley(ticket)) this.volley.refused += 1;
    if (retryAfterMs > 0) {
      this.search.wishMs = retryAfterMs;
      const isFirst = this.pausedUntil <= now && this.heldSince === undefined;
      if (isFirst) this.endVolley(ticket, now);
      this.pause(now + retryAfterMs);
      // A pause is no gap in a run: of 100 calls a minute, the 101st is refused, and so is the one
      // that leaves after the five seconds that the service asked for.
      this.refusedAt = this.pausedUntil;
    }
    if (this.heldSince !== undefined) {
      if (ticket.startedAt >= this.heldSince) this.askLater(now);
    } else if (this.run >= this.search.cluster) {
      this.hold(now, isOutage);
    } else {
      this.search.refused(ticket, now, this.pairs);
    }
  }

  lost(now: number): void {
    if (this.heldSince === undefined) this.hold(now, true);
  }

  pause(until: number): void {
    if (until <= this.pausedUntil) return;
    this.pausedUntil = until;
    this.nextAt = Math.max(this.nextAt, until);
    this.search.rested(until);
  }

  reset(now: number): void {
    this.pausedUntil = 0;
    this.nextAt = 0;
    this.heldSince = undefined;
    this.isSilent = this.isOutage = false;
    this.run = 0;
    this.search.free(now);
  }

  private ended(ticket: Ticket): void {
    this.inFlight -= 1;
    this.hanging.delete(ticket);
  }

  private fallSilent(ticket: Ticket, now: number): void {
    ticket.isHanging = true;
    this.hanging.add(ticket);
    if (this.heldSince !== undefined) return;
    this.isSilent = true;
    this.heldSince = now;
    this.nextAt = Math.min(this.nextAt, now);
  }

  private hold(now: number, isOutage: boolean): void {
    this.heldSince = now;
    this.isOutage = isOutage && now - this.releasedAt > APART_MS;
    if (this.isOutage) {
      this.askLater(now);
      return;
    }
    this.holds = now - this.releasedAt < CLOSE_MS ? this.holds + 1 : 1;
    this.wasOpen = this.search.isOpen;
    this.search.overrun(now, this.holds);
    if (this.holds >= 4) this.holds = 0;
    this.askLater(now);
  }

  /** The longer the service takes nothing, the less often a call tests it. */
  private askLater(now: number): void {
    const held = now - (this.heldSince ?? now);
    const gapMs = Math.min(
      this.isOutage ? LONGEST_GAP_MS / 2 : LONGEST_GAP_MS,
      Math.max(GAP_MS, 0.35 * held, this.search.spacingMs / 2),
    );
    this.nextAt = Math.max(this.nextAt, now + gapMs * (0.75 + 0.5 * this.options.random()));
  }

  private release(afterMs: number, now: number): void {
    this.heldSince = undefined;
    this.releasedAt = now;
    this.ramp = 2;
    this.nextAt = now;
    if (this.isSilent || this.isOutage) {
      this.isSilent = this.isOutage = false;
      this.search.rested(now);
      return;
    }
    const isChance = this.wasOpen && this.holds < 2 && this.run < this.search.cluster + 2;
    if (isChance) this.search.free(now);
    else this.search.released(now, afterMs);
  }

  private isInVolley({ startedAt }: Ticket): boolean {
    return startedAt >= this.volley.from && startedAt <= this.volley.to;
  }

  /**
   * If each refusal pauses all calls, few are refused in a row. Then what distinguishes a limit
   * from chance is that time after time nothing is taken any more.
   */
  private endVolley(ticket: Ticket, now: number): void {
    const { volley } = this;
    if (volley.taken > 0) this.volleys = 0;
    else if (volley.refused > 1) this.volleys += 1;
    Object.assign(volley, { from: ticket.startedAt, to: now, refused: 1, taken: 0 });
    if (this.volleys < 3 || !this.search.isOpen) return;
    this.volleys = 0;
    this.search.overrun(now, 1);
  }
}

const LATE_MS = 4;
/** How often to check on a call that hangs. */
const LOOK_MS = 250;
const GAP_MS = 50;
const LONGEST_GAP_MS = 1000;
/** Holds that follow each other this soon are not chance. */
const CLOSE_MS = 1200;
/** Of outages that follow each other this soon, all but the first count as a limit. */
const APART_MS = 5000;
