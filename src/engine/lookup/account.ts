import type { CallLimiter, CreateLimiter, RateLimiterOptions } from './limits/call-limiter';
import { RefusedNames } from './cache/refused-names';

/**
 * What the engine has learnt from one account's calls of one kind. It says nothing about other
 * accounts.
 */
export class Account {
  private readonly rate: CallLimiter;
  readonly refusedNames = new RefusedNames();

  constructor(private readonly parts: AccountParts) {
    this.rate = parts.options.createLimiter(parts.options);
  }

  /** Gives the next call its slot. */
  get limiter(): CallLimiter {
    return this.parts.limiter() ?? this.rate;
  }

  reset(now: number): void {
    this.limiter.reset(now);
    this.rate.reset(now);
    this.refusedNames.reset();
  }
}

export interface AccountParts {
  readonly options: RateLimiterOptions & { readonly createLimiter: CreateLimiter };
  /** The limiter of a source that paces its calls itself. */
  readonly limiter: () => CallLimiter | undefined;
}

/** The newest accounts, by the source's scope; beyond 16, the oldest is dropped. */
export class Accounts {
  private readonly accounts = new Map<string, Account>();

  constructor(private readonly parts: AccountParts) {}

  of({ scope }: { readonly scope: string }): Account {
    let account = this.accounts.get(scope);
    if (account === undefined) {
      this.accounts.set(scope, (account = new Account(this.parts)));
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
