import { PaneSection } from '../PaneSection';
import { ActivityActions, type ActivityActionsProps } from './ActivityActions';
import { ActivityFigures } from './ActivityFigures';
import { ActivityProgress } from './ActivityProgress';
import { StoppedNotice } from './StoppedNotice';

/** What is going on. It draws once; each part in it listens for itself. */
export function ActivitySection({ ports, board }: ActivityActionsProps) {
  return (
    <PaneSection title="Activity">
      <StoppedNotice activity={ports.activity} />
      <ActivityProgress activity={ports.activity} />
      <ActivityFigures activity={ports.activity} />
      <ActivityActions ports={ports} board={board} />
    </PaneSection>
  );
}
