import { t } from '../../engine/language/speech';
import type { Activity, ActivitySnapshot, RunCounts } from '../../engine/lookup';
import type { ValueStore } from '../pane/parts/use-store-value';

/** A run: from the first question that waits until none is waiting or in flight. */
export interface Run extends RunCounts {
  readonly isBusy: boolean;
  readonly timeLeftMs: number | undefined;
  readonly isPaused: boolean;
  /** Whether the service takes no calls, while the engine keeps trying. */
  readonly isStalled: boolean;
  /** Values not asked for, because they need a person's approval. */
  readonly held: number;
  /** Values that a person cancelled. */
  readonly cancelled: number;
  /** Whether anything has been answered or asked, in this run or an earlier one. */
  readonly hasAsked: boolean;
}

export function createRunStore(activity: Activity): ValueStore<Run> {
  let run = runOf(activity.snapshot());
  const look = (snapshot: ActivitySnapshot): void => {
    const next = runOf(snapshot);
    if (JSON.stringify(run) !== JSON.stringify(next)) run = next;
  };
  return {
    // Cached: the time left would be different at every read.
    current: () => run,
    subscribe(listener) {
      look(activity.snapshot());
      return activity.subscribe((snapshot) => {
        look(snapshot);
        listener();
      });
    },
  };
}

function runOf(snapshot: ActivitySnapshot): Run {
  const isBusy = snapshot.waiting + snapshot.inFlight > 0;
  return {
    ...snapshot.run,
    isBusy,
    timeLeftMs: isBusy ? snapshot.timeLeftMs : undefined,
    isPaused: snapshot.isPaused,
    isStalled: snapshot.isStalled,
    held: heldIn(snapshot),
    cancelled: cancelledIn(snapshot),
    hasAsked: snapshot.done > 0 || snapshot.callsMade > 0,
  };
}

/** How many of a run's values have ended, with an answer or without one. */
export function settledIn({ done, failed }: RunCounts): number {
  return done + failed;
}

/**
 * Says how the last run ended.
 *
 * @param isAwaiting whether a person can still approve what is held.
 */
export function endText(run: Run, isAwaiting: boolean): string {
  const { done, failed, held, cancelled } = run;
  if (isAwaiting && held > 0)
    return t('{held, plural, one {# value awaits} other {# values await}} your approval.', {
      held,
    });
  const unasked = [
    held > 0
      ? t('{held, plural, one {# value} other {# values}} not requested.', { held })
      : undefined,
    cancelled > 0
      ? t('{cancelled, plural, one {# value} other {# values}} cancelled.', { cancelled })
      : undefined,
  ].filter((text) => text !== undefined);
  if (settledIn(run) === 0) return unasked.length > 0 ? unasked.join(' ') : t('Done.');
  return [asked(done, failed), ...unasked].join(' ');
}

function asked(done: number, failed: number): string {
  if (failed > 0)
    return t('{done} of {all} done, {failed} failed.', { done, all: done + failed, failed });
  return t('Done: {done, plural, one {# value} other {# values}}.', { done });
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
