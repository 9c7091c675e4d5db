import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import type { Activity } from '../../lookup';
import { countedText, countText, durationText } from '../figure-text';
import { useStoreValue } from '../store-value';
import { createRunStore, type Run } from './run';

const useStyles = makeStyles({
  // Keeps its height while idle, so that nothing below jumps when work starts.
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    minHeight: '28px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  text: { margin: 0 },
});

/** How far the work under way is, and when it may be over. */
export function ActivityProgress({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  const [store] = useState(() => createRunStore(activity));
  const run = useStoreValue(store);
  return (
    <div className={styles.root}>
      {run.isBusy && (
        <ProgressBar aria-label="Progress" value={run.settled} max={Math.max(1, run.total)} />
      )}
      <p className={styles.text}>{runText(run)}</p>
    </div>
  );
}

function runText(run: Run): string {
  if (run.isBusy) {
    const text = `${countText(run.settled)} of ${countText(run.total)}`;
    return run.timeLeftMs === undefined ? text : `${text}, ${durationText(run.timeLeftMs)} left`;
  }
  if (run.settled > 0) return `All done: ${countedText(run.settled, 'value')} the last time.`;
  return run.settledBefore > 0 ? 'All done.' : 'Nothing asked yet.';
}
