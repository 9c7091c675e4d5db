/** How a row's questions ended: its values, and why it has none where it failed. */
export interface RowOutcome {
  /** One for each column wanted; null for none. */
  readonly values: readonly (number | null)[];
  /** For people; "" where every question had an answer. */
  readonly error: string;
  /** For want of calls or credits. */
  readonly isOverBudget: boolean;
}

/** What rows ask for, and what came of it: pending until `outcome` is there. */
export interface AskedRow {
  outcome: RowOutcome | undefined;
  settled: Promise<void>;
}

/**
 * What was asked lately. The older half goes when there are too many: those are then asked of the
 * engine again, which finds them among the kept answers.
 */
export class RecentOutcomes {
  private recent = new Map<string, AskedRow>();
  private older = new Map<string, AskedRow>();

  constructor(private readonly most: number) {}

  find(key: string): AskedRow | undefined {
    const recent = this.recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.older.get(key);
    if (older !== undefined) this.add(key, older);
    return older;
  }

  add(key: string, asked: AskedRow): void {
    if (this.recent.size >= this.most / 2) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(key, asked);
  }
}
