import { AdaptiveRateLimiter } from './limits/adaptive-rate-limiter';
import { Verdicts } from './cache/refused-names';

/** What has been learnt of one account's calls of one kind; it says nothing of another account. */
export class Account {
  readonly pace: AdaptiveRateLimiter;
  readonly verdicts = new Verdicts();

  constructor({ startConcurrency, maxConcurrency, random }: AccountOptions) {
    this.pace = new AdaptiveRateLimiter(startConcurrency, maxConcurrency, random);
  }
}

export interface AccountOptions {
  readonly startConcurrency: number;
  readonly maxConcurrency: number;
  readonly random: () => number;
}

/** Every account that has been asked lately, by the source's scope. */
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

  /** A person wants whatever was learnt to be tried again. */
  reset(now: number): void {
    for (const { pace, verdicts } of this.accounts.values()) {
      pace.reset(now);
      verdicts.pardon();
    }
  }

  /** These numbers may come to stand for other names. */
  forget(names: readonly number[]): void {
    for (const { verdicts } of this.accounts.values()) verdicts.forget(names);
  }

  private get first(): string {
    return this.accounts.keys().next().value as string;
  }
}

const MOST = 16;
