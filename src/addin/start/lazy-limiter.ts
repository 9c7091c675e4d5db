import type { CallLimiter, Clock, CreateLimiter, RateLimiterOptions } from '../../engine/lookup';

type Ticket = ReturnType<CallLimiter['started']>;

/**
 * Limiters whose code is fetched with the service's. Until it has come, as many calls as may run at
 * first wait for it, and nothing has been learnt.
 */
export function lazyLimiter(
  load: () => Promise<CreateLimiter>,
  clock: Pick<Clock, 'elapsed'>,
): CreateLimiter {
  return (options) => new LazyLimiter(options, load, clock);
}

class LazyLimiter implements CallLimiter {
  private limiter: CallLimiter | undefined;
  /** Calls that wait for the code; once it has come, with the tickets that count. */
  private readonly early = new Map<Ticket, Ticket | undefined>();
  private isLoading = false;

  constructor(
    private readonly options: RateLimiterOptions,
    private readonly load: () => Promise<CreateLimiter>,
    private readonly clock: Pick<Clock, 'elapsed'>,
  ) {}

  waitMs(now: number): number {
    if (this.limiter !== undefined) return this.limiter.waitMs(now);
    const { startConcurrency, maxConcurrency } = this.options;
    const most = Math.min(startConcurrency, maxConcurrency);
    return this.early.size < most ? 0 : Number.POSITIVE_INFINITY;
  }

  isPaused(now: number): boolean {
    return this.limiter?.isPaused(now) ?? false;
  }

  started(now: number): Ticket {
    if (this.limiter !== undefined) return this.limiter.started(now);
    const level = this.early.size + 1;
    const ticket = { startedAt: now, phase: 0, level, isRefused: false, isHanging: false };
    this.early.set(ticket, undefined);
    void this.open();
    return ticket;
  }

  unsent(ticket: Ticket): void {
    this.end(ticket, (limiter, own) => limiter.unsent(own));
  }

  took(ticket: Ticket, now: number): void {
    this.end(ticket, (limiter, own) => limiter.took(own, now));
  }

  refused(ticket: Ticket, now: number, retryAfterMs?: number, isOutage?: boolean): void {
    this.end(ticket, (limiter, own) => limiter.refused(own, now, retryAfterMs, isOutage));
  }

  replyTimeoutMs(ticket: Ticket, attempts: number, now: number): number {
    const own = this.early.get(ticket) ?? ticket;
    return this.limiter?.replyTimeoutMs(own, attempts, now) ?? LOOK_MS;
  }

  lost(now: number): void {
    this.limiter?.lost(now);
  }

  pause(until: number): void {
    this.limiter?.pause(until);
  }

  reset(now: number): void {
    this.limiter?.reset(now);
  }

  /** The calls that waited for the code leave when it has come. */
  private async open(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const create = await this.load();
      const limiter = create(this.options);
      const now = this.clock.elapsed();
      for (const ticket of this.early.keys()) this.early.set(ticket, limiter.started(now));
      this.limiter = limiter;
    } catch {
      // The calls fail for the same reason, and the next one tries again.
      this.isLoading = false;
    }
  }

  private end(ticket: Ticket, tell: (limiter: CallLimiter, own: Ticket) => void): void {
    const own = this.early.get(ticket) ?? ticket;
    this.early.delete(ticket);
    if (this.limiter !== undefined) tell(this.limiter, own);
  }
}

/** How soon to check a call that waits for the code once more. */
const LOOK_MS = 1_000;
