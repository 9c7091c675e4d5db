import type { Accounts } from './accounts';
import { afterRejected, splitRejected, type Part } from './call-part';
import type { CallTarget, PendingQuestion } from './pending-questions';

/**
 * Finds the name for which the service rejects a call that carries several.
 *
 * One place searches at a time. Calls with the same names wait in the queue for its result, also
 * those rejected during the search. They do not wait for ever: a search is over when one of its
 * calls fails, or when all its questions have ended.
 */
export class NameIsolation {
  private searching: Search | undefined;

  constructor(private readonly accounts: Accounts) {}

  /** What to ask after the service has rejected several names with 400. */
  afterRejected(target: CallTarget, part: Part<PendingQuestion>): readonly Part<PendingQuestion>[] {
    const { batch, deferred, rest = [] } = part;
    if (deferred.length + rest.length > 0) return afterRejected(part, target.isSound);
    if (!this.mustWait(target, batch)) return this.split(target, batch);
    return [{ batch, deferred: [], isRejected: true }];
  }

  /** Splits a rejected batch by what is known now. */
  split(target: CallTarget, batch: readonly PendingQuestion[]): readonly Part<PendingQuestion>[] {
    const { rejectedNames } = this.accounts.of(target);
    const isProven = (name: number): boolean => rejectedNames.isProven(name);
    const suspects = batch.filter(({ name }) => !isProven(name));
    if (this.search === undefined && suspects.length > 0) {
      const names = new Set(suspects.map(({ name }) => name));
      this.searching = { target, questions: batch, names };
    }
    return splitRejected(batch, isProven, target.isSound);
  }

  /** Whether the next call would only be rejected for a name that is being searched for. */
  readonly isBlocked = (target: CallTarget): boolean =>
    this.searching !== undefined && this.mustWait(target, target.notSent);

  /** A call of the search has failed: others no longer wait for it. */
  failed(target: CallTarget): void {
    if (this.searching?.target === target) this.searching = undefined;
  }

  /** The current search; it is over when nobody waits for any of its answers. */
  private get search(): Search | undefined {
    if (this.searching?.questions.every(({ isAbandoned }) => isAbandoned) === true) {
      this.searching = undefined;
    }
    return this.searching;
  }

  /** Whether another place searches for a name that may be among these. */
  private mustWait(target: CallTarget, questions: readonly PendingQuestion[]): boolean {
    const { search } = this;
    if (search === undefined || search.target === target || search.target.scope !== target.scope) {
      return false;
    }
    const { rejectedNames } = this.accounts.of(target);
    return questions.some(
      ({ name }) =>
        search.names.has(name) &&
        !rejectedNames.isProven(name) &&
        !rejectedNames.isRejectedEverywhere(name),
    );
  }
}

interface Search {
  readonly target: CallTarget;
  readonly questions: readonly PendingQuestion[];
  /** The names that had never been answered when the search began. */
  readonly names: ReadonlySet<number>;
}
