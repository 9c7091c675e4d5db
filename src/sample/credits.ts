/** The demonstration keys and what they have left. One credit is one value returned. */
export interface Credits {
  isKnown(key: string): boolean;
  /** Takes that many, or none and says false where fewer are left. An unknown key has none. */
  spend(key: string, count: number): boolean;
  /** Something is left: a key without credits is refused before any work is done. */
  hasAny(key: string): boolean;
  left(): Readonly<Record<string, number>>;
  /** As at the start. */
  reset(): void;
}

/** Published in docs/sample-service.md, so they are no secrets. */
const DEMONSTRATION_KEYS: Readonly<Record<string, number>> = {
  'locus-demo-key': 1_000_000,
  'locus-demo-100': 100,
  'locus-demo-empty': 0,
};

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
