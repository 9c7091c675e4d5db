import { makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';

import type { Activity, ActivitySnapshot } from '../../lookup';
import { countText } from '../figure-text';
import { useActivityValue } from './activity-value';

type Figure = keyof Pick<
  ActivitySnapshot,
  'waiting' | 'inFlight' | 'done' | 'failed' | 'callsMade' | 'callsSaved'
>;

const FIGURES: readonly (readonly [Figure, string])[] = [
  ['waiting', 'Waiting'],
  ['inFlight', 'In flight'],
  ['done', 'Done'],
  ['failed', 'Failed'],
  ['callsMade', 'Calls made'],
  ['callsSaved', 'Calls saved'],
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

/** Six counts, each drawn again only when it changes. */
export function ActivityFigures({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  return (
    <div className={styles.grid}>
      {FIGURES.map(([figure, label]) => (
        <ActivityFigure key={figure} activity={activity} figure={figure} label={label} />
      ))}
    </div>
  );
}

interface ActivityFigureProps {
  readonly activity: Activity;
  readonly figure: Figure;
  readonly label: string;
}

function ActivityFigure({ activity, figure, label }: ActivityFigureProps) {
  const styles = useStyles();
  const id = useId();
  const value = useActivityValue(activity, (snapshot) => snapshot[figure]);
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
