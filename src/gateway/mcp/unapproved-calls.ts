/** How many calls programs may make for a person within 15 minutes without approval. */
export const FREELY = 500;

/**
 * Counts each person's calls that nobody has approved. Many small calls, in one request or in
 * several, need approval just as one large call does: of 40 requests with 500 calls each, one goes
 * through and 39 are refused.
 */
export class UnapprovedCalls {
  private readonly lately = new Map<
    string,
    readonly { readonly at: number; readonly calls: number }[]
  >();

  constructor(private readonly elapsed: () => number) {}

  needsApproval(person: string, calls: number): boolean {
    return calls > 0 && this.of(person) + calls > FREELY;
  }

  /**
   * Counts these calls, unless they are approved.
   *
   * @param approved how many calls a person has approved.
   *
   * @returns undefined if the calls may be made; otherwise why not and what to do, for a model to
   * read.
   */
  take(person: string, calls: number, approved: number): string | undefined {
    if (calls <= approved) return undefined;
    if (!this.needsApproval(person, calls)) {
      const own = this.lately.get(person) ?? [];
      this.lately.set(person, [...own, { at: this.elapsed(), calls }]);
      return undefined;
    }
    const before = this.of(person);
    const after = before === 0 ? '' : ` after ${english(before)} that nobody approved`;
    return `this would make ${english(calls)} calls${after}: call again with approved_calls: ${calls}, once a person has approved that.`;
  }

  private of(person: string): number {
    const since = this.elapsed() - WINDOW_MS;
    const own = (this.lately.get(person) ?? []).filter(({ at }) => at > since);
    if (own.length === 0) this.lately.delete(person);
    else this.lately.set(person, own);
    return own.reduce((sum, { calls }) => sum + calls, 0);
  }
}

function english(count: number): string {
  return count.toLocaleString('en');
}

const WINDOW_MS = 900_000;
