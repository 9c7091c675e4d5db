import { Body1, Button, Switch } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { StoreSize } from '../../engine/lookup';
import { useActivityValue, useStoreValue } from '../pane/parts/use-store-value';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { sizeText } from '../share';
import { Confirmation } from '../pane/parts/Confirmation';
import { Actions, Text } from '../pane/parts/layout';

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
  const clear = (): void => void answers.clear().then(look, look);
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
  const look = useCallback(
    () => void answers.size().then(setSize, () => setSize(undefined)),
    [answers],
  );
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

interface ForgetSectionProps {
  readonly ports: Pick<PanePorts, 'forgetEverything'>;
}

type Step = 'idle' | 'asked' | 'kept' | 'forgetting' | 'forgotten' | 'failed';

/** Deletes everything kept on this device, with one button and a confirmation. */
export function ForgetSection({ ports }: ForgetSectionProps) {
  const [step, setStep] = useState<Step>('idle');

  const forget = (): void => {
    setStep('forgetting');
    ports.forgetEverything().then(
      () => setStep('forgotten'),
      () => setStep('failed'),
    );
  };

  return (
    <PaneSection title={t('Clear all data')}>
      <Text tone="quiet">
        {t(
          'Removes your key, settings, saved results, known attributes and spending history from this device and every open pane. Your workbooks don’t change.',
        )}
      </Text>
      <Actions>
        {step === 'asked' ? (
          <Confirmation
            yes={t('Clear all data')}
            no={t('Keep data')}
            onYes={forget}
            onNo={() => setStep('kept')}
          />
        ) : (
          <Button
            // When this button comes back, it takes the focus from the answer that was pressed.
            autoFocus={step !== 'idle'}
            disabledFocusable={step === 'forgetting'}
            onClick={() => setStep('asked')}
          >
            {t('Clear all data…')}
          </Button>
        )}
      </Actions>
      <Text aria-live="polite" tone="quiet">
        {WORDS[step]}
      </Text>
    </PaneSection>
  );
}

const WORDS: Readonly<Partial<Record<Step, string>>> = {
  kept: t('Nothing was cleared.'),
  forgotten: t('Done. Everything was removed from this device.'),
  failed: t(
    'Your key and settings were removed, but this device couldn’t delete everything. Clear this site’s data in your browser.',
  ),
};
