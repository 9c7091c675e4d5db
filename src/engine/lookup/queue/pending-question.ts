import type { CancelSignal } from '../../async/cancellation';
import type { CacheEntry } from '../cache/cache-entry';
import type { Outcome } from '../outcome';
import type { CallTarget } from './call-target';

/**
 * One question without an answer yet, and everyone who waits for it.
 *
 * There may be 100,000 of these at once. So the first asker lives in the object itself, the object
 * is its own cancel listener, and times are whole milliseconds (small integers, not boxed).
 */
export class PendingQuestion {
  readonly target: CallTarget;
  /** An id in the engine's Names. */
  readonly name: number;
  /** Elapsed milliseconds when it was first asked. */
  askedAt: number;
  /** Its deadline in elapsed milliseconds; set at the first sending, -1 before. */
  dueAt = -1;
  attempts = 0;
  /** It is being asked once more, because the first reply could not be read. */
  isAskedAnew = false;
  /**
   * `in-flight`: sent, or taken out to be settled · `pinned`: part of a refused call, to be sent
   * only with the same companions · `forgotten`: in flight when everything was forgotten for good;
   * its answer is given but not kept.
   */
  state: 'unsent' | 'pinned' | 'in-flight' | 'forgotten' = 'unsent';
  /** The last good answer, too old to be given without asking. */
  stale: CacheEntry | undefined;
  /** The known asker, or a set of several: most questions have one at most, and a set costs memory. */
  private known: unknown = undefined;
  private resolve: ((outcome: Outcome) => void) | undefined = undefined;
  private signal: CancelSignal | undefined = undefined;
  private others: Askers | undefined = undefined;

  constructor(target: CallTarget, name: number, askedAt: number, stale: CacheEntry | undefined) {
    this.target = target;
    this.name = name;
    this.askedAt = askedAt;
    this.stale = stale;
  }

  /** The known askers, the first to ask first. */
  get askers(): readonly unknown[] {
    if (this.known instanceof Set) return [...this.known];
    return this.known === undefined ? NOBODY : [this.known];
  }

  get isAbandoned(): boolean {
    return this.resolve === undefined && (this.others === undefined || this.others.living === 0);
  }

  /** The first asker. Called once, before any `join`. */
  begin(signal: CancelSignal | undefined, asker?: unknown): Promise<Outcome> {
    this.addAsker(asker);
    const promise = new Promise<Outcome>((resolve) => (this.resolve = resolve));
    if (signal === undefined) {
      this.others = new Askers(this, promise);
    } else {
      this.signal = signal;
      signal.addEventListener('abort', this);
    }
    return promise;
  }

  join(signal: CancelSignal | undefined, asker?: unknown): Promise<Outcome> {
    this.addAsker(asker);
    return (this.others ??= new Askers(this)).add(signal);
  }

  /** The first asker withdrew. */
  handleEvent(): void {
    const resolve = this.resolve;
    this.resolve = undefined;
    this.signal = undefined;
    resolve?.(WITHDRAWN);
    this.onWithdrawn();
  }

  private addAsker(asker: unknown): void {
    if (asker === undefined || asker === this.known) return;
    if (this.known instanceof Set) this.known.add(asker);
    else this.known = this.known === undefined ? asker : new Set([this.known, asker]);
  }

  onWithdrawn(): void {
    if (this.isAbandoned) this.target.abandoned(this);
  }

  /**
   * Ends the question for everyone. Askers beyond the first slice are notified `later`, so that a value
   * wanted by a whole sheet does not block the page.
   *
   * @returns how many askers it had.
   */
  settle(outcome: Outcome, later: (run: () => void) => void): number {
    // An asker who withdraws from now on finds nothing to take out.
    if (this.state !== 'forgotten') this.state = 'in-flight';
    this.signal?.removeEventListener('abort', this);
    this.signal = undefined;
    const first = this.resolve === undefined ? 0 : 1;
    this.resolve?.(outcome);
    this.resolve = undefined;
    const others = this.others?.settle(outcome, later) ?? 0;
    this.others = undefined;
    return first + others;
  }
}

const NOBODY: readonly unknown[] = [];

/** Askers notified in one go; the rest follow in groups of this size. */
const SLICE = 500;

const WITHDRAWN: Outcome = { kind: 'refused', error: { code: 'cancelled' } };

/** Every asker after the first. */
class Askers {
  living = 0;
  private readonly list: (Asker | undefined)[] = [];
  private sharers = 0;

  /** @param first the first asker's promise if it cannot withdraw: others may share it. */
  constructor(
    private readonly pending: PendingQuestion,
    private readonly first?: Promise<Outcome>,
  ) {}

  add(signal: CancelSignal | undefined): Promise<Outcome> {
    // Bounded, because all reactions to one promise run at once when it settles.
    if (signal === undefined && this.first !== undefined && this.sharers < SLICE - 1) {
      this.sharers += 1;
      return this.first;
    }
    this.living += 1;
    const asker = new Asker(this, this.list.length, signal);
    this.list.push(asker);
    return asker.promise;
  }

  withdraw(index: number): void {
    const asker = this.list[index] as Asker;
    this.list[index] = undefined;
    this.living -= 1;
    asker.settle(WITHDRAWN);
    this.pending.onWithdrawn();
  }

  settle(outcome: Outcome, later: (run: () => void) => void): number {
    const notified = this.sharers + this.living;
    for (let start = 0; start < this.list.length; start += SLICE) {
      const tell = (): void => {
        // An asker who withdraws between two groups is no longer in the list.
        for (const asker of this.list.slice(start, start + SLICE)) asker?.settle(outcome);
      };
      if (start === 0) tell();
      else later(tell);
    }
    return notified;
  }
}

class Asker {
  readonly promise: Promise<Outcome>;
  private resolve!: (outcome: Outcome) => void;

  constructor(
    private readonly askers: Askers,
    private readonly index: number,
    private readonly signal: CancelSignal | undefined,
  ) {
    this.promise = new Promise((resolve) => (this.resolve = resolve));
    signal?.addEventListener('abort', this);
  }

  handleEvent(): void {
    this.askers.withdraw(this.index);
  }

  settle(outcome: Outcome): void {
    this.signal?.removeEventListener('abort', this);
    this.resolve(outcome);
  }
}
