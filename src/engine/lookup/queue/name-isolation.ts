import {
  afterAccepted,
  afterRefused,
  alone,
  membersOf,
  splitRefused,
  type Part,
} from './call-part';
import type { CallTarget, PendingQuestion } from './pending-questions';
import type { Deadlines } from './deadlines';
import type { SchedulerContext } from './scheduler-context';
import type { SourceFailure } from '../source';

/**
 * Finds the name for which the service refuses a call that carries several.
 *
 * One place searches at a time. Calls with the same names wait for its result, including those
 * refused during the search. They do not wait for ever: a search is over when one of its calls
 * fails, or when all its questions have ended.
 */
export class NameIsolation {
  private searching: Search | undefined;
  /** Targets refused during the search. The queue holds them as delayed. */
  private parked: CallTarget[] = [];

  constructor(
    private readonly context: SchedulerContext,
    private readonly deadlines: Deadlines,
  ) {}

  /** The service refused the call with 400. */
  rejected(target: CallTarget, part: Part<PendingQuestion>, failure: SourceFailure): void {
    const { settler, accounts, queue } = this.context;
    const { batch, heldBack, rest = [] } = part;
    if (batch.length > 1) {
      // The service is there and has replied: a part that it refuses is no failed attempt.
      for (const { sending } of membersOf(part)) if (sending !== undefined) sending.attempts = 0;
      const isSearch = heldBack.length + rest.length > 0;
      if (isSearch) this.askInParts(target, afterRefused(part, target.isSound));
      else if (this.mustWait(target, batch)) this.park(target, batch);
      else this.split(target, batch);
    } else if (part.isPlaceTest === true && !target.isSound) {
      // Even a name that is good elsewhere was refused: the place is at fault, for every name.
      settler.fail([...membersOf(part), ...target.takeAll()], failure);
      queue.remove(target);
    } else {
      const { refusedNames } = accounts.of(target);
      if (target.isSound) for (const { name } of batch) refusedNames.refuse(name);
      settler.fail(batch, failure);
      this.askInParts(target, [alone([...heldBack, ...rest])]);
    }
  }

  /** The service accepted the batch. */
  accepted(target: CallTarget, part: Part<PendingQuestion>): void {
    const isWhole = part.heldBack.length === 0 && part.rest === undefined;
    if (!isWhole) this.askInParts(target, afterAccepted(part));
  }

  /** None of the batch is worth sending. */
  dropped(target: CallTarget, { heldBack, rest = [] }: Part<PendingQuestion>): void {
    this.askInParts(target, [alone([...heldBack, ...rest])]);
  }

  /** Whether the next call would only be refused for a name that is being searched for. */
  readonly isBlocked = (target: CallTarget): boolean =>
    this.searching !== undefined && this.mustWait(target, target.notSent);

  /** Splits a refused batch by what is known now. */
  split(target: CallTarget, batch: readonly PendingQuestion[]): void {
    const { refusedNames } = this.context.accounts.of(target);
    const { scope } = target;
    const isProven = (name: number): boolean => refusedNames.isProven(name);
    const suspects = batch.filter(({ name }) => !isProven(name));
    if (this.search === undefined && suspects.length > 0) {
      const names = new Set(suspects.map(({ name }) => name));
      this.searching = { target, scope, questions: batch, names };
    }
    this.askInParts(target, splitRefused(batch, isProven, target.isSound));
  }

  /** A call of the search has failed: others no longer wait for it. */
  failed(target: CallTarget): void {
    if (this.searching?.target === target) this.searching = undefined;
  }

  /** If no search is going on, the next place that was refused begins its own. */
  goOn(): void {
    while (this.parked.length > 0 && this.search === undefined) {
      const target = this.parked.shift() as CallTarget;
      // Its questions may have been taken out and ended.
      if (target.queueState !== 'delayed' || target.pinned === undefined) continue;
      this.context.queue.addUrgent(target);
      return;
    }
  }

  /** Sends these next, each part unchanged. */
  askInParts(target: CallTarget, parts: readonly Part<PendingQuestion>[]): void {
    for (const part of parts) if (this.pin(target, part)) this.context.queue.addUrgent(target);
  }

  /** Cancels the questions that everyone gave up while they were in flight; returns the rest. */
  stillWanted(questions: readonly PendingQuestion[]): readonly PendingQuestion[] {
    const abandoned = questions.filter(({ isAbandoned }) => isAbandoned);
    if (abandoned.length === 0) return questions;
    this.context.settler.refuse(abandoned, 'cancelled');
    return questions.filter(({ isAbandoned }) => !isAbandoned);
  }

  private park(target: CallTarget, batch: readonly PendingQuestion[]): void {
    if (!this.pin(target, { batch, heldBack: [], isRefused: true })) return;
    this.context.queue.delay(target);
    this.parked.push(target);
  }

  private pin(target: CallTarget, part: Part<PendingQuestion>): boolean {
    if (membersOf(part).length === 0) return false;
    const wanted = {
      ...part,
      batch: this.stillWanted(part.batch),
      heldBack: this.stillWanted(part.heldBack),
      rest: this.stillWanted(part.rest ?? []),
    };
    const members = membersOf(wanted);
    if (members.length === 0) return false;
    target.pin([wanted]);
    this.deadlines.watchAgain(members);
    return true;
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
    if (search === undefined || search.target === target || search.scope !== target.scope) {
      return false;
    }
    const { refusedNames } = this.context.accounts.of(target);
    return questions.some(
      ({ name }) =>
        search.names.has(name) &&
        !refusedNames.isProven(name) &&
        !refusedNames.isRefusedEverywhere(name),
    );
  }
}

interface Search {
  readonly target: CallTarget;
  readonly scope: string;
  readonly questions: readonly PendingQuestion[];
  /** The names that had never been answered when the search began. */
  readonly names: ReadonlySet<number>;
}
