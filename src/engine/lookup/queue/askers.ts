import type { CancelSignal } from '../../async/cancellation';
import type { Outcome } from '../outcome';

/** Is told how a question ended. Must not throw. */
export interface OutcomeListener {
  handleOutcome(outcome: Outcome): void;
}

/** A function, or an object, so that 100,000 waiting cells need no closure each. */
export type WhenEnded = ((outcome: Outcome) => void) | OutcomeListener;

/** Someone who asks a question. */
export interface Asking {
  readonly whenEnded: WhenEnded;
  /** Withdraws this asker only. */
  readonly signal: CancelSignal | undefined;
  /** Who it is, for an `Admission`; undefined if that does not matter. */
  readonly asker?: unknown;
  /** An answer from before this time does not count; missing for any. */
  readonly newerThan?: number;
}

export function notify(whenEnded: WhenEnded, outcome: Outcome): void {
  if (typeof whenEnded === 'function') whenEnded(outcome);
  else whenEnded.handleOutcome(outcome);
}

export const NOBODY: readonly unknown[] = [];

/** Askers notified in one go; the rest follow in groups of this size. */
const SLICE = 500;

export const WITHDRAWN: Outcome = { kind: 'refused', error: { code: 'cancelled' } };

/** Every asker after the first, and who all of them are, as far as that is known. */
export class OtherAskers {
  living = 0;
  /** Of a renewal; here because few questions are one. */
  newerThan = 0;
  private readonly list: (OtherAsker | undefined)[] = [];
  /** The known asker, or a set of several: most questions have one at most, and a set is large. */
  private known: unknown = undefined;

  constructor(private readonly question: { onWithdrawn(): void }) {}

  get identified(): readonly unknown[] {
    if (this.known instanceof Set) return [...this.known];
    return this.known === undefined ? NOBODY : [this.known];
  }

  identify(asker: unknown): void {
    if (asker === undefined || asker === this.known) return;
    if (this.known instanceof Set) this.known.add(asker);
    else this.known = this.known === undefined ? asker : new Set([this.known, asker]);
  }

  add({ whenEnded, signal, asker }: Asking): void {
    this.identify(asker);
    this.living += 1;
    this.list.push(new OtherAsker(this, this.list.length, whenEnded, signal));
  }

  withdraw(index: number): void {
    const asker = this.list[index];
    this.list[index] = undefined;
    this.living -= 1;
    asker?.settle(WITHDRAWN);
    this.question.onWithdrawn();
  }

  settle(outcome: Outcome, later: (run: () => void) => void): number {
    for (let start = 0; start < this.list.length; start += SLICE) {
      const notifySlice = (): void => {
        // An asker who withdraws between two groups is no longer in the list.
        for (const asker of this.list.slice(start, start + SLICE)) asker?.settle(outcome);
      };
      if (start === 0) notifySlice();
      else later(notifySlice);
    }
    return this.living;
  }
}

class OtherAsker {
  constructor(
    private readonly askers: OtherAskers,
    private readonly index: number,
    private readonly whenEnded: WhenEnded,
    private readonly signal: CancelSignal | undefined,
  ) {
    signal?.addEventListener('abort', this);
  }

  handleEvent(): void {
    this.askers.withdraw(this.index);
  }

  settle(outcome: Outcome): void {
    this.signal?.removeEventListener('abort', this);
    notify(this.whenEnded, outcome);
  }
}
