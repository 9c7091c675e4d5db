import { t } from '../../engine/language/speech';
import type { Activity, ActivitySnapshot } from '../../engine/lookup';
import type { ValueStore } from '../pane/parts/use-store-value';

/** A run: from the first question that waits until none is waiting or in flight. */
export interface Run {
  readonly isBusy: boolean;
  /** Questions of this run that have ended; while idle, those of the last run. */
  readonly settled: number;
  readonly total: number;
  /** Of those, how many have an answer, and how many failed (see `failedIn`). */
  readonly done: number;
  readonly failed: number;
  readonly timeLeftMs: number | undefined;
  readonly isPaused: boolean;
  /** The service takes no calls, and the engine keeps trying. */
  readonly isStalled: boolean;
  /** Values not asked for, because they need a person's approval. */
  readonly held: number;
  /** Values that a person cancelled. */
  readonly cancelled: number;
  /** Whether anything has been answered or asked, in this run or an earlier one. */
  readonly hasAsked: boolean;
  /** What had ended before the run began. */
  readonly settledBefore: number;
  readonly doneBefore: number;
  readonly failedBefore: number;
}

/** The engine counts from when it started; a progress bar must count from when the person did. */
export function createRunStore(activity: Activity): ValueStore<Run> {
  let run = nextRun(undefined, activity.snapshot());
  return {
    // Cached: the time left would be different at every read.
    current: () => run,
    subscribe(listener) {
      run = nextRun(run, activity.snapshot());
      return activity.subscribe((snapshot) => {
        run = nextRun(run, snapshot);
        listener();
      });
    },
  };
}

export function nextRun(before: Run | undefined, snapshot: ActivitySnapshot): Run {
  const pending = snapshot.waiting + snapshot.inFlight;
  const now = endedIn(snapshot);
  const counts = pending > 0 ? busyCounts(before, now, pending) : idleCounts(before, now);
  const next: Run = {
    ...counts,
    isBusy: pending > 0,
    timeLeftMs: pending > 0 ? snapshot.timeLeftMs : undefined,
    isPaused: snapshot.isPaused,
    isStalled: snapshot.isStalled,
    held: heldIn(snapshot),
    cancelled: cancelledIn(snapshot),
    hasAsked: snapshot.done > 0 || snapshot.callsMade > 0,
  };
  return before !== undefined && isEqual(before, next) ? before : next;
}

/** All that has ended since the engine started. */
type Ended = Readonly<Record<'settled' | 'done' | 'failed', number>>;

function endedIn(snapshot: ActivitySnapshot): Ended {
  const { done, failed } = snapshot;
  return { settled: done + failed, done, failed: failedIn(snapshot) };
}

type Counts = Ended & Pick<Run, 'total' | 'settledBefore' | 'doneBefore' | 'failedBefore'>;

function busyCounts(before: Run | undefined, now: Ended, pending: number): Counts {
  // Asking again takes questions off the failed count, so the counts can go down.
  const settledBefore = Math.min(before?.settledBefore ?? now.settled, now.settled);
  const doneBefore = Math.min(before?.doneBefore ?? now.done, now.done);
  const failedBefore = Math.min(before?.failedBefore ?? now.failed, now.failed);
  const settled = now.settled - settledBefore;
  return {
    settled,
    total: settled + pending,
    done: now.done - doneBefore,
    failed: now.failed - failedBefore,
    settledBefore,
    doneBefore,
    failedBefore,
  };
}

function idleCounts(before: Run | undefined, now: Ended): Counts {
  const ended = lastRun(before, now);
  return {
    ...ended,
    total: ended.settled,
    settledBefore: now.settled,
    doneBefore: now.done,
    failedBefore: now.failed,
  };
}

/** The run that has just ended, one that ran unobserved, or still the one before. */
function lastRun(before: Run | undefined, now: Ended): Ended {
  if (before === undefined || now.done < before.doneBefore) return NOTHING;
  const done = now.done - before.doneBefore;
  const moreFailed = now.failed - before.failedBefore;
  if (before.isBusy) {
    const settled = Math.max(0, now.settled - before.settledBefore);
    return { settled, done, failed: Math.max(0, moreFailed) };
  }
  if (done === 0 && moreFailed <= 0) return before;
  // Fewer than before: they were asked again, and those that still count have failed again.
  const failed = moreFailed < 0 ? now.failed : moreFailed;
  return { settled: done + failed, done, failed };
}

const NOTHING: Ended = { settled: 0, done: 0, failed: 0 };

function isEqual(left: Run, right: Run): boolean {
  return (Object.keys(left) as (keyof Run)[]).every((key) => left[key] === right[key]);
}

/** How the last run ended. @param isAwaiting whether a person can still approve what is held. */
export function endText(run: Run, isAwaiting: boolean): string {
  const { held, cancelled } = run;
  if (isAwaiting && held > 0)
    return t('{held, plural, one {# value awaits} other {# values await}} your approval.', {
      held,
    });
  const isSeen = run.done + run.failed > 0;
  // Whatever ended before anybody watched is reported as one run.
  const done = isSeen ? run.done : run.doneBefore;
  const failed = isSeen ? run.failed : run.failedBefore;
  const unasked = [
    held > 0
      ? t('{held, plural, one {# value} other {# values}} not requested.', { held })
      : undefined,
    cancelled > 0
      ? t('{cancelled, plural, one {# value} other {# values}} cancelled.', { cancelled })
      : undefined,
  ].filter((text) => text !== undefined);
  if (!isSeen && unasked.length > 0) return unasked.join(' ');
  return [asked(done, failed, isSeen), ...unasked].join(' ');
}

function asked(done: number, failed: number, isSeen: boolean): string {
  if (failed > 0)
    return t('{done} of {all} done, {failed} failed.', { done, all: done + failed, failed });
  return isSeen ? t('Done: {done, plural, one {# value} other {# values}}.', { done }) : t('Done.');
}

/** Values not asked for, because they need a person's approval. */
function heldIn({ failedByCode }: Pick<ActivitySnapshot, 'failedByCode'>): number {
  return (failedByCode.held ?? 0) + (failedByCode['over-budget'] ?? 0);
}

/** Values that a person cancelled. */
function cancelledIn({ failedByCode }: Pick<ActivitySnapshot, 'failedByCode'>): number {
  return failedByCode.cancelled ?? 0;
}

/** Values that failed or were refused, except those that are held or cancelled. */
export function failedIn(snapshot: Pick<ActivitySnapshot, 'failed' | 'failedByCode'>): number {
  return snapshot.failed - heldIn(snapshot) - cancelledIn(snapshot);
}
