import { ActivitySection } from '../activity/ActivitySection';
import { ConnectionSection } from '../connection/ConnectionSection';
import { HeldSection } from '../held/HeldSection';
import type { PaneViewProps } from '../pane-view';
import { PaneBoundary } from '../PaneBoundary';
import { ProblemsSection } from '../problems/ProblemsSection';

/** What a person sees first: what waits for them, the key, what goes on, and what went wrong. */
export function HomeView({ ports, board, goToView }: PaneViewProps) {
  return (
    <>
      <PaneBoundary>
        <HeldSection ports={ports} goToView={goToView} />
      </PaneBoundary>
      <PaneBoundary>
        <ConnectionSection ports={ports} />
      </PaneBoundary>
      <PaneBoundary>
        <ActivitySection ports={ports} board={board} />
      </PaneBoundary>
      <PaneBoundary>
        <ProblemsSection board={board} ports={ports} />
      </PaneBoundary>
    </>
  );
}
