/**
 * A tier below the engine's memory: the answers kept on this device, or in the workbook.
 *
 * A store may be blocked, full, emptied or damaged at any time. It says so by answering less, or in
 * `size().trouble`. It may also reject or hang; the engine survives both.
 */
export interface AnswerStore {
  /**
   * The answers known for these targets. Targets without any are left out. Stale answers are
   * included: the engine judges their age.
   */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>>;
  /** Adds answers to each target. Of two answers for one name, the later one stays. */
  write(entries: readonly StoredEntry[]): Promise<void>;
  clear(): Promise<void>;
  size(): Promise<StoreSize>;
  /**
   * Reports what others have added, with any delay or not at all. A store that nobody else writes
   * to needs no `subscribe`.
   */
  subscribe?(listener: (added: readonly StoredEntry[]) => void): void;
}

export interface StoredEntry {
  /** Service and account, kind of call and the target's canonical text, as the engine writes it. */
  readonly key: string;
  readonly answers: readonly StoredAnswer[];
}

export interface StoredAnswer {
  /** The attribute's name; empty for a score. */
  readonly name: string;
  /** Finite, or null for a remembered "no value here". */
  readonly value: number | null;
  /** When the service gave it, in epoch milliseconds. */
  readonly at: number;
}

export interface StoreSize {
  readonly answers: number;
  /** An estimate, for people to read. */
  readonly bytes: number;
  /** Why nothing can be kept at present. */
  readonly trouble?: 'blocked' | 'full' | 'damaged';
}

/** Whether this may be stored and given out; a store may return anything. */
export function isStorable(answer: unknown): answer is StoredAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  const { name, value, at } = answer as Partial<Record<keyof StoredAnswer, unknown>>;
  return (
    typeof name === 'string' && (value === null || Number.isFinite(value)) && Number.isFinite(at)
  );
}

/**
 * Whether a new answer replaces the stored one. The later wins; of two with the same time, the one
 * added last. An answer stored while the clock was far ahead gives way to any other.
 */
export function isReplacedBy(
  known: StoredAnswer | undefined,
  next: StoredAnswer,
  now = Number.POSITIVE_INFINITY,
): boolean {
  return known === undefined || next.at >= known.at || isOfTheFuture(known, now);
}

/** Later than now by more than clocks usually differ: its age cannot be known. */
export function isOfTheFuture({ at }: Pick<StoredAnswer, 'at'>, now: number): boolean {
  return at > now + DAY_MS;
}

const DAY_MS = 86_400_000;
