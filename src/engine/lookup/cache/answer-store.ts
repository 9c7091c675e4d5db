/**
 * Keeps answers below the engine's memory: on this device, in the workbook or at a gateway.
 *
 * A store may be blocked, full, emptied or damaged at any time. It then returns fewer answers, or
 * says so in `size().trouble`. It may also reject or hang; the engine survives both.
 */
export interface AnswerStore {
  /**
   * Returns the answers kept for these targets. Targets without any are left out. Stale answers are
   * included, because the engine judges their age.
   */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>>;
  /** Adds answers to each target. If there are two answers for one name, the later one stays. */
  write(entries: readonly StoredEntry[]): Promise<void>;
  clear(): Promise<void>;
  size(): Promise<StoreSize>;
  /**
   * Calls the listener with what others have added. The call may come late, or never. A store that
   * nobody else writes to needs no `subscribe`.
   */
  subscribe?(listener: (added: readonly StoredEntry[]) => void): void;
}

export interface StoredEntry {
  /** The service and account, the kind of call and the target's canonical text. */
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
  /** Why nothing can be kept at present. Left out: answers are kept. */
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

/** Whether an answer is dated more than a day ahead, so that its age cannot be known. */
export function isOfTheFuture({ at }: Pick<StoredAnswer, 'at'>, now: number): boolean {
  return at > now + DAY_MS;
}

const DAY_MS = 86_400_000;
