/** How much of something one person may have at once, and all together. */
export interface ShareLimits {
  readonly mostOfPerson: number;
  readonly most: number;
}

/** What somebody takes of it for one purpose. */
export interface Share {
  readonly size: number;
  /** Undefined if it was taken; otherwise the limit that this would exceed. */
  take(amount: number): 'person' | 'all' | undefined;
  /** Gives everything back. */
  release(): void;
}

/**
 * Counts what people have of something that there is a limited amount of. One person alone may have
 * `mostOfPerson`; the less is left, the less may each of them have, so however few have taken much,
 * something is left for the next.
 */
export class Shares {
  private readonly people = new Map<string, number>();
  private taken = 0;

  constructor(private readonly limits: ShareLimits) {}

  get all(): number {
    return this.taken;
  }

  /** How many people have any of it. */
  get count(): number {
    return this.people.size;
  }

  of(person: string): number {
    return this.people.get(person) ?? 0;
  }

  /**
   * The limit that so much more of this person's would exceed; undefined if there is so much.
   * Somebody who has nothing else is refused only for what others have.
   *
   * @param own what they have of it already for the same purpose.
   */
  limitReached(person: string, amount: number, own = 0): 'person' | 'all' | undefined {
    const { mostOfPerson, most } = this.limits;
    const before = this.of(person);
    const after = before + amount;
    if (before > own && after > mostOfPerson) return 'person';
    if (this.taken === own) return undefined;
    const left = most - this.taken - amount;
    if (left < 0) return 'all';
    // Alone, somebody has `mostOfPerson` when `most - mostOfPerson` is left.
    if (after * (most - mostOfPerson) <= mostOfPerson * left) return undefined;
    return before > own ? 'person' : 'all';
  }

  /** A share of this person's, which is empty at first. */
  open(person: string): Share {
    let size = 0;
    return {
      get size() {
        return size;
      },
      take: (amount) => {
        const limit = this.limitReached(person, amount, size);
        if (limit !== undefined) return limit;
        size += amount;
        this.change(person, amount);
        return undefined;
      },
      release: () => {
        this.change(person, -size);
        size = 0;
      },
    };
  }

  /** @param amount to give something back: a negative one. */
  change(person: string, amount: number): void {
    this.taken += amount;
    const after = this.of(person) + amount;
    if (after === 0) this.people.delete(person);
    else this.people.set(person, after);
  }
}
