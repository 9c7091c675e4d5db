/** Calls that programs may make for a person within a quarter of an hour without an approval. */
export const FREELY = 500;

/**
 * Counts, for each person, the calls that nobody has approved: many small ones, in one request or
 * in several, need an approval as one large one does. 40 times 500 calls are 500, and 39 refusals.
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
   * @returns why they may not be made, with what to do, for a model to read.
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
