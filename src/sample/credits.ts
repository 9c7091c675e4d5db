/** The demonstration keys and the credits they have left. One credit buys one value. */
export interface Credits {
  isKnown(key: string): boolean;
  /**
   * Takes that many credits. If fewer are left, takes none and returns false. An unknown key has
   * none.
   */
  spend(key: string, count: number): boolean;
  /** Whether any are left: a key without credits is refused before any work is done. */
  hasAny(key: string): boolean;
  left(): Readonly<Record<string, number>>;
  /** Returns to the credits at the start. */
  reset(): void;
}

/** Published in docs/developers/sample-service.md, so they are no secrets. */
const DEMONSTRATION_KEYS: Readonly<Record<string, number>> = {
  'locus-demo-key': 1_000_000,
  'locus-demo-100': 100,
  'locus-demo-empty': 0,
};

/** Creates the keys with all their credits. */
export function createCredits(): Credits {
  const accounts = new Map(Object.entries(DEMONSTRATION_KEYS));
  return {
    isKnown: (key) => accounts.has(key),
    spend: (key, count) => {
      const left = accounts.get(key) ?? 0;
      if (count > left) return false;
      accounts.set(key, left - count);
      return true;
    },
    hasAny: (key) => (accounts.get(key) ?? 0) > 0,
    left: () => Object.fromEntries(accounts),
    reset: () => {
      for (const [key, count] of Object.entries(DEMONSTRATION_KEYS)) accounts.set(key, count);
    },
  };
}
