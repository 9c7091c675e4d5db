import { makeStyles, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { Activity } from '../../engine/lookup';
import { useActivityValue } from './use-activity-value';

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
export function PausedNotice({ activity }: { readonly activity: Activity }) {
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
