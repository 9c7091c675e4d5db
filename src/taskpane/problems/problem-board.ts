import type { CancelScheduled } from '../../lookup';
import type { PanePorts } from '../pane-ports';
import type { ValueStore } from '../store-value';
import { createFailingCells } from './failing-cells';
import { groupProblems, type ProblemView } from './problem-groups';

/** The problems, grouped, at a pace that a person can read and a page can draw. */
export interface ProblemBoard extends ValueStore<ProblemView> {
  /** Call when a person turns to the list: a selected cell may have been emptied. */
  readonly lookAgain: () => void;
}

export type BoardParts = Pick<PanePorts, 'problems' | 'clock' | 'held' | 'host'>;

/** Thousands of cells report one by one; they are regrouped this long after the first of them. */
const REFRESH_MS = 250;

export function createProblemBoard(parts: BoardParts): ProblemBoard {
  const { problems, clock, held } = parts;
  const failingCells = createFailingCells(parts);
  const grouped = (): ProblemView => groupProblems(problems.list(), held.current() !== undefined);
  let view = grouped();
  const listeners = new Set<() => void>();
  let stopListening: (() => void) | undefined;
  let cancelRefresh: CancelScheduled | undefined;

  function refresh(): void {
    cancelRefresh = undefined;
    view = grouped();
    for (const listener of [...listeners]) listener();
  }

  function refreshIn(ms: number): void {
    cancelRefresh ??= clock.schedule(ms, refresh);
  }

  return {
    current: () => view,
    lookAgain: failingCells.lookAgain,
    subscribe(listener) {
      listeners.add(listener);
      if (stopListening === undefined) {
        const stops = [problems, held].map((told) => told.subscribe(() => refreshIn(REFRESH_MS)));
        stops.push(failingCells.watch());
        stopListening = () => stops.forEach((stop) => stop());
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
