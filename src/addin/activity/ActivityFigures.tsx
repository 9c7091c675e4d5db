import { makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';

import { t } from '../../engine/language/speech';
import type { Activity, ActivitySnapshot } from '../../engine/lookup';
import { countText } from '../../engine/language/count-text';
import { useActivityValue } from './use-activity-value';
import { failedIn } from './held-values';
import { Text } from '../pane/parts/layout';

/** Each label, and the count shown under it. */
const FIGURES: readonly (readonly [string, (snapshot: ActivitySnapshot) => number])[] = [
  [t('Waiting'), ({ waiting }) => waiting],
  [t('In progress'), ({ inFlight }) => inFlight],
  [t('Done'), ({ done }) => done],
  [t('Failed'), failedIn],
  [t('Calls made'), ({ callsMade }) => callsMade],
  [t('Calls saved'), ({ callsSaved }) => callsSaved],
];

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: tokens.spacingHorizontalS,
  },
  figure: {
    display: 'flex',
    flexDirection: 'column',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  label: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  value: {
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase400,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
});

/** Six counts, each redrawn only when it changes. */
export function ActivityFigures({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  const unanswered = useActivityValue(activity, (snapshot) => snapshot.callsUnanswered);
  return (
    <>
      <div className={styles.grid}>
        {FIGURES.map(([label, select]) => (
          <ActivityFigure key={label} activity={activity} label={label} select={select} />
        ))}
      </div>
      {unanswered > 0 && (
        <Text tone="quiet" isSmall>
          {t(
            '{unanswered, plural, one {# call} other {# calls}} got no reply and may have been charged.',
            { unanswered },
          )}
        </Text>
      )}
    </>
  );
}

interface ActivityFigureProps {
  readonly activity: Activity;
  readonly label: string;
  select(snapshot: ActivitySnapshot): number;
}

function ActivityFigure({ activity, label, select }: ActivityFigureProps) {
  const styles = useStyles();
  const id = useId();
  const value = useActivityValue(activity, select);
  return (
    <div className={styles.figure}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <span role="group" aria-labelledby={id} data-value={value} className={styles.value}>
        {countText(value)}
      </span>
    </div>
  );
}
