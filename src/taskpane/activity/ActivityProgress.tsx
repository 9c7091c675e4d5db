import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { countedText, countText, durationText, rateText } from '../figure-text';
import type { PanePorts } from '../pane-ports';
import { useStoreValue } from '../store-value';
import { createRateStore, type RateStore } from './rate';
import { createRunStore, type Run } from './run';

const useStyles = makeStyles({
  // Keeps its height while idle, so that nothing below jumps when work starts.
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    minHeight: '48px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  text: { margin: 0 },
});

export interface ActivityProgressProps {
  readonly ports: Pick<PanePorts, 'activity' | 'clock'>;
}

/** How far the work under way is, how fast it goes, and when it may be over. */
export function ActivityProgress({ ports: { activity, clock } }: ActivityProgressProps) {
  const styles = useStyles();
  const [store] = useState(() => createRunStore(activity));
  const [rates] = useState(() => createRateStore(activity, clock));
  const run = useStoreValue(store);
  return (
    <div className={styles.root}>
      {run.isBusy && (
        <ProgressBar aria-label="Progress" value={run.settled} max={Math.max(1, run.total)} />
      )}
      <p className={styles.text}>{runText(run)}</p>
      <Rate rates={rates} />
    </div>
  );
}

/** By itself, so that a change of speed draws nothing else. */
function Rate({ rates }: { readonly rates: RateStore }) {
  const styles = useStyles();
  const rate = useStoreValue(rates);
  return rate === undefined ? null : <p className={styles.text}>{rateText(rate)}</p>;
}

function runText(run: Run): string {
  if (run.isBusy) {
    const text = `${countText(run.settled)} of ${countText(run.total)}`;
    if (run.isPaused) return `${text}, paused`;
    return run.timeLeftMs === undefined ? text : `${text}, ${durationText(run.timeLeftMs)} left`;
  }
  if (run.held > 0) return `${countedText(run.held, 'value')} not asked for without your word.`;
  if (run.settled > 0) return `All done: ${countedText(run.settled, 'value')} the last time.`;
  return run.settledBefore > 0 ? 'All done.' : 'Nothing asked yet.';
}
