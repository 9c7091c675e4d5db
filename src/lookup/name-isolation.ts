import type { Accounts } from './account';
import type { Deadlines } from './deadlines';
import type { Queue } from './queue';
import type { Settlement } from './settlement';
import type { SourceFailure } from './source';
import { splitRefused } from './split';
import type { Part } from './split';
import type { Subject } from './subject';
import type { Waiting } from './waiting';

export interface NameIsolationParts {
  readonly settlement: Settlement;
  readonly accounts: Accounts;
  readonly queue: Queue;
  readonly deadlines: Deadlines;
}

/** Finds the name for which the service refuses a call that carries several. */
export class NameIsolation {
  constructor(private readonly parts: NameIsolationParts) {}

  /** The service refused the call with 400. */
  rejected(subject: Subject, part: Part<Waiting>, failure: SourceFailure): void {
    const { settlement, accounts, queue } = this.parts;
    const { verdicts } = accounts.of(subject);
    if (part.batch.length > 1) {
      // The service is there, and has answered: what it refuses in parts is no attempt in vain.
      for (const waiting of [...part.batch, ...part.heldBack]) waiting.attempts = 0;
      const isProven = (name: number): boolean => verdicts.isProven(name);
      this.askInParts(subject, splitRefused(part.batch, isProven, subject.isSound));
    } else if (part.heldBack.length > 0) {
      // Even a name that is good elsewhere: the place is at fault, whatever else waits there.
      settlement.fail([...part.batch, ...part.heldBack, ...subject.takeAll()], failure);
      queue.remove(subject);
    } else {
      if (subject.isSound) for (const { name } of part.batch) verdicts.refuse(name);
      settlement.fail(part.batch, failure);
    }
  }

  /** Sends these next, each part as it is. */
  askInParts(subject: Subject, parts: readonly Part<Waiting>[]): void {
    for (const part of parts) {
      const batch = this.stillWanted(part.batch);
      const heldBack = this.stillWanted(part.heldBack);
      const all = [...batch, ...heldBack];
      if (all.length === 0) continue;
      subject.pin([{ batch, heldBack }]);
      this.parts.queue.addUrgent(subject);
      this.parts.deadlines.watchAgain(all);
    }
  }

  /** Without those whom everyone gave up while they were out. */
  private stillWanted(questions: readonly Waiting[]): readonly Waiting[] {
    const abandoned = questions.filter(({ isAbandoned }) => isAbandoned);
    if (abandoned.length === 0) return questions;
    this.parts.settlement.turnAway(abandoned, 'cancelled');
    return questions.filter(({ isAbandoned }) => !isAbandoned);
  }
}
