import type { StoredAnswer } from '../cache/answer-store';
import type { Clock } from '../clock';
import { fingerprint } from '../fingerprint';
import { originOf, toKnown, toOutcome } from '../cache/cache-entry';
import type { LookupErrorCode } from '../lookup-error';
import type { Names } from '../cache/names';
import type { Failed, Refused } from '../outcome';
import type { Slices } from '../time-slicer';
import type { SourceFailure, SourceFailureCode } from '../source';
import type { Answered, Subject } from './call-target';
import type { Tally } from '../activity-counter';
import type { Waiting } from './pending-question';

/** Ends questions: tells everyone who waits, remembers what is worth it, and counts. */
export class Settlement {
  constructor(
    private readonly clock: Clock,
    private readonly names: Names,
    private readonly tally: Tally,
    private readonly slices: Slices,
    /** Left out where no tier keeps answers. */
    private readonly keep:
      ((subject: Subject, answers: readonly StoredAnswer[]) => void) | undefined,
  ) {}

  answer(
    subject: Subject,
    batch: readonly Waiting[],
    valueOf: (name: string) => number | null,
  ): void {
    const at = this.clock.now();
    for (const waiting of batch) {
      const known = toKnown(valueOf(this.names.textOf(waiting.name)), at, 'service');
      subject.conclude(waiting, waiting.state === 'forgotten' ? undefined : known);
      const askings = waiting.settle(known, this.slices.later);
      this.tally.ended(1);
      this.tally.done('service', askings);
    }
    if (this.keep === undefined) return;
    const kept = batch.filter(({ state }) => state !== 'forgotten');
    if (kept.length === 0) return;
    const answers = this.textsOf(kept).map((name) => ({ name, value: valueOf(name), at }));
    this.keep(subject, answers);
  }

  /** What a tier knew. */
  recalled(answered: readonly Answered[]): void {
    for (const { waiting, known } of answered) {
      waiting.subject.conclude(waiting, known);
      const askings = waiting.settle(toOutcome(known, false), this.slices.later);
      this.tally.ended(1);
      this.tally.done(originOf(known), askings);
    }
  }

  /** What was asked, and failed. A last good answer stands in for a failure that will pass. */
  fail(
    questions: readonly Waiting[],
    { code: said, status }: Pick<SourceFailure, 'code' | 'status'>,
  ): void {
    const code = toErrorCode(said);
    const error = status === undefined ? { code } : { code, status };
    this.end(questions, { kind: 'failed', error });
  }

  /** What was never asked. A last good answer stands in for a key that is not there. */
  turnAway(
    questions: readonly Waiting[],
    code: LookupErrorCode,
    onEnd?: (waiting: Waiting) => void,
  ): void {
    this.end(questions, { kind: 'refused', error: { code } }, onEnd);
  }

  /** @param name of a question. */
  textOf(name: number): string {
    return this.names.textOf(name);
  }

  /** The names of questions, as they are sent. */
  textsOf(batch: readonly Waiting[]): string[] {
    return batch.map((waiting) => this.names.textOf(waiting.name));
  }

  private end(
    questions: readonly Waiting[],
    outcome: Failed | Refused,
    onEnd?: (waiting: Waiting) => void,
  ): void {
    this.slices.each(questions, (waiting) => {
      onEnd?.(waiting);
      const { subject, stale } = waiting;
      const isMissed = !waiting.isAbandoned;
      subject.conclude(waiting, undefined);
      this.tally.ended(1);
      if (stale !== undefined && standsIn(outcome.error.code)) {
        const askings = waiting.settle(toOutcome(stale, true), this.slices.later);
        this.tally.done(originOf(stale), askings);
        return;
      }
      waiting.settle(outcome, this.slices.later);
      if (isMissed) {
        const key = failureKey(subject, this.names.textOf(waiting.name));
        this.tally.failed(key, outcome.error.code);
      }
    });
  }
}

/** Tells one failed question from another; the account is left out, for a new one may mend it. */
export function failureKey(subject: Pick<Subject, 'key'>, name: string): number {
  return fingerprint(`${name}\n${subject.key}`);
}

/**
 * Whether a last good answer is shown instead: for a passing failure, since the same question may
 * well be answered later, and where there is no key, since nothing can be asked that is newer.
 */
export function standsIn(code: LookupErrorCode): boolean {
  return PASSING.has(code);
}

const PASSING: ReadonlySet<LookupErrorCode> = new Set([
  'throttled',
  'offline',
  'timed-out',
  'service-failed',
  'no-key',
]);

function toErrorCode(code: SourceFailureCode): LookupErrorCode {
  return code === 'unavailable' ? 'service-failed' : code;
}
