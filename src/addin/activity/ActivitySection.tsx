import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import { ActivityActions, type ActivityActionsProps } from './ActivityActions';
import { ActivityFigures } from './ActivityFigures';
import { ActivityProgress, type ActivityProgressProps } from './ActivityProgress';
import { PausedNotice } from './PausedNotice';
import { StoppedNotice } from './StoppedNotice';

type ActivitySectionProps = ActivityActionsProps & ActivityProgressProps;

/** What the engine is doing. The section draws once; each part of it subscribes on its own. */
export function ActivitySection({ ports, board }: ActivitySectionProps) {
  return (
    <PaneSection title={t('Activity')}>
      <StoppedNotice activity={ports.activity} />
      <PausedNotice activity={ports.activity} />
      <ActivityProgress ports={ports} />
      <ActivityFigures activity={ports.activity} />
      <ActivityActions ports={ports} board={board} />
    </PaneSection>
  );
}
