import { makeStyles, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { Activity } from '../../engine/lookup';
import { useActivityValue } from './use-activity-value';

const useStyles = makeStyles({
  root: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusWarningBorder1}`,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
});

const WORDS = {
  'key-refused': t(
    'Stopped: the service rejected your API key. Enter a valid key under Connection.',
  ),
  'out-of-credits': t('Stopped: you’re out of credits. Add credits, then select Retry failed.'),
} as const;

/** Says that nothing is sent until a person acts, and what they must do. */
export function StoppedNotice({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  const stoppedBy = useActivityValue(activity, (snapshot) => snapshot.stoppedBy);
  return stoppedBy === undefined ? null : (
    <p role="alert" className={styles.root}>
      {WORDS[stoppedBy]}
    </p>
  );
}
