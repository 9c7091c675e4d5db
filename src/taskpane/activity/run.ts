import type { Activity, ActivitySnapshot } from '../../lookup';
import type { ValueStore } from '../store-value';
import { heldIn } from './held-values';

/** A run: from the first question that waits until none is waiting or in flight. */
export interface Run {
  readonly isBusy: boolean;
  /** Questions of this run that have ended, or of the last run while nothing is going on. */
  readonly settled: number;
  readonly total: number;
  readonly timeLeftMs: number | undefined;
  readonly isPaused: boolean;
  /** Values that were not asked for, because a person has not said so. */
  readonly held: number;
  /** What had ended before the run began. */
  readonly settledBefore: number;
}

/** The engine counts from when it started; a progress bar must count from when the person did. */
export function createRunStore(activity: Activity): ValueStore<Run> {
  let run = nextRun(undefined, activity.snapshot());
  return {
    // Not looked up each time: the time left is another whenever the clock is asked.
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
  const settled = snapshot.done + snapshot.failed;
  const next =
    pending > 0 ? busyRun(before, snapshot, pending, settled) : idleRun(before, snapshot, settled);
  return before !== undefined && isEqual(before, next) ? before : next;
}

function busyRun(
  before: Run | undefined,
  snapshot: ActivitySnapshot,
  pending: number,
  settled: number,
): Run {
  const start = before?.settledBefore ?? settled;
  // Asking again takes questions out of the failed ones, so the count can go back.
  const settledBefore = Math.min(start, settled);
  return {
    isBusy: true,
    settled: settled - settledBefore,
    total: settled - settledBefore + pending,
    timeLeftMs: snapshot.timeLeftMs,
    isPaused: snapshot.isPaused,
    held: heldIn(snapshot),
    settledBefore,
  };
}

function idleRun(before: Run | undefined, snapshot: ActivitySnapshot, settled: number): Run {
  const hasJustEnded = before?.isBusy === true;
  const ended = hasJustEnded ? Math.max(0, settled - before.settledBefore) : (before?.settled ?? 0);
  return {
    isBusy: false,
    settled: ended,
    total: ended,
    timeLeftMs: undefined,
    isPaused: snapshot.isPaused,
    held: heldIn(snapshot),
    settledBefore: settled,
  };
}

function isEqual(left: Run, right: Run): boolean {
  return (
    left.isBusy === right.isBusy &&
    left.settled === right.settled &&
    left.total === right.total &&
    left.timeLeftMs === right.timeLeftMs &&
    left.isPaused === right.isPaused &&
    left.held === right.held &&
    left.settledBefore === right.settledBefore
  );
}
