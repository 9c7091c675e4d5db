import type { SharedRecord, Updated } from '../../../src/addin/device/shared-record';
import type { Clock } from '../../../src/engine/lookup';

/** What one device keeps for all its windows; each window opens it separately. */
export class FakeSharedRecords {
  record: unknown;
  updates = 0;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param clock the window's own: a dead or sleeping window gets no further.
   * @param delayMs how long a window waits for its turn, and again for the result.
   */
  open(clock: Pick<Clock, 'schedule'>, delayMs: () => number): FakeSharedRecord {
    return new FakeSharedRecord(this, clock, delayMs);
  }

  /** One after another, like a database's transactions. */
  change<Result>(change: (found: unknown) => Updated<Result>): Promise<Result> {
    const changed = this.last.then(() => {
      this.updates += 1;
      const { record, result } = change(structuredClone(this.record));
      this.record = structuredClone(record);
      return result;
    });
    this.last = changed;
    return changed;
  }
}

export class FakeSharedRecord implements SharedRecord {
  isDenied = false;

  constructor(
    private readonly records: FakeSharedRecords,
    private readonly clock: Pick<Clock, 'schedule'>,
    private readonly delayMs: () => number,
  ) {}

  async update<Result>(change: (found: unknown) => Updated<Result>): Promise<Result | undefined> {
    if (this.isDenied) return undefined;
    await this.delay();
    const result = await this.records.change(change);
    await this.delay();
    return result;
  }

  private delay(): Promise<void> {
    const ms = this.delayMs();
    return ms === 0 ? Promise.resolve() : new Promise((go) => this.clock.schedule(ms, go));
  }
}
