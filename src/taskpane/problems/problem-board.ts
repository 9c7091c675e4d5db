import type { Problems } from '../../functions/problems';
import type { CancelScheduled, Clock } from '../../lookup';
import type { ValueStore } from '../store-value';
import { groupProblems, type ProblemView } from './problem-groups';

/** The problems, grouped, at a pace that a person can read and a page can draw. */
export type ProblemBoard = ValueStore<ProblemView>;

/** Thousands of cells report one by one; they are grouped again this long after the first of them. */
const REFRESH_MS = 250;

export function createProblemBoard(
  problems: Problems,
  clock: Pick<Clock, 'schedule'>,
): ProblemBoard {
  let view = groupProblems(problems.list());
  const listeners = new Set<() => void>();
  let stopListening: (() => void) | undefined;
  let cancelRefresh: CancelScheduled | undefined;

  function refresh(): void {
    cancelRefresh = undefined;
    view = groupProblems(problems.list());
    for (const listener of [...listeners]) listener();
  }

  function refreshIn(ms: number): void {
    cancelRefresh ??= clock.schedule(ms, refresh);
  }

  return {
    current: () => view,
    subscribe(listener) {
      listeners.add(listener);
      if (stopListening === undefined) {
        stopListening = problems.subscribe(() => {
          refreshIn(REFRESH_MS);
        });
        // For whatever was reported while nobody listened.
        refreshIn(0);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopListening?.();
        stopListening = undefined;
        cancelRefresh?.();
        cancelRefresh = undefined;
      };
    },
  };
}
