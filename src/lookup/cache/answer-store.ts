/**
 * A tier of remembered answers beyond the engine's own memory: this device, or the workbook.
 *
 * A store may be blocked, full, emptied or damaged at any time. It says so by answering less, or
 * by `size().trouble`; it may also reject or hang, which the engine survives.
 */
export interface AnswerStore {
  /**
   * What is known of each of these targets, in one go; targets of which nothing is known are
   * absent. Stale answers are given too: their age is the engine's business.
   */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>>;
  /** Adds to what is known of each target; of two answers to one name the later one stays. */
  write(entries: readonly StoredSubject[]): Promise<void>;
  clear(): Promise<void>;
  size(): Promise<StoreSize>;
  /** Tells what others have added, soon or never; a store that is nobody else's has nothing to tell. */
  subscribe?(listener: (added: readonly StoredSubject[]) => void): void;
}

export interface StoredSubject {
  /** Service and account, kind of call and the target's canonical text, as the engine writes it. */
  readonly key: string;
  readonly answers: readonly StoredAnswer[];
}

export interface StoredAnswer {
  /** The attribute's name; empty for a score. */
  readonly name: string;
  /** Finite, or null for a remembered "no value here". */
  readonly value: number | null;
  /** Epoch milliseconds at which the service gave it. */
  readonly at: number;
}

export interface StoreSize {
  readonly answers: number;
  /** An estimate, for people. */
  readonly bytes: number;
  /** Why nothing is kept at present, where that is so. */
  readonly trouble?: 'blocked' | 'full' | 'damaged';
}
