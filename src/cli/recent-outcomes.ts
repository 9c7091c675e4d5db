/** How a row's questions ended: its values, and why any are missing. */
export interface RowOutcome {
  /** One for each question; null for none. */
  readonly values: readonly (number | null)[];
  /** For people; "" where every question had an answer. */
  readonly error: string;
  /** Whether the message is about every question. */
  readonly isWhole: boolean;
  /** Whether calls or credits ran out. */
  readonly isOverBudget: boolean;
}

/** What rows with the same key ask for: pending until `outcome` is set. */
export interface AskedRow {
  outcome: RowOutcome | undefined;
}

/**
 * Recent outcomes. Each takes about a hundred bytes, since there may be hundreds of thousands. When
 * there are too many the older half is dropped; the engine then finds those among the kept answers.
 */
export class RecentOutcomes {
  private readonly pending = new Map<string, AskedRow>();
  private recent = new Generation();
  private older = new Generation();

  constructor(private readonly most: number) {}

  /** @param width how many questions there are. */
  find(key: string, width: number): AskedRow | undefined {
    const pending = this.pending.get(key);
    if (pending !== undefined) return pending;
    let outcome = this.recent.find(key, width);
    if (outcome === undefined) {
      outcome = this.older.find(key, width);
      if (outcome === undefined) return undefined;
      this.keep(key, outcome);
    }
    return { outcome };
  }

  add(key: string, asked: AskedRow): void {
    this.pending.set(key, asked);
  }

  settle(key: string, outcome: RowOutcome): void {
    this.pending.delete(key);
    this.keep(key, outcome);
  }

  private keep(key: string, outcome: RowOutcome): void {
    if (this.recent.size >= this.most / 2) {
      this.older = this.recent;
      this.recent = new Generation();
    }
    this.recent.add(key, outcome);
  }
}

class Generation {
  private readonly starts = new Map<string, number>();
  private readonly failures = new Map<string, RowOutcome>();
  private values = new Float64Array(1024);
  private used = 0;

  get size(): number {
    return this.starts.size + this.failures.size;
  }

  find(key: string, width: number): RowOutcome | undefined {
    const start = this.starts.get(key);
    if (start === undefined) return this.failures.get(key);
    const values: (number | null)[] = [];
    for (let at = start; at < start + width; at += 1) {
      const value = this.values[at] as number;
      values.push(Number.isNaN(value) ? null : value);
    }
    return { values, error: '', isWhole: false, isOverBudget: false };
  }

  add(key: string, outcome: RowOutcome): void {
    if (outcome.error !== '') {
      this.failures.set(key, outcome);
      return;
    }
    const end = this.used + outcome.values.length;
    if (end > this.values.length) {
      const larger = new Float64Array(Math.max(end, 2 * this.values.length));
      larger.set(this.values);
      this.values = larger;
    }
    outcome.values.forEach((value, index) => (this.values[this.used + index] = value ?? NaN));
    this.starts.set(key, this.used);
    this.used = end;
  }
}
