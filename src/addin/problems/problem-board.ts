import type { CancelScheduled } from '../../engine/lookup';
import type { PanePorts } from '../pane/parts/pane-ports';
import { createFailingCells } from './failing-cells';
import type { ProblemBoard, ProblemView } from '../pane/parts/problem-view';
import { groupProblems } from './problem-groups';

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
