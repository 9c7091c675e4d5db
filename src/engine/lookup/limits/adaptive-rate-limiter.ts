import type { CallLimiter, RateLimiterOptions, Ticket } from './call-limiter';
import { RateSearch } from './rate-search';
import { UsefulConcurrency } from './useful-concurrency';

/**
 * Decides how many calls run at once, and how fast they leave.
 *
 * Two numbers explain every throttled call: the service takes at most L calls a second (perhaps
 * there is no L), and it throttles a share c of calls whatever the rate. We start without L, as
 * fast as the useful number of calls at once permits (`useful-concurrency.ts`).
 *
 * **L is found in one of two ways** (`rate-search.ts`). A long run of throttled calls is not
 * chance: of 20 calls a second allowed, 25 were tried and the last five throttled in a row. Calls
 * stop, but for one at a time that tests whether the service takes any again; then the rate is 98 %
 * of what went through in the last second, 19.6. Or scattered throttled calls have become likelier
 * above L than by chance (`throttling-evidence.ts`): then the rate is lowered a little, as a test.
 * If as many are throttled there, they are c and cost no speed; if fewer, there is an L.
 *
 * **L moves.** After some calls a probe raises the rate by a step: the step doubles where the probe
 * goes through and halves where it does not. More throttled calls at a steady rate than c explains
 * lower it by the share throttled, a fifth at most. If a rate that is lower by a quarter has as
 * many throttled, L was lifted: what is throttled is c, and the rate before is good. Where L fell
 * to less than half, a higher rate is tried again after a second and a half.
 *
 * **Others use L, too** (`recent-calls.ts`). If a rate is throttled that went through before,
 * probes wait until nothing has been throttled for three seconds. If what is accepted changes from
 * second to second, a neighbour takes what we leave: the rate is kept, and grows after each second
 * without a throttled call.
 *
 * **Some services take so many calls at once**, at any rate. Of one that takes three, each fourth
 * call is throttled and never a third; then three run at once (`useful-concurrency.ts`).
 *
 * **What says nothing of L:** an outage (503, no connection) and silence. One call at a time tests
 * for a reply, and the old rate is back at once. `Retry-After` pauses all calls for as long as it
 * says; a pause makes throttled calls expensive, so that probes become rare.
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

  /** Calls throttled in a row, and when the last of them started or its pause ends. */
  private run = 0;
  private throttledAt = Number.NEGATIVE_INFINITY;
  /** The share of recent throttled calls that came right after another. */
  private pairs = 0;
  /** Since when only one call at a time leaves, to test whether the service takes any. */
  private stoppedAt: number | undefined;
  /** Stopped because nothing is answered, or for an apparent outage: neither concerns the rate. */
  private isSilent = false;
  private isOutage = false;
  private readonly hanging = new Set<Ticket>();
  private givenUp = 0;
  /** The latest start of any call that was accepted. */
  private acceptedAt = Number.NEGATIVE_INFINITY;
  /** Whether no limit was known when calls stopped. */
  private wasOpen = true;
  /** How often calls have stopped in close succession, and when they last went on. */
  private stops = 0;
  private resumedAt = Number.NEGATIVE_INFINITY;
  /** How many calls may run at once after a stop: two, and one more with each call accepted. */
  private ramp: number;

  /**
   * Calls that left between a throttled call and the pause it caused: a limit throttles them all.
   */
  private readonly flight = { from: Number.POSITIVE_INFINITY, to: 0, throttled: 0, accepted: 0 };
  /** Flights in a row of which several calls were throttled and none was accepted. */
  private lostFlights = 0;

  constructor(private readonly options: RateLimiterOptions) {
    const { startConcurrency, maxConcurrency } = options;
    this.useful = new UsefulConcurrency(startConcurrency, () => this.max);
    this.search = new RateSearch(() => (1000 * this.max) / this.latencyMs);
    this.ramp = maxConcurrency;
  }

  private get max(): number {
    return this.options.maxConcurrency;
  }

  waitMs(now: number): number {
    const isStopped = this.stoppedAt !== undefined;
    const most = isStopped ? 1 + this.hanging.size : Math.min(this.ramp, this.useful.limit);
    if (this.inFlight >= Math.min(most, this.max)) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.pausedUntil - now, this.nextAt - now);
  }

  isPaused(now: number): boolean {
    return this.pausedUntil > now || (this.stoppedAt !== undefined && !this.isSilent);
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
   * While no call is answered, further calls leave one after the other to test for a reply. If all
   * slots are taken by hanging calls, half of them are given up; the other half stays, since the
   * service may only have become slow. A call that later calls have overtaken gets more time: ten
   * seconds at the first attempt, twenty at the second.
   */
  replyTimeoutMs(ticket: Ticket, attempts: number, now: number): number {
    const { timeout, hanging, max } = this;
    const ms = now - ticket.startedAt;
    if (ms < timeout.unusualMs) return timeout.unusualMs - ms;
    const isOvertaken = this.acceptedAt > ticket.startedAt;
    if (isOvertaken && !ticket.isHanging) {
      return Math.max(0, timeout.overtakenMs * 2 ** (attempts - 1) - ms);
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

  accepted(ticket: Ticket, now: number): void {
    this.ended(ticket);
    this.acceptedAt = Math.max(this.acceptedAt, ticket.startedAt);
    this.givenUp = 0;
    const ms = now - ticket.startedAt;
    this.latencyMs += (Math.max(1, ms) - this.latencyMs) / 10;
    this.timeout.answered(ms);
    this.useful.answered(ticket.level, ms);
    if (this.isOfFlight(ticket)) this.flight.accepted += 1;
    if (this.ramp < this.max) this.ramp += 1;
    if (this.stoppedAt !== undefined) {
      if (ticket.startedAt < this.stoppedAt && !this.isSilent) return;
      this.resume(ticket.startedAt - this.stoppedAt, now);
    }
    this.run = 0;
    this.search.accepted(ticket, now);
  }

  throttled(ticket: Ticket, now: number, retryAfterMs = 0, isOutage = false): void {
    this.ended(ticket);
    ticket.isThrottled = true;
    // It hung while nothing was answered, which says nothing about the rate.
    if (ticket.isHanging) return;
    if (!isOutage) this.useful.throttled(ticket.level);
    const isApart = ticket.startedAt > this.throttledAt + 2 * this.latencyMs + 50;
    if (this.stoppedAt === undefined && isApart) this.run = 0;
    this.throttledAt = Math.max(this.throttledAt, ticket.startedAt);
    this.pairs += ((this.run > 0 ? 1 : 0) - this.pairs) / 6;
    this.run += 1;
    if (this.isOfFlight(ticket)) this.flight.throttled += 1;
    if (retryAfterMs > 0) {
      this.search.retryAfterMs = retryAfterMs;
      if (this.pausedUntil <= now && this.stoppedAt === undefined) this.endFlight(ticket, now);
      this.pause(now + retryAfterMs);
      // A pause is no gap in a run: of 100 calls a minute, the 101st is throttled, and so is the
      // one that leaves after the five seconds that the service asked for.
      this.throttledAt = this.pausedUntil;
    }
    if (this.stoppedAt !== undefined) {
      if (ticket.startedAt >= this.stoppedAt) this.testLater(now, isOutage);
    } else if (this.run >= this.search.longRun) {
      this.stop(now, isOutage);
    } else {
      this.search.throttled(ticket, now, this.pairs);
    }
  }

  lost(now: number): void {
    if (this.stoppedAt === undefined) this.stop(now, true);
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
    this.stoppedAt = undefined;
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
    if (this.stoppedAt !== undefined) return;
    this.isSilent = true;
    this.stoppedAt = now;
    this.nextAt = Math.min(this.nextAt, now);
  }

  private stop(now: number, isOutage: boolean): void {
    this.stoppedAt = now;
    this.isOutage = isOutage && now - this.resumedAt > APART_MS;
    if (this.isOutage) {
      this.testLater(now, isOutage);
      return;
    }
    this.stops = now - this.resumedAt < CLOSE_MS ? this.stops + 1 : 1;
    this.wasOpen = this.search.isOpen;
    this.search.overrun(now, this.stops);
    if (this.stops >= 4) this.stops = 0;
    this.testLater(now, isOutage);
  }

  /**
   * After 2 s without a call accepted, one tests in 700 ms; the longer it lasts, the more rarely.
   * Some services count throttled calls, too, so that a minute of "too many" is tested every six
   * seconds.
   */
  private testLater(now: number, isOutage: boolean): void {
    const stoppedMs = now - (this.stoppedAt ?? now);
    const longestMs = isOutage
      ? LONGEST_GAP_MS / (this.isOutage ? 2 : 1)
      : Math.min(LONGEST_THROTTLED_GAP_MS, Math.max(LONGEST_GAP_MS, stoppedMs / 10));
    const gapMs = Math.min(
      longestMs,
      Math.max(GAP_MS, 0.35 * stoppedMs, this.search.spacingMs / 2),
    );
    this.nextAt = Math.max(this.nextAt, now + gapMs * (0.75 + 0.5 * this.options.random()));
  }

  private resume(afterMs: number, now: number): void {
    this.stoppedAt = undefined;
    this.resumedAt = now;
    this.ramp = 2;
    this.nextAt = now;
    if (this.isSilent || this.isOutage) {
      this.isSilent = this.isOutage = false;
      this.search.rested(now);
      return;
    }
    const isChance = this.wasOpen && this.stops < 2 && this.run < this.search.longRun + 2;
    if (isChance) this.search.free(now);
    else this.search.resumed(now, afterMs);
  }

  private isOfFlight({ startedAt }: Ticket): boolean {
    return startedAt >= this.flight.from && startedAt <= this.flight.to;
  }

  /**
   * If each throttled call pauses all calls, few are throttled in a row. Then what distinguishes a
   * limit from chance is that in three flights nothing was accepted any more after the first
   * throttled call.
   */
  private endFlight(ticket: Ticket, now: number): void {
    const { flight } = this;
    if (flight.accepted > 0) this.lostFlights = 0;
    else if (flight.throttled > 1) this.lostFlights += 1;
    Object.assign(flight, { from: ticket.startedAt, to: now, throttled: 1, accepted: 0 });
    if (this.lostFlights < 3 || !this.search.isOpen) return;
    this.lostFlights = 0;
    this.search.overrun(now, 1);
  }
}

const LATE_MS = 4;
/** How often to check on a call that hangs. */
const LOOK_MS = 250;
const GAP_MS = 50;
const LONGEST_GAP_MS = 1000;
const LONGEST_THROTTLED_GAP_MS = 7000;
/** Stops that follow each other this soon are not chance. */
const CLOSE_MS = 1200;
/** Of outages that follow each other this soon, all but the first count as a limit. */
const APART_MS = 5000;

/**
 * How long to wait for a reply, judged by the replies so far: their mean plus four times their mean
 * deviation, as TCP computes its retransmission time-out. Replies of 80 ms are unusual after 1 s,
 * those of 9 s, give or take one, after 13 s.
 */
class ReplyTimeout {
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

  /** Calls that nobody has answered for this long may be given up. */
  get lostMs(): number {
    return this.meanMs === undefined ? UNKNOWN_LOST_MS : 3 * this.unusualMs;
  }

  /** A call may take this long while later calls are answered. */
  get overtakenMs(): number {
    return Math.max(UNKNOWN_LOST_MS, 4 * this.unusualMs);
  }
}

const LEAST_MS = 1000;
const UNKNOWN_MS = 2000;
const UNKNOWN_LOST_MS = 10_000;
