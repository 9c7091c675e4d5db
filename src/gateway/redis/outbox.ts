import { StoreDown } from '../state/shared-state';

/**
 * Steps that must be taken even if the store is down. Each is retried until it succeeds. The steps
 * of one subject run in order, each after the one before has succeeded.
 */
export class Outbox {
  private readonly tails = new Map<string, Promise<void>>();
  private count = 0;

  /** @param whenUp settles when the store may be tried again. */
  constructor(private readonly whenUp: () => Promise<void>) {}

  /** Whether it refuses further steps. */
  get isFull(): boolean {
    return this.count >= MOST_STEPS;
  }

  /** Rejects if the first attempt fails; the step is retried all the same. */
  take(subject: string, step: () => Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.isFull) {
        reject(new StoreDown('too much is waiting for it'));
        return;
      }
      this.count += 1;
      const before = this.tails.get(subject) ?? Promise.resolve();
      const tail = before
        .then(async () => {
          for (;;) {
            try {
              await step();
              resolve();
              return;
            } catch (error) {
              reject(error as Error);
              await this.whenUp();
            }
          }
        })
        .finally(() => {
          this.count -= 1;
          if (this.tails.get(subject) === tail) this.tails.delete(subject);
        });
      this.tails.set(subject, tail);
    });
  }

  /** Settles when every step taken so far has succeeded. */
  async empty(): Promise<void> {
    await Promise.all(this.tails.values());
  }
}

/**
 * Bounds memory while the store is down. Calls that are lost then are booked, and answers asked for
 * again.
 */
const MOST_STEPS = 100_000;
