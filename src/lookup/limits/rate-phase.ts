import type { Ticket } from './recent-calls';

/**
 * What the rate is doing: `steady` · `settle` steady until one of the service's windows has passed
 * · `test` lowered, to see whether fewer calls are refused · `probe` raised.
 */
type Kind = 'steady' | 'settle' | 'test' | 'probe';

/**
 * A stretch of time at one rate, and the calls by which to judge it.
 *
 * Times are elapsed milliseconds.
 */
export class RatePhase {
  kind: Kind = 'steady';
  /** When the phase began. */
  at = 0;
  /** When a steady rate may first be judged: a failed probe leaves the service short of room. */
  judgedFrom = 0;
  /**
   * Calls that started in it; those that count and have ended; and how many of these were refused.
   */
  begun = 0;
  ended = 0;
  refusals = 0;
  private id = 0;

  begin(kind: Kind, now: number): void {
    this.kind = kind;
    this.id += 1;
    this.at = now;
    this.begun = this.ended = this.refusals = this.judgedFrom = 0;
  }

  /** @returns the phase of a call that starts now. */
  started(): number {
    this.begun += 1;
    return this.id;
  }

  counts({ phase, startedAt }: Ticket): boolean {
    if (phase !== this.id) return false;
    if (this.kind === 'steady') return startedAt >= this.judgedFrom;
    return this.kind === 'probe' || startedAt >= this.at + SECOND_MS;
  }

  count(isRefused: boolean): void {
    this.ended += 1;
    if (isRefused) this.refusals += 1;
  }
}

const SECOND_MS = 1000;
