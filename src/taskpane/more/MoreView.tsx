import { AnswersSection } from '../answers/AnswersSection';
import type { PaneViewProps } from '../pane-view';
import { PaneBoundary } from '../PaneBoundary';

/** What is needed now and then. */
export function MoreView({ ports }: PaneViewProps) {
  return (
    <PaneBoundary>
      <AnswersSection ports={ports} />
    </PaneBoundary>
  );
}
