import type { Backlog } from './backlog';
import type { Identity } from './directory';
import { callAllowances, type CallAllowance } from './about-me';
import type { CallLedger } from './state/call-ledger';

export interface RateLimitsParts {
  readonly ledger: Pick<CallLedger, 'usages' | 'calendar'>;
  readonly backlog: Pick<Backlog, 'waitingOf'>;
  readonly now: () => number;
  readonly elapsed: () => number;
  /** If so, what the store has of budgets is not waited for. */
  readonly isStoreDown: () => boolean;
}

/** The fields of a reply. */
export interface RateLimitFields {
  readonly 'ratelimit-policy': string;
  readonly ratelimit: string;
}

/**
 * What a person may still ask, as draft-ietf-httpapi-ratelimit-headers-11 has it. Three policies:
 * `day` and `month` are the tightest budgets in calls of person, team and account; `waiting` is how
 * many values may wait for the person at once. Of a policy, `q` is all of it and `w` its seconds;
 * `r` is what is left and `t` the seconds for which that has to last. A budget in price is no
 * number of calls, so it is missing here.
 */
export class RateLimits {
  /** What was read of budgets within the last second. */
  private known = new Map<string, readonly CallAllowance[]>();
  private knownSince = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: RateLimitsParts) {}

  /**
   * @param hasAsked whether the request may have made calls; if not, what was read a moment ago
   *   will do.
   * @param mustRetry whether the reply has `Retry-After`, which must not come before any `t`.
   */
  fieldsFor(
    identity: Identity,
    hasAsked: boolean,
    mustRetry: boolean,
  ): RateLimitFields | Promise<RateLimitFields> {
    const { id } = identity.person;
    const known = this.knownOf(id, hasAsked);
    if (known !== undefined) return this.write(id, known, mustRetry);
    return callAllowances(identity, this.parts.ledger).then(
      (allowances) => {
        this.known.set(id, allowances);
        return this.write(id, allowances, mustRetry);
      },
      () => this.write(id, [], mustRetry),
    );
  }

  private knownOf(person: string, hasAsked: boolean): readonly CallAllowance[] | undefined {
    const now = this.parts.elapsed();
    if (now - this.knownSince > KNOWN_MS) {
      // All at once, so that nobody is remembered who has gone.
      this.known = new Map();
      this.knownSince = now;
    }
    if (this.parts.isStoreDown()) return [];
    return hasAsked ? undefined : this.known.get(person);
  }

  private write(
    person: string,
    allowances: readonly CallAllowance[],
    mustRetry: boolean,
  ): RateLimitFields {
    const now = this.parts.now();
    const policies: string[] = [];
    const limits: string[] = [];
    for (const { period, limit, left, startsAt, resetsAt } of allowances) {
      policies.push(`"${period}";q=${limit};w=${(resetsAt - startsAt) / 1000}`);
      if (mustRetry) continue;
      const seconds = Math.max(0, Math.ceil((resetsAt - now) / 1000));
      limits.push(`"${period}";r=${left};t=${seconds}`);
    }
    const { values, most } = this.parts.backlog.waitingOf(person);
    policies.push(`"waiting";q=${most};qu="concurrent-requests"`);
    limits.push(`"waiting";r=${Math.max(0, most - values)}`);
    return { 'ratelimit-policy': policies.join(', '), ratelimit: limits.join(', ') };
  }
}

const KNOWN_MS = 1000;
