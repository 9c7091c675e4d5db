import { AdaptiveRateLimiter } from './limits/adaptive-rate-limiter';
import type { CallLimiter } from './limits/call-limiter';
import { LatencyWindow } from './limits/latency-window';
import { RefusedNames } from './cache/refused-names';

/**
 * What the engine has learnt from one account's calls of one kind. It says nothing of other
 * accounts.
 */
export class Account {
  private readonly queuesCalls: () => boolean;
  private readonly rate: AdaptiveRateLimiter;
  private readonly window = new LatencyWindow();
  readonly refusedNames = new RefusedNames();

  constructor({ startConcurrency, maxConcurrency, random, queuesCalls }: AccountOptions) {
    this.rate = new AdaptiveRateLimiter(startConcurrency, maxConcurrency, random);
    this.queuesCalls = queuesCalls;
  }

  /** Gives the next call its slot. That call's end is told to the same, whatever is learnt since. */
  get limiter(): CallLimiter {
    return this.queuesCalls() ? this.window : this.rate;
  }

  pause(until: number): void {
    for (const limiter of [this.rate, this.window]) limiter.pause(until);
  }

  reset(now: number): void {
    for (const limiter of [this.rate, this.window]) limiter.reset(now);
    this.refusedNames.reset();
  }
}

export interface AccountOptions {
  readonly startConcurrency: number;
  readonly maxConcurrency: number;
  readonly random: () => number;
  /** Whether who is asked sees to the service's pace: a gateway does. */
  readonly queuesCalls: () => boolean;
}

/** The accounts asked most recently, by the source's scope. */
export class Accounts {
  private readonly accounts = new Map<string, Account>();

  constructor(private readonly options: AccountOptions) {}

  of({ scope }: { readonly scope: string }): Account {
    let account = this.accounts.get(scope);
    if (account === undefined) {
      this.accounts.set(scope, (account = new Account(this.options)));
      if (this.accounts.size > MOST) this.accounts.delete(this.first);
    }
    return account;
  }

  /** A person asked to try again: clears what would hold calls back. */
  reset(now: number): void {
    for (const account of this.accounts.values()) account.reset(now);
  }

  /** These ids are free again and may be given to other names. */
  forget(names: readonly number[]): void {
    for (const { refusedNames } of this.accounts.values()) refusedNames.forget(names);
  }

  private get first(): string {
    return this.accounts.keys().next().value as string;
  }
}

const MOST = 16;
