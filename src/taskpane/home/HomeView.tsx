import { ActivitySection } from '../activity/ActivitySection';
import { ConnectionSection } from '../connection/ConnectionSection';
import type { PaneViewProps } from '../pane-view';
import { PaneBoundary } from '../PaneBoundary';
import { ProblemsSection } from '../problems/ProblemsSection';

/** What a person sees first: the key, what is going on, and what went wrong. */
export function HomeView({ ports, board }: PaneViewProps) {
  return (
    <>
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
