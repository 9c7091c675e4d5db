import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import { ActivityActions, type ActivityActionsProps } from './ActivityActions';
import { ActivityFigures } from './ActivityFigures';
import { ActivityProgress, type ActivityProgressProps } from './ActivityProgress';
import { StoppedNotice } from './StoppedNotice';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { Activity } from '../../engine/lookup';
import { useActivityValue } from './use-activity-value';

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

const useStyles = makeStyles({
  root: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

/** Says that nothing is sent because a person paused, and for how long cells wait. */
function PausedNotice({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  const isPaused = useActivityValue(activity, (snapshot) => snapshot.isPaused);
  return isPaused ? (
    <p className={styles.root}>
      {t(
        'Paused. Nothing is sent until you select Resume. Cells that wait longer than 15 minutes are cancelled.',
      )}
    </p>
  ) : null;
}
