import { AdaptiveRateLimiter } from '../limits/adaptive-rate-limiter';
import type { CallLimiter, RateLimiterOptions } from '../limits/call-limiter';

/**
 * What the engine has learnt from one account's calls of one kind. It says nothing about other
 * accounts.
 */
class Account {
  private readonly rate: CallLimiter;
  readonly refusedNames = new RefusedNames();

  constructor(
    options: RateLimiterOptions,
    private readonly ofSource: () => CallLimiter | undefined,
  ) {
    this.rate = new AdaptiveRateLimiter(options);
  }

  /** Gives the next call its slot. */
  get limiter(): CallLimiter {
    return this.ofSource() ?? this.rate;
  }

  reset(now: number): void {
    this.limiter.reset(now);
    this.rate.reset(now);
    this.refusedNames.reset();
  }
}

/** The newest accounts, by the source's scope; beyond 16, the oldest is dropped. */
export class Accounts {
  private readonly accounts = new Map<string, Account>();

  /** @param limiter of a source that paces its calls itself. */
  constructor(
    private readonly options: RateLimiterOptions,
    private readonly limiter: () => CallLimiter | undefined,
  ) {}

  of({ scope }: { readonly scope: string }): Account {
    let account = this.accounts.get(scope);
    if (account === undefined) {
      this.accounts.set(scope, (account = new Account(this.options, this.limiter)));
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

/**
 * What the service's replies have shown about names: which it knows, and which it refuses wherever
 * they are asked.
 */
export class RefusedNames {
  private readonly proven: boolean[] = [];
  private readonly refusals = new Map<number, number>();

  /** The service answered a call with these names, with or without values. */
  accept(batch: readonly { readonly name: number }[]): void {
    for (const { name } of batch) {
      this.proven[name] = true;
      if (this.refusals.size > 0) this.refusals.delete(name);
    }
  }

  /** The service refused this name on its own, at a place where it accepts others. */
  refuse(name: number): void {
    if (!this.isProven(name)) this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
  }

  /** Whether any name was refused since a person last asked to try again. */
  get hasAny(): boolean {
    return this.refusals.size > 0;
  }

  isProven(name: number): boolean {
    return this.proven[name] === true;
  }

  /**
   * Refused at more than one place and accepted at none. Asking again on each of 10,000 rows would
   * cost calls and bring nothing.
   */
  isRefusedEverywhere(name: number): boolean {
    return (this.refusals.get(name) ?? 0) >= ENOUGH;
  }

  /** These ids are free again and may be given to other names. */
  forget(names: readonly number[]): void {
    for (const name of names) {
      this.proven[name] = false;
      this.refusals.delete(name);
    }
  }

  /** A person asked to try again. */
  reset(): void {
    this.refusals.clear();
  }
}

const ENOUGH = 2;
