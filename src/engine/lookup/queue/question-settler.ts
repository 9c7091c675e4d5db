import type { Clock } from '../../async/clock';
import { fingerprint } from '../../async/fingerprint';
import { originOf, toCacheEntry, toOutcome, type CacheEntry } from '../cache/cache-entry';
import type { Names } from '../cache/name-ids';
import type { TierReader } from '../cache/tier-reader';
import type { Failed, LookupErrorCode, Origin, Outcome, Refused } from '../outcome';
import type { TimeSlicer } from '../../async/time-slicer';
import type { CallAnswer } from './call';
import type { SourceFailure, SourceFailureCode } from '../source';
import type { Answered, CallTarget, PendingQuestion } from './pending-questions';
import type { ActivityCounter } from '../activity';

/** Ends questions: notifies everyone who waits, remembers the answer if it is worth it, and counts. */
export class QuestionSettler {
  constructor(
    private readonly clock: Clock,
    private readonly names: Names,
    private readonly counter: ActivityCounter,
    private readonly slicer: TimeSlicer,
    private readonly tierReader: TierReader,
  ) {}

  answer(
    target: CallTarget,
    asked: readonly PendingQuestion[],
    { valueOf, failures, kept: known }: Omit<CallAnswer, 'kind'>,
  ): void {
    const now = this.clock.now();
    // Another machine's clock may be ahead.
    const at = Math.min(now, known?.at ?? now);
    const origin = known === undefined ? 'service' : 'gateway';
    const batch = asked.filter((pending) => {
      const failure = failures?.get(this.names.textOf(pending.name));
      if (failure !== undefined) this.fail([pending], failure);
      return failure === undefined;
    });
    for (const pending of batch) {
      const entry = toCacheEntry(valueOf(this.names.textOf(pending.name)), at, origin);
      this.close(pending, pending.state === 'forgotten' ? undefined : entry, entry, origin);
      this.counter.answered();
    }
    if (!this.tierReader.isKeeping) return;
    const kept = batch.filter(({ state }) => state !== 'forgotten');
    if (kept.length === 0) return;
    const answers = this.textsOf(kept).map((name) => ({ name, value: valueOf(name), at }));
    this.tierReader.keep(target, answers);
  }

  /** Answers from a tier. */
  recalled(answered: readonly Answered[]): void {
    for (const { pending, entry } of answered) {
      this.close(pending, entry, toOutcome(entry), originOf(entry));
      this.counter.answered();
    }
  }

  /** Questions that were asked and failed. A last good answer replaces a passing failure. */
  fail(
    questions: readonly PendingQuestion[],
    {
      code: failureCode,
      status,
      redirectsTo,
      budget,
      reason,
      trouble,
    }: Omit<SourceFailure, 'kind'>,
  ): void {
    const code = trouble === undefined ? toErrorCode(failureCode) : 'gateway-failed';
    const error = {
      code,
      ...(status === undefined ? {} : { status }),
      ...(redirectsTo === undefined ? {} : { redirectsTo }),
      ...(reason === undefined ? {} : { reason }),
      ...(budget === undefined ? {} : { budget }),
      ...(trouble === undefined ? {} : { trouble }),
    };
    this.end(questions, { kind: 'failed', error });
  }

  /** Questions that were never asked. A last good answer is shown if there is no key. */
  refuse(
    questions: readonly PendingQuestion[],
    code: LookupErrorCode,
    onEnd?: (pending: PendingQuestion) => void,
  ): void {
    this.end(questions, refused(code), onEnd);
  }

  /** The names of questions, as they are sent. */
  textsOf(batch: readonly PendingQuestion[]): string[] {
    return batch.map((pending) => this.names.textOf(pending.name));
  }

  private end(
    questions: readonly PendingQuestion[],
    outcome: Failed | Refused,
    onEnd?: (pending: PendingQuestion) => void,
  ): void {
    this.slicer.each(questions, (pending) => {
      onEnd?.(pending);
      const { target, stale } = pending;
      const isMissed = !pending.isAbandoned;
      const key = failureKey(target, this.names.textOf(pending.name));
      const isKept = pending.newerThan > 0 || maySubstituteStale(outcome.error.code);
      if (stale !== undefined && isKept) {
        // A value that was to be had anew is not done, and saved no call.
        const isNotDone = pending.newerThan > 0;
        const origin = isNotDone ? undefined : originOf(stale);
        this.close(pending, undefined, toOutcome(stale, outcome), origin);
        this.counter.shownStale(key, isNotDone ? outcome.error.code : 'stale');
        return;
      }
      this.close(pending, undefined, outcome);
      if (isMissed) this.counter.failed(key, outcome.error.code);
    });
  }

  /** @param origin of the answer, if it has one. */
  private close(
    pending: PendingQuestion,
    kept: CacheEntry | undefined,
    outcome: Outcome,
    origin?: Origin,
  ): void {
    pending.target.conclude(pending, kept);
    const askings = pending.settle(outcome, this.slicer.later);
    this.counter.ended();
    if (origin !== undefined) this.counter.done(origin, askings);
  }
}

export function refused(code: LookupErrorCode): Refused {
  return { kind: 'refused', error: { code } };
}

/** Identifies a failed question, whatever the account: a new one may repair the failure. */
export function failureKey(target: Pick<CallTarget, 'key'>, name: string): number {
  return fingerprint(`${name}\n${target.key}`);
}

/**
 * Whether a last good answer is shown instead: after a passing failure, because the question may
 * soon be answered; and without a key, because nothing newer can be had.
 */
export function maySubstituteStale(code: LookupErrorCode): boolean {
  return PASSING.has(code);
}

const PASSING: ReadonlySet<LookupErrorCode> = new Set([
  'throttled',
  'offline',
  'timed-out',
  'service-failed',
  'wrong-address',
  'untrusted',
  'gateway-failed',
  'no-key',
]);

function toErrorCode(code: SourceFailureCode): LookupErrorCode {
  return code === 'unavailable' ? 'service-failed' : code;
}
