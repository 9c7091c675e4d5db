import { AdaptiveRateLimiter } from '../limits/adaptive-rate-limiter';
import type { CallLimiter, RateLimiterOptions } from '../limits/call-limiter';

/**
 * What the engine has learnt from one account's calls of one kind. It says nothing about other
 * accounts.
 */
class Account {
  private readonly rate: CallLimiter;
  readonly rejectedNames = new RejectedNames();

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
    this.rejectedNames.reset();
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
    for (const { rejectedNames } of this.accounts.values()) rejectedNames.forget(names);
  }

  private get first(): string {
    return this.accounts.keys().next().value as string;
  }
}

const MOST = 16;

/**
 * What the service's replies have shown about names: which it knows, and which it rejects wherever
 * they are asked.
 */
export class RejectedNames {
  private readonly proven: boolean[] = [];
  private readonly rejections = new Map<number, number>();

  /** The service answered a call with these names, with or without values. */
  accept(batch: readonly { readonly name: number }[]): void {
    for (const { name } of batch) {
      this.proven[name] = true;
      if (this.rejections.size > 0) this.rejections.delete(name);
    }
  }

  /** The service rejected this name on its own, at a place where it accepts others. */
  reject(name: number): void {
    if (!this.isProven(name)) this.rejections.set(name, (this.rejections.get(name) ?? 0) + 1);
  }

  /** Whether any name was rejected since a person last asked to try again. */
  get hasAny(): boolean {
    return this.rejections.size > 0;
  }

  isProven(name: number): boolean {
    return this.proven[name] === true;
  }

  /**
   * Rejected at more than one place and accepted at none. Asking again on each of 10,000 rows would
   * cost calls and bring nothing.
   */
  isRejectedEverywhere(name: number): boolean {
    return (this.rejections.get(name) ?? 0) >= ENOUGH;
  }

  /** These ids are free again and may be given to other names. */
  forget(names: readonly number[]): void {
    for (const name of names) {
      this.proven[name] = false;
      this.rejections.delete(name);
    }
  }

  /** A person asked to try again. */
  reset(): void {
    this.rejections.clear();
  }
}

const ENOUGH = 2;
