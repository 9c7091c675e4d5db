import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { durationText, rateText } from '../figure-text';
import { countedText, countText } from '../../spreadsheet/count-text';
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
    const text = busyText(run);
    if (run.isPaused) return `${text}, paused`;
    return run.timeLeftMs === undefined ? text : `${text}, ${durationText(run.timeLeftMs)} left`;
  }
  if (run.held > 0)
    return `${countedText(run.held, 'value')} ${run.held === 1 ? 'awaits' : 'await'} your approval.`;
  return run.hasAsked || run.cancelled > 0 ? endText(run) : 'No requests yet.';
}

function busyText({ settled, done, failed, total }: Run): string {
  return failed === 0
    ? `${countText(settled)} of ${countText(total)}`
    : `${countText(done)} of ${countText(total)} done, ${countText(failed)} failed`;
}

function endText(run: Run): string {
  const isSeen = run.done + run.failed > 0;
  // What ended before anybody looked is told as one run.
  const done = isSeen ? run.done : run.doneBefore;
  const failed = isSeen ? run.failed : run.failedBefore;
  const cancelled = run.cancelled > 0 ? `${countedText(run.cancelled, 'value')} cancelled.` : '';
  if (failed > 0) {
    return `${countText(done)} of ${countText(done + failed)} done, ${countText(failed)} failed. ${cancelled}`.trim();
  }
  if (!isSeen && cancelled !== '') return cancelled;
  return `${isSeen ? `Done: ${countedText(done, 'value')}.` : 'Done.'} ${cancelled}`.trim();
}
