import { Body1, Button, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';

import { t } from '../../language/speech';
import type { StoreSize } from '../../lookup';
import { useActivityValue } from '../activity/activity-value';
import type { PanePorts } from '../pane-ports';
import { PaneSection } from '../PaneSection';
import { useStoreValue } from '../store-value';
import { sizeText } from './answer-messages';

export interface AnswersSectionProps {
  readonly ports: Pick<PanePorts, 'answers' | 'activity' | 'clock'>;
}

const useStyles = makeStyles({
  row: { display: 'flex', columnGap: tokens.spacingHorizontalS, alignItems: 'center' },
});

/** The device writes a little after the last answer came. */
const WRITTEN_AFTER_MS = 1_000;

/** What is kept on this device: how much, the switch, and the way to be rid of it. */
export function AnswersSection({ ports }: AnswersSectionProps) {
  const styles = useStyles();
  const { answers } = ports;
  const isOn = useStoreValue(answers);
  const [size, look] = useSize(ports);
  const clear = (): void => {
    void answers.clear().then(look, look);
  };
  return (
    <PaneSection title={t('Saved results')}>
      <Switch
        checked={isOn}
        label={t('Save results on this device')}
        onChange={(_, { checked }) => answers.turn(checked)}
      />
      <Body1>{sizeText(size)}</Body1>
      <div className={styles.row}>
        <Button onClick={clear} disabledFocusable={size === undefined || size.answers === 0}>
          {t('Clear saved results')}
        </Button>
      </div>
    </PaneSection>
  );
}

/** Looked at when the pane opens, and whenever work has ended. */
function useSize({
  answers,
  activity,
  clock,
}: AnswersSectionProps['ports']): [StoreSize | undefined, () => void] {
  const [size, setSize] = useState<StoreSize>();
  const isIdle = useActivityValue(activity, ({ waiting, inFlight }) => waiting + inFlight === 0);
  const look = useCallback(() => {
    void answers.size().then(setSize, () => setSize(undefined));
  }, [answers]);
  useEffect(() => {
    look();
    return isIdle ? clock.schedule(WRITTEN_AFTER_MS, look) : undefined;
  }, [look, isIdle, clock]);
  // It begins to clear when it says so.
  useEffect(
    () => answers.whenCleared(() => void clock.schedule(WRITTEN_AFTER_MS, look)),
    [answers, clock, look],
  );
  return [size, look];
}
