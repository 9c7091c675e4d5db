import type { CallLimiter, Ticket } from './call-limiter';

/**
 * For a source that queues and paces calls itself, as a gateway does: many leave at once, and their
 * latency decides how many. As in TCP Vegas, each early answer widens the window by one call, and
 * each late one narrows it, so that calls queued there are answered well before anyone gives
 * them up.
 *
 * Times are elapsed milliseconds.
 */
export class LatencyWindow implements CallLimiter {
  private inFlight = 0;
  private window = START;
  private pausedUntil = 0;
  /** Throttled calls in a row that narrowed the window. */
  private run = 0;
  /**
   * When a throttled call last narrowed the window. Throttled calls that started earlier do not
   * narrow it again.
   */
  private narrowedAt = Number.NEGATIVE_INFINITY;

  waitMs(now: number): number {
    if (this.inFlight >= this.window) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.pausedUntil - now);
  }

  isPaused(now: number): boolean {
    return this.pausedUntil > now;
  }

  started(now: number): Ticket {
    this.inFlight += 1;
    return { startedAt: now, phase: 0, level: this.inFlight, isThrottled: false, isHanging: false };
  }

  unsent(_ticket: Ticket): void {
    this.inFlight -= 1;
  }

  accepted({ startedAt, level }: Ticket, now: number): void {
    this.inFlight -= 1;
    this.run = 0;
    const ms = now - startedAt;
    if (ms > LATE_MS) this.window = Math.max(LEAST, this.window - 1);
    // With fewer calls under way, a wider window would not have been used.
    else if (ms < SOON_MS && level > this.window / 2) this.window = Math.min(MOST, this.window + 1);
  }

  throttled(ticket: Ticket, now: number, retryAfterMs?: number): void {
    this.inFlight -= 1;
    ticket.isThrottled = true;
    if (ticket.startedAt > this.narrowedAt) {
      this.run += 1;
      this.narrowedAt = now;
      this.window = Math.max(LEAST, Math.floor(this.window / 2));
    }
    this.pause(now + (retryAfterMs ?? Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.run)));
  }

  lost(): void {
    this.window = LEAST;
  }

  /** Waits until the deadline: the source has queued the call, and a new one would queue again. */
  replyTimeoutMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  pause(until: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, until);
  }

  reset(): void {
    this.pausedUntil = 0;
    this.run = 0;
  }
}

const START = 1000;
const LEAST = 50;
const MOST = 4000;
/** Far below the time after which a gateway gives up a call. */
const SOON_MS = 4000;
const LATE_MS = 8000;
const PAUSE_MS = 125;
const LONGEST_PAUSE_MS = 4000;
