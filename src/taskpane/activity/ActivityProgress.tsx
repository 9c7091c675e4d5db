import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../language/speech';
import { durationText, rateText } from '../figure-text';
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
        <ProgressBar aria-label={t('Progress')} value={run.settled} max={Math.max(1, run.total)} />
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
    if (run.isPaused) return t('{text}, paused', { text });
    return run.timeLeftMs === undefined
      ? text
      : t('{text}, {duration} left', { text, duration: durationText(run.timeLeftMs) });
  }
  if (run.held > 0)
    return t('{held, plural, one {# value awaits} other {# values await}} your approval.', {
      held: run.held,
    });
  return run.hasAsked || run.cancelled > 0 ? endText(run) : t('No requests yet.');
}

function busyText({ settled, done, failed, total }: Run): string {
  return failed === 0
    ? t('{settled} of {total}', { settled, total })
    : t('{done} of {total} done, {failed} failed', { done, total, failed });
}

function endText(run: Run): string {
  const isSeen = run.done + run.failed > 0;
  // What ended before anybody looked is told as one run.
  const done = isSeen ? run.done : run.doneBefore;
  const failed = isSeen ? run.failed : run.failedBefore;
  const cancelled =
    run.cancelled > 0
      ? t('{cancelled, plural, one {# value} other {# values}} cancelled.', {
          cancelled: run.cancelled,
        })
      : '';
  if (failed > 0) {
    return t('{done} of {all} done, {failed} failed. {cancelled}', {
      done,
      all: done + failed,
      failed,
      cancelled,
    }).trim();
  }
  if (!isSeen && cancelled !== '') return cancelled;
  return `${isSeen ? t('Done: {done, plural, one {# value} other {# values}}.', { done }) : t('Done.')} ${cancelled}`.trim();
}
