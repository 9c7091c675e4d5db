import type { ErrorReply } from './json-reply';

/** Long work calls this between its steps. It goes on at once if there is nothing to await. */
export type Slice = () => Promise<void> | undefined;

/**
 * Shares the processor. Long work runs in slices of a few milliseconds, one slice in each turn of
 * the event loop, and people take turns: whatever they send, a short request or a probe waits for
 * one slice, not for all of them.
 */
export class ProcessorTurns {
  /** Work that waits for a slice, by person; whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();
  /** What a person’s work waits for that is done one at a time, and how much of it there is. */
  private readonly lines = new Map<string, { last: Promise<unknown>; count: number }>();
  private isRunning = false;

  constructor(private readonly elapsed: () => number) {}

  /** The slices of one piece of work; it begins with waiting for the first. */
  slicesOf(person: string): Slice {
    let until = Number.NEGATIVE_INFINITY;
    return () => {
      if (this.elapsed() < until) return undefined;
      return this.next(person).then(() => void (until = this.elapsed() + SLICE_MS));
    };
  }

  /**
   * Does work that computes from its beginning to its end: of each person one at a time, because it
   * takes memory, too. Undefined if too much of it waits already: see `TOO_MUCH_WORK`.
   */
  compute<T>(person: string, work: (slice: Slice) => Promise<T>): Promise<T> | undefined {
    const line = this.lines.get(person) ?? { last: Promise.resolve(), count: 0 };
    if (line.count >= MOST_IN_LINE) return undefined;
    line.count += 1;
    this.lines.set(person, line);
    const done = line.last.then(() => work(this.slicesOf(person)));
    line.last = done
      .catch(() => undefined)
      .then(() => {
        line.count -= 1;
        if (line.count === 0) this.lines.delete(person);
      });
    return done;
  }

  private next(person: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.waiting.get(person);
      if (own === undefined) this.waiting.set(person, [resolve]);
      else own.push(resolve);
      this.run();
    });
  }

  private run(): void {
    const [first] = this.waiting;
    if (this.isRunning || first === undefined) return;
    this.isRunning = true;
    // Requests and replies have their turn before it.
    setImmediate(() => {
      this.isRunning = false;
      const [person, own] = this.waiting.entries().next().value as [string, (() => void)[]];
      this.waiting.delete(person);
      const begin = own.shift() as () => void;
      if (own.length > 0) this.waiting.set(person, own);
      begin();
      this.run();
    });
  }
}

/**
 * A short request meets two slices, one before it is read and one before it is answered, and a step
 * of work may take some milliseconds itself.
 */
const SLICE_MS = 2;
/** The one under way and those that wait. Windows of one person may ask at once. */
const MOST_IN_LINE = 4;
export const TOO_MUCH_WORK: ErrorReply = {
  status: 429,
  reason: 'too-much-work',
  message: 'Several of your requests are being computed. Send this one again in a second.',
  retryAfterSeconds: 1,
};
