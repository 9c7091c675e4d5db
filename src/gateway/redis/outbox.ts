import { StoreDown } from '../state/store-down';

/**
 * Steps that have to be taken though the store may be down: each is tried until it has worked.
 * Steps of one subject follow each other in order, and none begins before the one before is done.
 */
export class Outbox {
  private readonly tails = new Map<string, Promise<void>>();
  private count = 0;

  /** @param whenUp settles when the store may be tried again. */
  constructor(private readonly whenUp: () => Promise<void>) {}

  /** Rejects if the step did not work the first time; it is tried again all the same. */
  take(subject: string, step: () => Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.count >= MOST_STEPS) {
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

  /** Settles when every step so far has worked. */
  async empty(): Promise<void> {
    await Promise.all(this.tails.values());
  }
}

/** A store that is down for long: what is lost then is booked, or asked for again. */
const MOST_STEPS = 100_000;
