import { Body1, Button, Switch } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { StoreSize } from '../../engine/lookup';
import { useActivityValue } from '../activity';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import { sizeText } from '../share';

export interface AnswersSectionProps {
  readonly ports: Pick<PanePorts, 'answers' | 'activity' | 'clock'>;
}

/** The device writes answers a little after the last one came. */
const WRITTEN_AFTER_MS = 1_000;

/** The answers kept on this device: how many, the switch, and a button to clear them. */
export function AnswersSection({ ports }: AnswersSectionProps) {
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
      <Button onClick={clear} disabledFocusable={size === undefined || size.answers === 0}>
        {t('Clear saved results')}
      </Button>
    </PaneSection>
  );
}

/** Read when the section opens, and whenever work starts or ends. */
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
  // The announcement comes when the clearing begins, so look a little later.
  useEffect(
    () => answers.whenCleared(() => void clock.schedule(WRITTEN_AFTER_MS, look)),
    [answers, clock, look],
  );
  return [size, look];
}
