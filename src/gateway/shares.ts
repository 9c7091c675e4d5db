/** How much of something one person may have at once, and how much everyone together may have. */
export interface ShareLimits {
  readonly mostOfPerson: number;
  readonly most: number;
}

/** What one person has taken for one purpose. */
export interface Share {
  readonly size: number;
  /** Takes more. @returns undefined if it was taken; otherwise the limit that it would exceed. */
  take(amount: number): 'person' | 'all' | undefined;
  /** Gives everything back. */
  release(): void;
}

/**
 * Counts what people have of something limited. One person alone may have `mostOfPerson`. The less
 * is left, the less each person may have, so that a few people never take everything.
 */
export class Shares {
  private readonly people = new Map<string, number>();
  private taken = 0;

  constructor(private readonly limits: ShareLimits) {}

  get all(): number {
    return this.taken;
  }

  /** How many people have some of it. */
  get count(): number {
    return this.people.size;
  }

  of(person: string): number {
    return this.people.get(person) ?? 0;
  }

  /**
   * Returns the limit that this person would exceed with this much more; undefined if they may have
   * it. A person who has nothing for another purpose is refused only for what others have.
   *
   * @param own what the person already has for the same purpose. @default 0
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

  /** Opens a share for a person. It is empty at first. */
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

  /** @param amount is negative to give something back. */
  change(person: string, amount: number): void {
    this.taken += amount;
    const after = this.of(person) + amount;
    if (after === 0) this.people.delete(person);
    else this.people.set(person, after);
  }
}
