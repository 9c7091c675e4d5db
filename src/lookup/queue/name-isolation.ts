import type { Accounts } from '../account';
import type { Deadlines } from './deadlines';
import type { Queue } from './queue';
import type { Settlement } from './question-completion';
import type { SourceFailure } from '../source';
import { afterAccepted, afterRefused, alone, membersOf, splitRefused } from './split';
import type { Part } from './split';
import type { Subject } from './call-target';
import type { Waiting } from './pending-question';

export interface NameIsolationParts {
  readonly settlement: Settlement;
  readonly accounts: Accounts;
  readonly queue: Queue;
  readonly deadlines: Deadlines;
}

/**
 * Finds the name for which the service refuses a call that carries several.
 *
 * One place searches at a time: calls with the same names wait for what it finds, those that were
 * refused in the meantime as well. They do not wait for ever: a search is over when one of its
 * calls fails, or when its questions have ended, however they did.
 */
export class NameIsolation {
  private searching: Search | undefined;
  /** Refused meanwhile. They stand in the queue as delayed. */
  private parked: Subject[] = [];

  constructor(private readonly parts: NameIsolationParts) {}

  /** The service refused the call with 400. */
  rejected(subject: Subject, part: Part<Waiting>, failure: SourceFailure): void {
    const { settlement, accounts, queue } = this.parts;
    const { batch, heldBack, rest = [] } = part;
    if (batch.length > 1) {
      // The service is there, and has answered: what it refuses in parts is no attempt in vain.
      for (const waiting of membersOf(part)) waiting.attempts = 0;
      if (heldBack.length > 0) this.askInParts(subject, afterRefused(part, subject.isSound));
      else if (this.mustWait(subject, batch)) this.park(subject, batch);
      else this.split(subject, batch);
    } else if (part.isPlaceTest === true && !subject.isSound) {
      // Even a name that is good elsewhere: the place is at fault, whatever else waits there.
      settlement.fail([...membersOf(part), ...subject.takeAll()], failure);
      queue.remove(subject);
    } else {
      const { verdicts } = accounts.of(subject);
      if (subject.isSound) for (const { name } of batch) verdicts.refuse(name);
      settlement.fail(batch, failure);
      this.askInParts(subject, [alone([...heldBack, ...rest])]);
    }
  }

  /** The service accepted the batch. */
  accepted(subject: Subject, part: Part<Waiting>): void {
    this.askInParts(subject, afterAccepted(part));
  }

  /** Nothing of the batch is worth sending. */
  dropped(subject: Subject, { heldBack, rest = [] }: Part<Waiting>): void {
    this.askInParts(subject, [alone([...heldBack, ...rest])]);
  }

  /** Whether the next call would only be refused for a name that is being searched for. */
  isBlocked(subject: Subject): boolean {
    return this.searching !== undefined && this.mustWait(subject, subject.notSent);
  }

  /** Splits what was refused, by what is known by now. */
  split(subject: Subject, batch: readonly Waiting[]): void {
    const { verdicts } = this.parts.accounts.of(subject);
    const { scope } = subject;
    const isProven = (name: number): boolean => verdicts.isProven(name);
    const suspects = batch.filter(({ name }) => !isProven(name));
    if (this.search === undefined && suspects.length > 0) {
      const names = new Set(suspects.map(({ name }) => name));
      this.searching = { subject, scope, questions: batch, names };
    }
    this.askInParts(subject, splitRefused(batch, isProven, subject.isSound));
  }

  /** The search's own call has failed: others need not wait for it. */
  failed(subject: Subject): void {
    if (this.searching?.subject === subject) this.searching = undefined;
  }

  /** Where no search is going on, the next of those that were refused meanwhile begins its own. */
  goOn(): void {
    while (this.parked.length > 0 && this.search === undefined) {
      const subject = this.parked.shift() as Subject;
      // It may have been drained, and ended.
      if (subject.standing !== 'delayed' || subject.pinned === undefined) continue;
      this.parts.queue.addUrgent(subject);
      return;
    }
  }

  /** Sends these next, each part as it is. */
  askInParts(subject: Subject, parts: readonly Part<Waiting>[]): void {
    for (const part of parts) if (this.pin(subject, part)) this.parts.queue.addUrgent(subject);
  }

  private park(subject: Subject, batch: readonly Waiting[]): void {
    if (!this.pin(subject, { batch, heldBack: [], isRefused: true })) return;
    this.parts.queue.delay(subject);
    this.parked.push(subject);
  }

  private pin(subject: Subject, part: Part<Waiting>): boolean {
    const wanted = {
      ...part,
      batch: this.stillWanted(part.batch),
      heldBack: this.stillWanted(part.heldBack),
      rest: this.stillWanted(part.rest ?? []),
    };
    const members = membersOf(wanted);
    if (members.length === 0) return false;
    subject.pin([wanted]);
    this.parts.deadlines.watchAgain(members);
    return true;
  }

  /** What is going on; a search is over when nobody waits for any of its answers. */
  private get search(): Search | undefined {
    if (this.searching?.questions.every(({ isAbandoned }) => isAbandoned) === true) {
      this.searching = undefined;
    }
    return this.searching;
  }

  /** Another place searches for a name that may be among these. */
  private mustWait(subject: Subject, questions: readonly Waiting[]): boolean {
    const { search } = this;
    if (search === undefined || search.subject === subject || search.scope !== subject.scope) {
      return false;
    }
    const { verdicts } = this.parts.accounts.of(subject);
    return questions.some(
      ({ name }) =>
        search.names.has(name) && !verdicts.isProven(name) && !verdicts.isCondemned(name),
    );
  }

  /** Without those whom everyone gave up while they were out. */
  private stillWanted(questions: readonly Waiting[]): readonly Waiting[] {
    const abandoned = questions.filter(({ isAbandoned }) => isAbandoned);
    if (abandoned.length === 0) return questions;
    this.parts.settlement.turnAway(abandoned, 'cancelled');
    return questions.filter(({ isAbandoned }) => !isAbandoned);
  }
}

interface Search {
  readonly subject: Subject;
  readonly scope: string;
  readonly questions: readonly Waiting[];
  /** Those that had never been answered when it began. */
  readonly names: ReadonlySet<number>;
}
