import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { durationText, rateText } from '../pane/parts/figure-text';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useStoreValue } from '../pane/parts/use-store-value';
import { createRateStore, type RateStore } from './rate';
import { createRunStore, type Run } from './run';
import { endText } from './run-text';
import { Stack, Text } from '../pane/parts/layout';

const useStyles = makeStyles({
  // Keeps its height while idle, so that nothing below jumps when work starts.
  root: {
    minHeight: '48px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
});

export interface ActivityProgressProps {
  readonly ports: Pick<PanePorts, 'activity' | 'clock' | 'held'>;
}

/** How far the current work has come, how fast it goes, and when it may be over. */
export function ActivityProgress({ ports: { activity, clock, held } }: ActivityProgressProps) {
  const styles = useStyles();
  const [store] = useState(() => createRunStore(activity));
  const [rates] = useState(() => createRateStore(activity, clock));
  const run = useStoreValue(store);
  const isAwaiting = useStoreValue(held) !== undefined;
  return (
    <Stack gap="XS" className={styles.root}>
      {run.isBusy && (
        <ProgressBar aria-label={t('Progress')} value={run.settled} max={Math.max(1, run.total)} />
      )}
      <Text>{runText(run, isAwaiting)}</Text>
      <Rate rates={rates} />
    </Stack>
  );
}

/** A component of its own, so that a change of speed redraws nothing else. */
function Rate({ rates }: { readonly rates: RateStore }) {
  const rate = useStoreValue(rates);
  return rate === undefined ? null : <Text>{rateText(rate)}</Text>;
}

function runText(run: Run, isAwaiting: boolean): string {
  if (run.isBusy) {
    const text = busyText(run);
    if (run.isPaused) return t('{text}, paused', { text });
    return run.timeLeftMs === undefined
      ? text
      : t('{text}, {duration} left', { text, duration: durationText(run.timeLeftMs) });
  }
  return run.hasAsked || run.held + run.cancelled > 0
    ? endText(run, isAwaiting)
    : t('No requests yet.');
}

function busyText({ settled, done, failed, total }: Run): string {
  return failed === 0
    ? t('{settled} of {total}', { settled, total })
    : t('{done} of {total} done, {failed} failed', { done, total, failed });
}
